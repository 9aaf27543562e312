import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { ChangeBranch } from "../../ports/change-branch.ts";
import type { Holder } from "../../ports/holder.ts";
import { processFolder } from "../files/process-folder.ts";
import { removeTree } from "../files/remove-tree.ts";
import { changeFiles, treeEntries } from "./change-files.ts";
import { type AskGit, changePlace, commitOf } from "./change-place.ts";
import { fetchMissing, findRemote, pushCommit } from "./change-remote.ts";
import { commitEdits } from "./commit-edits.ts";
import type { GitPlace } from "./run-git.ts";
import { writeCopy } from "./write-copy.ts";

interface Options {
  /** Where copies are made; exists. */
  readonly temporary: string;
  readonly holder: Holder;
}

/**
 * The branch of a change in the clone around `place.cwd`, asked of the `git` binary in the folder that the clone's
 * work trees share. Hooks, fsmonitor, filters and attributes are off; the person's credentials, ssh and proxies hold.
 */
export function gitChangeBranch(place: GitPlace, { temporary, holder }: Options): ChangeBranch {
  let opened: Promise<AskGit> | undefined;
  const git = () => {
    opened ??= changePlace(place);
    return opened;
  };
  return {
    ...changeFiles(git),
    fetch: async (remote, refs) => fetchMissing(await git(), remote, refs),
    remoteOf: async (repository) => findRemote(await git(), repository),

    async copy(commit, edits) {
      const ask = await git();
      const entries = await treeEntries(ask, commit);
      const own = await processFolder(temporary, holder);
      const folder = join(own, "copy");
      const close = () => removeTree(own);
      try {
        await mkdir(folder);
        await writeCopy(ask, entries, edits, folder);
      } catch (error) {
        await close();
        throw error;
      }
      return { folder, close };
    },

    async commit(target, edits, message) {
      const ask = await git();
      const isName = await ask(["check-ref-format", `refs/heads/${target.branch}`]);
      if (!isName.ok)
        throw new AssayError("git_failed", { words: `${target.branch} is no name of a branch`, outcome: "" });
      const parent = await commitOf(ask, target.parent);
      const own = await processFolder(temporary, holder);
      const commit = await commitEdits(ask, parent, edits, message, own).finally(() => removeTree(own));
      await pushCommit(ask, { ...target, parent }, commit);
      return commit;
    },
  };
}
