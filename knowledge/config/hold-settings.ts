import type { ConfigFile } from "../ports/config-file.ts";

/**
 * Reads the settings now and gives them out as they stood, whatever becomes of the file: what was judged is what is
 * used. Errors: those of the file.
 */
export async function holdSettings(file: ConfigFile): Promise<ConfigFile> {
  const found = await file.read();
  return { read: async () => found };
}
