import type { ErrorKind } from "#knowledge";

/** What becomes of a message whose operation ended with an error. */
export type Outcome =
  /** It comes again, a few times, then lies among the dead letters. */
  | "again"
  /** It is put among the dead letters at once: coming again changes nothing, and costs. */
  | "parked"
  /** The function fails, which raises the alarm on errors; the message comes again as with `again`. */
  | "thrown";

/** The outcome of every kind of error. */
export const OUTCOMES = {
  usage: "parked",
  missing: "parked",
  conflict: "again",
  invalid: "parked",
  unavailable: "again",
  denied: "thrown",
  bug: "thrown",
} as const satisfies Record<ErrorKind, Outcome>;
