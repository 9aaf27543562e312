import type { Deps } from "../../ports/deps.ts";
import type { Warning } from "./envelope.ts";

/** A file that git knows and that differs from HEAD, beside those of plans and knowledge; null where there is none. */
export async function changedFile({ repository }: Pick<Deps, "repository">): Promise<string | null> {
  const { commit } = await repository.head();
  if (commit === null) return null;
  const files = await repository.changed(".");
  const changed = files.find(({ path, change }) => change !== "added" && !path.startsWith(".assay/"));
  return changed?.path ?? null;
}

/** That no commit can be named for what is carried out. */
export function treeChanged(file: string): Warning {
  return {
    code: "work_tree_changed",
    message: `${file} differs from the commit that is checked out, so that no commit stands on the runs, and a gate that asks for one does not count them; commit, then run again`,
  };
}
