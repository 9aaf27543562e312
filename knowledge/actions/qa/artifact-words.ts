/** Kinds of what a run leaves behind. */
export const ARTIFACT_KINDS = [
  "screenshot",
  "trace",
  "har",
  "log",
  "diff",
  "report",
  "transcript",
  "other",
] as const;
