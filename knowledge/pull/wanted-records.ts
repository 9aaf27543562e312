import { createHash } from "node:crypto";
import { AssayError } from "../errors.ts";
import { PROPOSAL_ID, type Proposals, type StoredProposal } from "../ports/proposals.ts";
import type { Records, RecordWrite } from "../ports/records.ts";
import { parseRecordPath } from "../record/record-path.ts";
import { recordsUnder } from "../record/records-under.ts";
import { KNOWLEDGE_FOLDER, PROPOSALS_FOLDER } from "../store/knowledge-folder.ts";
import { proposalPath } from "../store/read-proposals.ts";
import type { LaidTree } from "./laid-tree.ts";

/** Keeps files, by their paths from the top of the repository, as wanted; durable when it returns. */
export type KeepWanted = (
  files: readonly { readonly path: string; readonly text: string }[],
) => Promise<void>;

/**
 * Records of a branch that nobody has checked out: read by path, under what is wanted already; what is written is wanted
 * from then on, and nothing else. Errors: those of the tree and of `keep`; record_path_refused.
 */
export function wantedRecords(
  tree: LaidTree,
  keep: KeepWanted,
): Pick<Records, "read" | "repair" | "under" | "write"> {
  return {
    async under(folders) {
      const places: string[] = [];
      for (const scope of await tree.subfolders(KNOWLEDGE_FOLDER)) {
        const root = `${KNOWLEDGE_FOLDER}/${scope}`;
        const there = await tree.subfolders(root);
        const asked = folders.filter((folder) => there.has(folder.split("/", 1)[0] ?? ""));
        places.push(...asked.map((folder) => `${root}/${folder}`));
      }
      const files = await tree.files(places);
      return recordsUnder([...files.keys()].map(inRoot), folders);
    },

    async read(path) {
      refuseOtherPaths([path]);
      await tree.files([folderOf(placeOf(path))]);
      const text = tree.known(placeOf(path));
      return text === null ? null : { path, text, digest: digestOf(text) };
    },

    async write(changes) {
      refuseOtherPaths(changes.map(({ path }) => path));
      if (changes.length === 0) return { kind: "written", digests: [] };
      return tree.alone(async () => {
        await tree.files(changes.map(({ path }) => folderOf(placeOf(path))));
        const conflicts = [...new Set(changes.flatMap((change) => conflictsOf(tree, change)))];
        if (conflicts.length > 0) return { kind: "conflict", paths: conflicts };
        const files = changes.map(({ path, text }) => ({ path: placeOf(path), text: text.toWellFormed() }));
        await keep(files);
        for (const { path, text } of files) tree.lay(path, text);
        return { kind: "written", digests: files.map(({ text }) => digestOf(text)) };
      });
    },

    // What is written is one event: nothing of it can be left half done.
    repair: async () => [],
  };
}

/** Proposals of such a branch, in the same way. */
export function wantedProposals(tree: LaidTree, keep: KeepWanted): Pick<Proposals, "add" | "list"> {
  return {
    async list() {
      const files = await tree.files([PROPOSALS_FOLDER]);
      return [...files]
        .flatMap(([path, text]): StoredProposal[] => {
          const id = path.slice(PROPOSALS_FOLDER.length + 1).replace(/\.yaml$/, "");
          return path.endsWith(".yaml") && PROPOSAL_ID.test(id) ? [{ id, text, digest: digestOf(text) }] : [];
        })
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    async add(id, text) {
      const path = proposalPath(id);
      return tree.alone(async () => {
        await tree.files([PROPOSALS_FOLDER]);
        if (tree.known(path) !== null) return "there";
        const written = text.toWellFormed();
        await keep([{ path, text: written }]);
        tree.lay(path, written);
        return "written";
      });
    },
  };
}

/** Paths that are another than the writer saw, or that it did not see in the folder. */
function conflictsOf(tree: LaidTree, { path, expected, beside }: RecordWrite): readonly string[] {
  const text = tree.known(placeOf(path));
  if ((text === null ? null : digestOf(text)) !== expected) return [path];
  if (beside === undefined) return [];
  return tree
    .knownIn(folderOf(placeOf(path)))
    .map(inRoot)
    .filter((other) => other !== path && parseRecordPath(other) !== null && !beside.includes(other));
}

function refuseOtherPaths(paths: readonly string[]): void {
  for (const [index, path] of paths.entries()) {
    if (parseRecordPath(path) === null)
      throw new AssayError("record_path_refused", { path, reason: "not <scope>/<anchor>/<id>.md" });
    if (paths.indexOf(path) < index)
      throw new AssayError("record_path_refused", { path, reason: "named twice in one write" });
  }
}

function placeOf(path: string): string {
  return `${KNOWLEDGE_FOLDER}/${path}`;
}

function inRoot(path: string): string {
  return path.slice(KNOWLEDGE_FOLDER.length + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
