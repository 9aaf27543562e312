/** Namespace of the functions' own metrics; alarms and the dashboard read the same names. */
export const NAMESPACE = "Assay";

export const METRICS = {
  /** A message failed and comes again. */
  failed: "MessageFailed",
  /** A message that coming again would not help was put among the dead letters. */
  parked: "MessageParked",
  /** Something is due that no function of this deployment does. */
  undone: "DutyWithoutFunction",
  /** A repository could not be looked at, and the others were. */
  problem: "RepositoryProblem",
  minted: "TokenMinted",
  notMinted: "TokenNotGiven",
} as const;
