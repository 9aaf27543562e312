import { execFile } from "node:child_process";
import { access, constants, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Toolchains {
  /** Absolute paths of the host, to be read at the same place. */
  readonly places: readonly string[];
  /** Folders of programs, best first; within `places`. */
  readonly path: readonly string[];
}

/** Where every program may be read: what is below is seen in the sandbox anyway. */
const SYSTEM = ["/usr/", "/bin/", "/sbin/", "/lib/"];

/** What an installation of a language consists of; settings, caches and data of its user are elsewhere in its folder. */
const PARTS = [
  "bin",
  "lib",
  "lib64",
  "libexec",
  "include",
  "src",
  "pkg",
  "jmods",
  "release",
  "VERSION",
  "go.env",
];

/**
 * The languages' own programs that are first on a PATH and not the system's, e.g. of nvm, pyenv or a CI's tool
 * cache: only what they consist of, never the folder of the person around it. `node` is the one that runs now where
 * the PATH has none.
 */
export async function findToolchains(path: string, node: string): Promise<Toolchains> {
  const programs = await Promise.all([
    onPath(path, "node").then((found) => found ?? node),
    pythonOf(path),
    onPath(path, "go"),
    onPath(path, "java"),
  ]);
  const places: string[] = [];
  const folders: string[] = [];
  for (const program of programs) {
    const file = program === null ? null : await realpath(program).catch(() => null);
    if (file === null || SYSTEM.some((folder) => file.startsWith(folder))) continue;
    const folder = dirname(file);
    folders.push(folder);
    places.push(...(await partsOf(file)));
  }
  return { places: [...new Set(places)], path: [...new Set(folders)] };
}

/** The parts of the installation around `<prefix>/bin/<program>`; of any other program itself alone. */
async function partsOf(file: string): Promise<string[]> {
  const folder = dirname(file);
  const prefix = dirname(folder);
  const names: string[] = folder.endsWith("/bin") ? await readdir(prefix).catch(() => []) : [];
  // Without its libraries beside it, it is a folder of programs of a person.
  if (!names.includes("lib") || (await isPersonal(prefix))) return [file];
  // Java reads what it may do from there.
  const parts = names.includes("release") ? [...PARTS, "conf"] : PARTS;
  return parts.filter((part) => names.includes(part)).map((part) => join(prefix, part));
}

/** A folder like `~/.local`, where a person's data is beside their programs. */
async function isPersonal(prefix: string): Promise<boolean> {
  const entries: string[] = await readdir(prefix).catch(() => []);
  return prefix.endsWith("/.local") || entries.some((name) => /^\.(?:ssh|bashrc|profile|config)$/.test(name));
}

/** What `python3` is behind the scripts of pyenv and the like, which need its whole folder. */
async function pythonOf(path: string): Promise<string | null> {
  const found = await onPath(path, "python3");
  if (found === null) return null;
  const prefix = await asked(found, path);
  return prefix === null ? null : join(prefix, "bin/python3");
}

function asked(python: string, path: string): Promise<string | null> {
  const options = { cwd: "/", timeout: 5_000, env: { ...process.env, PATH: path } };
  return new Promise((resolve) => {
    execFile(python, ["-I", "-c", "import sys; print(sys.base_prefix)"], options, (error, out) =>
      resolve(error === null ? out.trim() || null : null),
    );
  });
}

/** The first program of that name on a PATH. */
export async function onPath(path: string, program: string): Promise<string | null> {
  for (const folder of path.split(":")) {
    if (!folder.startsWith("/")) continue;
    const file = join(folder, program);
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram && (await stat(file)).isFile()) return file;
  }
  return null;
}
