import type { Project } from "./project.ts";

/** A CI system that init knows: how to find it, and what a person pastes into its file. */
export interface CiSnippet {
  readonly id: string;
  /** As its people write it. */
  readonly title: string;
  /** Folders whose files show it, besides the top of the work tree. */
  readonly folders: readonly string[];
  /** The file that shows it, or null where the project does not use it. */
  find(project: Project): string | null;
  /** Name of the snippet's file. */
  readonly file: string;
  readonly comment: "#" | "//";
  /** Says where the text belongs, then gives it, ending in a line feed. */
  text(steps: readonly CiStep[]): string;
}

/** What CI does for test runners that report in one way. */
export interface CiStep {
  readonly title: string;
  /** Runs the tests so that they leave a report; null where the step that runs them stays as it is. */
  readonly test: string | null;
  /** Hands what they left to Assay; to be run after a failure too. */
  readonly ingest: string;
  /** Patterns of the files that they leave, before {@link ingest}. */
  readonly leaves: readonly string[];
}
