/** One check of a commit, whatever reports it: a check run, a commit status, or both under one name. */
export interface Check {
  /**
   * `<app>/<name>` of a check run, `status/<context>` of a status; with the workflow where several of one name count
   * (check-key.ts). Equal for the same check on another commit where the same workflows have reported.
   */
  readonly key: string;
  /** For people: the forge's name, with the workflow in brackets where several of one name count. */
  readonly name: string;
  readonly app: string;
  readonly kind: "check-run" | "status" | "both";
  readonly state: CheckState;
  /** The forge's word, or null while it runs. */
  readonly conclusion: string | null;
  readonly url: string | null;
  readonly checkRun: number | null;
  readonly job: number | null;
  readonly workflowRun: number | null;
  /** Annotations that it has. */
  readonly annotations: number;
  /** What it says of itself, one line; may be empty. */
  readonly says: string;
  /** ISO 8601, or null. */
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

/** `unclear`: cancelled or stale, neither a pass nor a failure. */
export type CheckState = "running" | "passed" | "failed" | "unclear";

/** What CI as a whole says of a commit. */
export type CiOutcome =
  | { readonly kind: "running"; readonly running: readonly Check[]; readonly failed: readonly Check[] }
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly failed: readonly Check[]; readonly unclear: readonly Check[] }
  /** Nothing failed, and something was cancelled or is stale: a person looks at it. */
  | { readonly kind: "unclear"; readonly unclear: readonly Check[] }
  /** Nothing has reported yet, and the time for it is not over. */
  | { readonly kind: "silent"; readonly until: string }
  /** Nothing reported in time: no CI for changes. */
  | { readonly kind: "none" };
