import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Where Assay keeps its state of a repository: shared by its work trees, safe from `git clean`. */
export function stateFolder(gitCommonDir: string): string {
  return join(gitCommonDir, "assay");
}

/**
 * The state folder of the repository around `cwd` (made by whoever writes first), or null outside of one.
 * Found by the files that gitrepository-layout(5) describes, because asking git costs a process.
 */
export async function findStateFolder(cwd: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const gitDir = await findGitFolder(cwd, env);
  if (gitDir === null) return null;
  const common = env.GIT_COMMON_DIR ?? (await readLine(join(gitDir, "commondir"))) ?? ".";
  return stateFolder(resolve(gitDir, common));
}

/** The folder of HEAD of the work tree around `cwd`, or null outside of a repository. */
export async function findGitFolder(cwd: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  return env.GIT_DIR ? resolve(cwd, env.GIT_DIR) : await findGitDir(cwd);
}

/** `.git` of the nearest folder upwards that has one; in a work tree and a submodule it is a file that names the folder. */
async function findGitDir(folder: string): Promise<string | null> {
  const place = join(folder, ".git");
  const found = await stat(place).catch(() => null);
  if (found?.isDirectory()) return place;
  const pointer = found === null ? null : await readLine(place);
  if (pointer?.startsWith("gitdir: ")) return resolve(folder, pointer.slice("gitdir: ".length));
  return dirname(folder) === folder ? null : findGitDir(dirname(folder));
}

async function readLine(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : text.replace(/\r?\n[\s\S]*$/, "");
}
