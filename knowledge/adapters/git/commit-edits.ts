import { join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { FileEdit } from "../../ports/change-branch.ts";
import { treeEntries } from "./change-files.ts";
import { type AskGit, answered, commitOf } from "./change-place.ts";
import { refuseEdits } from "./refuse-edits.ts";

const AUTHOR = { NAME: "Assay QA engineer", EMAIL: "qa-engineer@assay.invalid" };

const IDENTITY = {
  GIT_AUTHOR_NAME: AUTHOR.NAME,
  GIT_AUTHOR_EMAIL: AUTHOR.EMAIL,
  GIT_COMMITTER_NAME: AUTHOR.NAME,
  GIT_COMMITTER_EMAIL: AUTHOR.EMAIL,
};

/**
 * Makes a commit of exactly these edits on top of `parent`, with an index in `folder`; no ref points at it yet.
 * Errors: edit_refused, git_failed (no edit, edits that change nothing).
 */
export async function commitEdits(
  ask: AskGit,
  parent: string,
  edits: readonly FileEdit[],
  message: string,
  folder: string,
): Promise<string> {
  const below = await commitOf(ask, parent);
  const entries = await treeEntries(ask, below);
  refuseEdits(edits, entries);
  const modes = new Map(entries.map(({ path, mode }) => [path, mode]));
  const removed = edits.filter(({ text }) => text === null);
  // What lies behind a file that goes is put in after it went.
  const lines = removed.map(({ path }) => `0 ${"0".repeat(below.length)}\t${path}\0`);
  for (const { path, text } of edits) {
    if (text === null) continue;
    // `--no-filters`: the bytes as they were given.
    const blob = await answered(ask, ["hash-object", "-w", "--stdin", "--no-filters"], { input: text });
    lines.push(`${modes.get(path) ?? "100644"} ${blob.toString().trim()}\t${path}\0`);
  }
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  await answered(ask, ["read-tree", below], { env });
  await answered(ask, ["update-index", "-z", "--index-info"], { env, input: lines.join("") });
  const tree = (await answered(ask, ["write-tree"], { env })).toString().trim();
  const before = (await answered(ask, ["rev-parse", `${below}^{tree}`])).toString().trim();
  if (tree === before) throw new AssayError("git_failed", { words: "the edits change nothing", outcome: "" });
  const commit = await answered(ask, ["commit-tree", tree, "-p", below, "-F", "-"], {
    input: message.replaceAll("\0", ""),
    env: IDENTITY,
  });
  return commit.toString().trim();
}
