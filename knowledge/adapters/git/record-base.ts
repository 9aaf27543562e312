import { AssayError } from "../../errors.ts";
import type { RecordBase } from "../../ports/record-base.ts";
import { parseRecordPath } from "../../record/record-path.ts";
import { type GitPlace, runGit } from "./run-git.ts";
import { treeFiles } from "./tree-files.ts";

/** Records at a commit, read by the `git` binary. `folder` is the knowledge root, relative to the top of the work tree. */
export function gitRecordBase(place: GitPlace, folder: string): RecordBase {
  return {
    async at(reference) {
      const commit = await commonCommit(place, reference);
      const relative = (path: string) => path.slice(folder.length + 1);
      const files = await treeFiles(
        place,
        commit,
        folder,
        (path) => parseRecordPath(relative(path)) !== null,
      );
      return { commit, files: files.map(({ path, text }) => ({ path: relative(path), text })) };
    },
  };
}

async function commonCommit(place: GitPlace, reference: string): Promise<string> {
  const named = await runGit(place, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${reference}^{commit}`,
  ]);
  if (!named.ok) throw missing(reference, "there is no such commit in this clone");
  const common = await runGit(place, ["merge-base", text(named.stdout), "HEAD"]);
  if (!common.ok) throw missing(reference, "this clone knows no commit that it and HEAD have in common");
  return text(common.stdout);
}

function text(line: Buffer): string {
  return line.toString().trim();
}

function missing(base: string, reason: string): AssayError {
  return new AssayError("base_missing", { base, reason });
}
