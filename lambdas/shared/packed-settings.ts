import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AssayError, readConfig } from "#knowledge";
import { PACKED_FOLDER } from "../packed-folder.ts";
import { type Watching, watchingOf } from "./watching.ts";

/** The organisations' settings as they were packed beside the handler: what was reviewed is what is in force. */
export interface PackedSettings {
  /** Settings of an organisation, as the port that operations read. Errors: organisation_unknown. */
  of(organisation: string): Promise<{ read(): Promise<{ readonly path: string; readonly text: string }> }>;
  /** What each organisation watches. */
  watching(): Promise<readonly Watching[]>;
}

/** Settings in files `<organisation>.yaml` of a folder: by default that of the function's code. */
export function packedSettings(
  folder = join(process.env.LAMBDA_TASK_ROOT || import.meta.dirname, PACKED_FOLDER),
): PackedSettings {
  const text = async (organisation: string) => {
    const path = `${organisation}.yaml`;
    try {
      return { path, text: await readFile(join(folder, path), "utf8") };
    } catch (error) {
      throw new AssayError("organisation_unknown", { organisation }, error);
    }
  };
  return {
    async of(organisation) {
      if (!/^[a-z0-9-]+$/.test(organisation)) throw new AssayError("organisation_unknown", { organisation });
      const packed = await text(organisation);
      return { read: async () => packed };
    },
    async watching() {
      const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
      const settings = await Promise.all(
        files.map(async (name) => readConfig({ read: () => text(name.replace(/\.yaml$/, "")) })),
      );
      return settings.flatMap(({ forge, watch }) => (watch === null ? [] : [watchingOf(forge, watch)]));
    },
  };
}
