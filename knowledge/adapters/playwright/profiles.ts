import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { AssayError } from "../../errors.ts";
import type { BrowserProfiles } from "../../ports/browser-driver.ts";
import { makeFolder, putFile } from "../files/durable-file.ts";
import { absent } from "../files/plain-file.ts";

export type SavedState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

export interface Profiles {
  list(): Promise<BrowserProfiles>;
  /** Errors: browser_profile_missing. */
  read(name: string): Promise<SavedState>;
  save(name: string, state: SavedState): Promise<void>;
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Hidden from the lists of other clones' files; what is being written has no name yet. */
const WRITING = ".writing-";

/**
 * Saved profiles as files `<root>/<operating system>/<name>.json`, for their owner alone: a page looks and measures
 * differently on each system, so that one's baselines are never another's.
 */
export function fileProfiles(root: () => Promise<string>, platform: NodeJS.Platform): Profiles {
  const folder = async () => join(await root(), platform);
  const missing = async (name: string) => {
    const { elsewhere } = await list();
    const where = elsewhere.includes(name) ? "; it was saved on another one" : "";
    return new AssayError("browser_profile_missing", { name, platform, where });
  };
  const list = async () => {
    const top = await root();
    const systems = await readdir(top).catch(() => []);
    const names = await Promise.all(
      systems.map(async (system) => ({ system, names: await namesIn(join(top, system)) })),
    );
    const here = names.find(({ system }) => system === platform)?.names ?? [];
    const others = names.filter(({ system }) => system !== platform).flatMap((one) => one.names);
    return { platform, here, elsewhere: [...new Set(others)].filter((name) => !here.includes(name)).sort() };
  };
  return {
    list,
    async read(name) {
      const text = NAME.test(name)
        ? await readFile(join(await folder(), `${name}.json`), "utf8").catch(absent)
        : null;
      if (text === null) throw await missing(name);
      try {
        return JSON.parse(text) as SavedState;
      } catch {
        throw await missing(name);
      }
    },
    async save(name, state) {
      if (!NAME.test(name)) throw await missing(name);
      const place = await folder();
      await makeFolder(place);
      const aside = await mkdtemp(join(place, WRITING));
      try {
        await putFile(join(place, `${name}.json`), Buffer.from(JSON.stringify(state)), aside, 0o600);
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith(".json") && NAME.test(file.slice(0, -".json".length)))
    .map((file) => file.slice(0, -".json".length))
    .sort();
}
