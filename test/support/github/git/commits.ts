import type { GitObject, ObjectStore } from "./object-store.ts";

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Milliseconds. */
  readonly at: number;
}

export interface CommitObject {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  /** The author unless told. */
  readonly committer?: Signature;
  readonly message: string;
}

/** Keeps a commit and tells its name. */
export function writeCommit(store: ObjectStore, commit: NewCommit): string {
  const by = ({ name, email, at }: Signature): string => `${name} <${email}> ${Math.floor(at / 1_000)} +0000`;
  const head = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${by(commit.author)}`,
    `committer ${by(commit.committer ?? commit.author)}`,
  ];
  return store.put("commit", Buffer.from(`${head.join("\n")}\n\n${commit.message}`));
}

/** Commits that were read already: what an object holds never changes. */
const known = new WeakMap<GitObject, CommitObject>();

/** A commit by its full name, or null; a tag that is given a commit's place is followed. */
export function readCommit(store: ObjectStore, sha: string): CommitObject | null {
  const object = store.get(sha);
  const read = object === null ? null : (known.get(object) ?? parseCommit(store, sha, object));
  if (object !== null && read !== null) known.set(object, read);
  return read;
}

function parseCommit(store: ObjectStore, sha: string, object: GitObject): CommitObject | null {
  const text = object.bytes.toString("utf8");
  if (object.kind === "tag") return readCommit(store, /^object (\w+)/.exec(text)?.[1] ?? "");
  if (object.kind !== "commit") return null;
  const split = text.indexOf("\n\n");
  const head = text.slice(0, split).split("\n");
  const value = (key: string): string =>
    head.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? "";
  return {
    sha,
    tree: value("tree"),
    parents: head.filter((line) => line.startsWith("parent ")).map((line) => line.slice(7)),
    author: readSignature(value("author")),
    committer: readSignature(value("committer")),
    message: text.slice(split + 2),
  };
}

function readSignature(text: string): Signature {
  const found = /^(.*) <(.*)> (\d+) /.exec(`${text} `);
  return { name: found?.[1] ?? "", email: found?.[2] ?? "", at: Number(found?.[3] ?? 0) * 1_000 };
}
