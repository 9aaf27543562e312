import { AssayError } from "../../errors.ts";
import type { FileEdit } from "../../ports/change-branch.ts";
import type { TreeEntry } from "./change-files.ts";
import { refusedPath } from "./refused-path.ts";

/**
 * Refuses edits that are no edits of plain files of this tree: a path that leaves it or is git's own, a link, a
 * submodule, a folder, what lies behind one of them, a file named twice. Errors: edit_refused.
 */
export function refuseEdits(edits: readonly FileEdit[], entries: readonly TreeEntry[]): void {
  const modes = new Map(entries.map(({ path, mode }) => [path, mode]));
  const folders = new Set(entries.flatMap(({ path }) => above(path)));
  const written = new Set(edits.filter(({ text }) => text !== null).map(({ path }) => path));
  const removed = new Set(edits.filter(({ text }) => text === null).map(({ path }) => path));
  const seen = new Set<string>();
  for (const { path, text } of edits) {
    const refuse = (reason: string) => {
      throw new AssayError("edit_refused", { path, reason });
    };
    const reason = refusedPath(path);
    if (reason !== null) refuse(reason);
    if (seen.has(path)) refuse("is edited twice");
    seen.add(path);
    const mode = modes.get(path);
    if (mode !== undefined && !mode.startsWith("100")) refuse("is a link or a submodule");
    if (folders.has(path)) refuse("is a folder");
    if (text === null && mode === undefined) refuse("is not there to be removed");
    for (const folder of above(path)) {
      if (modes.has(folder) && !removed.has(folder)) refuse(`${folder} is no folder`);
      if (written.has(folder)) refuse(`${folder} is written as a file`);
    }
  }
}

function above(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}
