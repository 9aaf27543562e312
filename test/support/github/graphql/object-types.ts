import { readCommit } from "../git/commits.ts";
import { readTree, type TreeEntry } from "../git/trees.ts";
import { loginOfEmail } from "../shapes/commit-shape.ts";
import type { RepositoryState } from "../state/state.ts";
import { needPermission } from "./may.ts";
import { queryType } from "./query-type.ts";
import { statusRollup } from "./status-rollup.ts";

/** An object of git in a repository. */
export interface ObjectSource {
  readonly repository: RepositoryState;
  readonly sha: string;
}

interface EntrySource {
  readonly repository: RepositoryState;
  readonly entry: TreeEntry;
}

/** A longer text is cut. */
const LONGEST_TEXT = 512 * 1_024;
const NAMES: Readonly<Record<string, string>> = { blob: "Blob", tree: "Tree", commit: "Commit", tag: "Tag" };
const KINDS: Readonly<Record<string, string>> = { "040000": "tree", "160000": "commit" };

const oid = {
  id: { type: "ID", resolve: ({ sha }: ObjectSource) => `O_${sha}` },
  oid: { type: "GitObjectID", resolve: ({ sha }: ObjectSource) => sha },
};

function bytesOf({ repository, sha }: ObjectSource): Buffer {
  return repository.store.get(sha)?.bytes ?? Buffer.alloc(0);
}

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

function textOf(source: ObjectSource): string | null {
  const bytes = bytesOf(source);
  return isBinary(bytes) ? null : bytes.subarray(0, LONGEST_TEXT).toString("utf8");
}

const entryObject = ({ repository, entry }: EntrySource): ObjectSource | null =>
  repository.store.get(entry.sha) === null ? null : { repository, sha: entry.sha };

/** Commits, trees and blobs. */
export const objectTypes = [
  queryType("GitObject", oid, (source) => {
    const { repository, sha } = source as ObjectSource;
    return NAMES[repository.store.get(sha)?.kind ?? "blob"]!;
  }),
  queryType("Tag", oid),
  queryType("Blob", {
    ...oid,
    byteSize: { type: "Int", resolve: (source: ObjectSource) => bytesOf(source).length },
    isBinary: { type: "Boolean", resolve: (source: ObjectSource) => isBinary(bytesOf(source)) },
    isTruncated: {
      type: "Boolean",
      resolve: (source: ObjectSource) => bytesOf(source).length > LONGEST_TEXT,
    },
    text: { type: "String", resolve: textOf },
  }),
  queryType("Tree", {
    ...oid,
    entries: {
      type: "TreeEntry",
      resolve: ({ repository, sha }: ObjectSource) =>
        readTree(repository.store, sha).map((entry): EntrySource => ({ repository, entry })),
    },
  }),
  queryType("TreeEntry", {
    name: { type: "String", resolve: ({ entry }: EntrySource) => entry.name },
    mode: { type: "Int", resolve: ({ entry }: EntrySource) => Number.parseInt(entry.mode, 8) },
    type: { type: "String", resolve: ({ entry }: EntrySource) => KINDS[entry.mode] ?? "blob" },
    oid: { type: "GitObjectID", resolve: ({ entry }: EntrySource) => entry.sha },
    object: { type: "GitObject", resolve: entryObject },
  }),
  queryType("Commit", {
    ...oid,
    committedDate: {
      type: "DateTime",
      resolve: ({ repository, sha }: ObjectSource, _, { state }) =>
        state.clock.iso(readCommit(repository.store, sha)!.committer.at),
    },
    message: {
      type: "String",
      resolve: ({ repository, sha }: ObjectSource) => readCommit(repository.store, sha)!.message,
    },
    url: {
      type: "URI",
      resolve: ({ repository: { owner, name }, sha }: ObjectSource, _, { state }) =>
        `${state.web}/${owner}/${name}/commit/${sha}`,
    },
    tree: {
      type: "Tree",
      resolve: ({ repository, sha }: ObjectSource) => ({
        repository,
        sha: readCommit(repository.store, sha)!.tree,
      }),
    },
    author: {
      type: "GitActor",
      resolve: ({ repository, sha }: ObjectSource) => readCommit(repository.store, sha)!.author,
    },
    statusCheckRollup: {
      type: "StatusCheckRollup",
      resolve: ({ repository, sha }: ObjectSource, _, { state, actor }) => {
        needPermission(actor, repository, { checks: "read" });
        const rollup = statusRollup(state, repository, sha);
        return rollup === null ? null : { rollup };
      },
    },
  }),
  queryType("GitActor", {
    name: { type: "String", resolve: ({ name }: { name: string }) => name },
    email: { type: "String", resolve: ({ email }: { email: string }) => email },
    user: {
      type: "User",
      resolve: ({ email }: { email: string }) => {
        const login = loginOfEmail(email);
        return login === null ? null : { login };
      },
    },
  }),
  queryType("StatusCheckRollup", {
    state: { type: "StatusState", resolve: ({ rollup }: { rollup: string }) => rollup },
  }),
];
