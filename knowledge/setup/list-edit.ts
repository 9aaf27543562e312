import { type ListWiring, wireList } from "./edit/list-wiring.ts";
import { unwireList } from "./edit/unwire-list.ts";
import type { FileEdit } from "./runner.ts";

/** The edit that puts an element into a list of one of these files. */
export function listEdit(files: readonly string[], wiring: ListWiring, byHand: string): FileEdit {
  const form = (file: string) => (file.endsWith(".json") ? "json" : "script");
  return {
    files,
    apply: (text, file) => wireList(text, form(file), wiring),
    undo: (text, file) => unwireList(text, form(file), wiring),
    byHand,
  };
}
