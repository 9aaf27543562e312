import type { FileChange } from "../ports/project-files.ts";

/** What init found, and what it would do about it. Nothing of it is done. */
export interface SetupPlan {
  readonly manager: string | null;
  readonly runners: readonly { readonly title: string; readonly because: string }[];
  readonly ci: readonly { readonly title: string; readonly because: string }[];
  readonly changes: readonly FileChange[];
  /** What a person has to do, in the order in which to do it. */
  readonly steps: readonly SetupStep[];
}

export interface SetupStep {
  /** The file that it is about; null for a command. */
  readonly file: string | null;
  readonly why: string;
  /** What to write there, or to run. */
  readonly text: string | null;
}
