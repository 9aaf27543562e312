import type { ObjectStore } from "./object-store.ts";

export interface TreeEntry {
  readonly name: string;
  /** As the API writes it, six digits. */
  readonly mode: string;
  readonly sha: string;
}

/** Files of a tree by path. */
export type Files = Map<string, { readonly mode: string; readonly sha: string }>;

/** Entries of one tree, in git's order. */
export function readTree(store: ObjectStore, sha: string): TreeEntry[] {
  const bytes = store.get(sha)?.bytes ?? Buffer.alloc(0);
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
  const folders = new Map<string, Files>();
  const entries: TreeEntry[] = [];
  for (const [path, file] of files) {
    const slash = path.indexOf("/");
    if (slash < 0) entries.push({ name: path, ...file });
    else {
      const folder = path.slice(0, slash);
      const inner = folders.get(folder) ?? new Map();
      folders.set(folder, inner.set(path.slice(slash + 1), file));
    }
  }
  for (const [name, inner] of folders) entries.push({ name, mode: "040000", sha: writeTree(store, inner) });
  const order = (entry: TreeEntry): Buffer =>
    Buffer.from(entry.mode === "040000" ? `${entry.name}/` : entry.name);
  entries.sort((a, b) => Buffer.compare(order(a), order(b)));
  const bytes = entries.flatMap((entry) => [
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
