import { AssayError } from "../../errors.ts";
import type { Records } from "../../ports/records.ts";
import { parseRecordPath } from "../../record/record-path.ts";
import { recordsUnder } from "../../record/records-under.ts";
import { digestOf } from "../files/digest.ts";

/** Records that live as long as the process. */
export function memoryRecords(): Records {
  const files = new Map<string, string>();

  return {
    async list() {
      return [...files.keys()].sort();
    },

    async under(folders) {
      return recordsUnder([...files.keys()], folders);
    },

    async strays() {
      return [];
    },

    async read(path) {
      refuseOtherPaths([path]);
      const text = files.get(path);
      return text === undefined ? null : { path, text, digest: digestOf(text) };
    },

    async write(changes) {
      refuseOtherPaths(changes.map(({ path }) => path));
      const paths = changes
        .filter(({ path, expected }) => {
          const text = files.get(path);
          return expected !== (text === undefined ? null : digestOf(text));
        })
        .map(({ path }) => path);
      for (const { path, beside } of changes) {
        const folder = path.slice(0, path.lastIndexOf("/") + 1);
        const others = [...files.keys()].filter(
          (other) => other.startsWith(folder) && !paths.includes(other),
        );
        if (beside !== undefined) paths.push(...others.filter((other) => !beside.includes(other)));
      }
      if (paths.length > 0) return { kind: "conflict", paths };
      for (const { path, text } of changes) files.set(path, text.toWellFormed());
      return { kind: "written", digests: changes.map(({ text }) => digestOf(text.toWellFormed())) };
    },

    async repair() {
      return [];
    },
  };
}

function refuseOtherPaths(paths: readonly string[]): void {
  for (const [index, path] of paths.entries()) {
    if (parseRecordPath(path) === null)
      throw new AssayError("record_path_refused", { path, reason: "not <scope>/<anchor>/<id>.md" });
    if (paths.indexOf(path) < index)
      throw new AssayError("record_path_refused", { path, reason: "named twice in one write" });
  }
}
