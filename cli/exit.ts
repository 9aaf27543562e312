import type { ErrorKind } from "#knowledge";

/** What a process of Assay can end with (130 comes from the shell when a signal interrupts one). */
export const EXIT = { ok: 0, no: 1, later: 3 } as const;

interface Outcome {
  readonly code: number;
  /** First word of the message. */
  readonly label: string;
}

/** Exit code and wording of every kind of error. */
export const OUTCOMES = {
  usage: { code: 2, label: "error" },
  missing: { code: 2, label: "error" },
  conflict: { code: 2, label: "error" },
  invalid: { code: 2, label: "error" },
  denied: { code: 2, label: "refused" },
  unavailable: { code: 3, label: "unavailable" },
  bug: { code: 70, label: "internal error" },
} as const satisfies Record<ErrorKind, Outcome>;
