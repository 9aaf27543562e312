import type { ObjectStore } from "./object-store.ts";

export interface TreeEntry {
  readonly name: string;
  /** As the API writes it, six digits. */
  readonly mode: string;
  readonly sha: string;
}

/** Files of a tree by path. */
export type Files = Map<string, { readonly mode: string; readonly sha: string }>;

/** Entries of trees that were read already: what an object holds never changes. */
const known = new WeakMap<Buffer, readonly TreeEntry[]>();

/** Entries of one tree, in git's order. */
export function readTree(store: ObjectStore, sha: string): readonly TreeEntry[] {
  const bytes = store.get(sha)?.bytes ?? Buffer.alloc(0);
  const entries = known.get(bytes) ?? parseTree(bytes);
  known.set(bytes, entries);
  return entries;
}

function parseTree(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    const [mode, ...name] = bytes.subarray(at, end).toString("utf8").split(" ");
    entries.push({
      mode: mode!.padStart(6, "0"),
      name: name.join(" "),
      sha: bytes.subarray(end + 1, end + 21).toString("hex"),
    });
    at = end + 21;
  }
  return entries;
}

/** All files below a tree. */
export function flattenTree(store: ObjectStore, sha: string, prefix = "", files: Files = new Map()): Files {
  for (const entry of readTree(store, sha)) {
    const path = prefix + entry.name;
    if (entry.mode === "040000") flattenTree(store, entry.sha, `${path}/`, files);
    else files.set(path, { mode: entry.mode, sha: entry.sha });
  }
  return files;
}

/** Keeps the trees of these files and tells the name of the topmost. */
export function writeTree(store: ObjectStore, files: Files): string {
  return changeTree(store, null, files);
}

/** Keeps what becomes of a tree where some files are others or, with null, gone; tells the name of the topmost. */
export function changeTree(
  store: ObjectStore,
  tree: string | null,
  changes: ReadonlyMap<string, { readonly mode: string; readonly sha: string } | null>,
): string {
  return changed(store, tree, [...changes]) ?? store.put("tree", Buffer.alloc(0));
}

type Change = readonly [path: string, file: { readonly mode: string; readonly sha: string } | null];

function changed(store: ObjectStore, tree: string | null, changes: readonly Change[]): string | null {
  const entries = new Map((tree === null ? [] : readTree(store, tree)).map((entry) => [entry.name, entry]));
  const folders = new Map<string, Change[]>();
  for (const [path, file] of changes) {
    const slash = path.indexOf("/");
    if (slash >= 0) {
      const name = path.slice(0, slash);
      const inner = folders.get(name) ?? [];
      inner.push([path.slice(slash + 1), file]);
      folders.set(name, inner);
    } else if (file === null) entries.delete(path);
    else entries.set(path, { name: path, ...file });
  }
  for (const [name, inner] of folders) {
    const old = entries.get(name);
    const sha = changed(store, old?.mode === "040000" ? old.sha : null, inner);
    if (sha !== null) entries.set(name, { name, mode: "040000", sha });
    else if (old?.mode === "040000") entries.delete(name);
  }
  return entries.size === 0 ? null : putTree(store, [...entries.values()]);
}

function putTree(store: ObjectStore, entries: readonly TreeEntry[]): string {
  const keyed = entries.map((entry) => ({
    entry,
    key: Buffer.from(entry.mode === "040000" ? `${entry.name}/` : entry.name),
  }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  const bytes = keyed.flatMap(({ entry }) => [
    Buffer.from(`${entry.mode.replace(/^0/, "")} ${entry.name}\0`),
    Buffer.from(entry.sha, "hex"),
  ]);
  return store.put("tree", Buffer.concat(bytes));
}

/** The entry at a path (`""` is the tree itself), or null. */
export function entryAt(store: ObjectStore, tree: string, path: string): TreeEntry | null {
  let entry: TreeEntry = { name: "", mode: "040000", sha: tree };
  for (const name of path.split("/").filter((part) => part !== "")) {
    if (entry.mode !== "040000") return null;
    const next = readTree(store, entry.sha).find((other) => other.name === name);
    if (next === undefined) return null;
    entry = next;
  }
  return entry;
}
