import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AssayError, readConfig } from "#knowledge";
import { PACKED_FOLDER } from "../packed-folder.ts";
import { watchedRepositories } from "./watched-repositories.ts";

/** The organisations' settings as they were packed beside the handler: what was reviewed is what is in force. */
export interface PackedSettings {
  /** Settings of an organisation, as the port that operations read. Errors: organisation_unknown. */
  of(organisation: string): Promise<{ read(): Promise<{ readonly path: string; readonly text: string }> }>;
  /** All repositories that are watched, `owner/name`; the platform's own are not. */
  repositories(): Promise<readonly string[]>;
  /** The organisation that watches a repository, where its forge is a plain git remote; else null. */
  onPlainGit(repository: string): Promise<string | null>;
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
  const all = async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
    const settings = await Promise.all(
      files.map(async (name) => readConfig({ read: () => text(name.replace(/\.yaml$/, "")) })),
    );
    return settings.flatMap(({ forge, watch }) => (watch === null ? [] : [{ forge, watch }]));
  };
  return {
    async of(organisation) {
      if (!/^[a-z0-9-]+$/.test(organisation)) throw new AssayError("organisation_unknown", { organisation });
      const packed = await text(organisation);
      return { read: async () => packed };
    },
    async repositories() {
      return (await all()).flatMap(({ watch }) => watchedRepositories(watch));
    },
    async onPlainGit(repository) {
      const wanted = repository.toLowerCase();
      const found = (await all()).find(
        ({ forge, watch }) =>
          forge.kind === "git" && watchedRepositories(watch).some((name) => name.toLowerCase() === wanted),
      );
      return found?.watch.organisation ?? null;
    },
  };
}
