import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/**
 * Top of the work tree around `cwd`, or null outside of one: the nearest folder upwards that has a `.git`
 * (a file in a linked work tree and a submodule), or what GIT_WORK_TREE and GIT_DIR say, as git(1) has it.
 */
export async function findWorkTree(cwd: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  if (env.GIT_WORK_TREE) return resolve(cwd, env.GIT_WORK_TREE);
  if (env.GIT_DIR) return cwd;
  for (let folder = cwd; ; folder = dirname(folder)) {
    if ((await stat(join(folder, ".git")).catch(() => null)) !== null) return folder;
    if (dirname(folder) === folder) return null;
  }
}
