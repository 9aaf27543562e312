import { readCommit, writeCommit } from "../git/commits.ts";
import type { ObjectStore } from "../git/object-store.ts";
import { changeTree, entryAt } from "../git/trees.ts";
import type { RepositoryState } from "../state/state.ts";
import { needPermission } from "./may.ts";
import type { ObjectSource } from "./object-types.ts";
import { fieldFailure } from "./query-error.ts";
import { type QueryContext, type QueryField, queryType } from "./query-type.ts";
import { needRepository } from "./repository-types.ts";

interface CommitInput {
  readonly branch?: { readonly repositoryNameWithOwner?: string; readonly branchName?: string };
  readonly expectedHeadOid?: string;
  readonly message?: { readonly headline?: string; readonly body?: string };
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[];
    readonly deletions?: readonly { readonly path: string }[];
  };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** One commit on top of a branch, by whoever owns the token, signed by GitHub; refused where the branch moved on. */
export const createCommitOnBranch: QueryField = {
  type: "CreateCommitOnBranchPayload",
  args: { input: "CreateCommitOnBranchInput!" },
  resolve: (_, { input }: { input?: CommitInput }, context) => {
    const { branch, expectedHeadOid, message, fileChanges } = input ?? {};
    if (expectedHeadOid === undefined || message?.headline === undefined || branch?.branchName === undefined)
      throw fieldFailure("INVALID", "Argument 'input' lacks something that must be given");
    const repository = needRepository(context, branch.repositoryNameWithOwner ?? "");
    needPermission(context.actor, repository, { contents: "write" });
    if (repository.archived) throw fieldFailure("UNPROCESSABLE", "Repository was archived so is read-only.");
    const name = `refs/heads/${branch.branchName.replace(/^refs\/heads\//, "")}`;
    const head = repository.refs.get(name);
    if (head === null) throw fieldFailure("NOT_FOUND", `No branch with the name '${branch.branchName}'.`);
    if (head !== expectedHeadOid)
      throw fieldFailure(
        "STALE_DATA",
        `Expected branch to point to "${expectedHeadOid}" but it did not.  Pull and try again.`,
      );
    const tree = changedTree(repository, head, fileChanges ?? {});
    const { headline, body = "" } = message;
    const sha = commit(context, repository, {
      tree,
      head,
      message: body === "" ? headline : `${headline}\n\n${body}`,
    });
    repository.signed.add(sha);
    repository.refs.set(name, sha);
    return { repository, sha };
  },
};

function changedTree(
  { store }: RepositoryState,
  head: string,
  { additions = [], deletions = [] }: NonNullable<CommitInput["fileChanges"]>,
): string {
  const { tree } = readCommit(store, head)!;
  const changes = new Map<string, { mode: string; sha: string } | null>();
  for (const { path } of deletions) {
    if (entryAt(store, tree, path) === null)
      throw fieldFailure("UNPROCESSABLE", `A path was requested for deletion which does not exist: ${path}`);
    changes.set(path, null);
  }
  for (const { path, contents } of additions) {
    if (!BASE64.test(contents)) throw fieldFailure("UNPROCESSABLE", `The contents of ${path} are no base64`);
    if (path.split("/").some((part) => ["", ".", "..", ".git"].includes(part)))
      throw fieldFailure("UNPROCESSABLE", `A path was requested which is malformed: ${path}`);
    changes.set(path, {
      mode: modeAt(store, tree, path),
      sha: store.put("blob", Buffer.from(contents, "base64")),
    });
  }
  return changeTree(store, tree, changes);
}

/** A file keeps its mode; what stands in the place of a folder is a new one. */
function modeAt(store: ObjectStore, tree: string, path: string): string {
  const mode = entryAt(store, tree, path)?.mode ?? "040000";
  return mode === "040000" ? "100644" : mode;
}

function commit(
  { state, actor }: QueryContext,
  repository: RepositoryState,
  { tree, head, message }: { tree: string; head: string; message: string },
): string {
  const at = state.clock.now();
  return writeCommit(repository.store, {
    tree,
    parents: [head],
    author: { name: actor.login, email: `${actor.login}@users.noreply.github.com`, at },
    committer: { name: "GitHub", email: "noreply@github.com", at },
    message,
  });
}

export const commitTypes = [
  queryType("CreateCommitOnBranchPayload", {
    commit: { type: "Commit", resolve: (source: ObjectSource) => source },
    ref: { type: "Ref", resolve: () => null },
  }),
];
