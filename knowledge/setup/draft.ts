import type { FileChange } from "../ports/project-files.ts";
import type { Project } from "./project.ts";

/** Texts of files as they would become; several edits of one file add up. */
export interface Draft {
  /** As it would be now; null where there is none. */
  read(path: string): string | null;
  /** Null removes it. */
  write(path: string, text: string | null): void;
  /** What differs from the project, by path. */
  changes(): readonly FileChange[];
}

export function draftOf({ texts }: Project): Draft {
  const drafted = new Map<string, string | null>();
  const before = (path: string) => texts.get(path) ?? null;
  return {
    read: (path) => (drafted.has(path) ? (drafted.get(path) ?? null) : before(path)),
    write: (path, text) => void drafted.set(path, text),
    changes: () =>
      [...drafted]
        .map(([path, after]) => ({ path, before: before(path), after }))
        .filter((change) => change.before !== change.after)
        .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
