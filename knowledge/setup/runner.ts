import type { Wired } from "./edit/list-wiring.ts";
import type { PackageManager } from "./package-manager.ts";
import type { Project } from "./project.ts";

/** A test runner that init knows: how to find it, and how it comes to tell Assay of its tests. */
export interface Runner {
  readonly id: string;
  /** As its people write it. */
  readonly title: string;
  /** Files at the top of the work tree whose text is needed, be it to find the runner or to wire it. */
  readonly reads: readonly string[];
  /** How its recorder is put into one of its files and taken out; none where it has no recorder. */
  readonly edits: readonly FileEdit[];
  /** Files that init may write whole for it. */
  readonly ownFiles: readonly string[];
  /** Pure. Null where the project does not use it. `manager` is null where there is no package.json. */
  find(project: Project, manager: PackageManager | null): FoundRunner | null;
}

/** An edit of a file that exists, and its way back. */
export interface FileEdit {
  readonly files: readonly string[];
  apply(text: string, file: string): Wired;
  /** Null where the file can no longer be read well enough. The text itself where there is nothing to take out. */
  undo(text: string, file: string): string | null;
  /** What a person puts in where the file cannot be edited. */
  readonly byHand: string;
}

export interface FoundRunner {
  /** The file that shows it. */
  readonly because: string;
  /** How its recorder is wired; null for a runner without one, which writes reports instead. */
  readonly recorder:
    | { readonly kind: "edit"; readonly file: string; readonly edit: FileEdit }
    | { readonly kind: "file"; readonly file: string; readonly body: string }
    | { readonly kind: "hand"; readonly file: string; readonly byHand: string }
    | null;
  /** What a person may do besides to have more remembered. */
  readonly also?: string;
  /** Glob patterns of the reports that its command writes, where it has no recorder. */
  readonly reports: readonly string[];
  /** What runs the tests in CI, and writes the reports. */
  readonly command: string;
}
