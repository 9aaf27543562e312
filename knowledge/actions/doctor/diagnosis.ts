import * as z from "zod/mini";

/** Everything that is looked at, in the order in which it is told. */
const CHECKS = [
  "node",
  "search",
  "git",
  "repository",
  "clone",
  "ledger",
  "terminal",
  "ci",
  "secrets",
  "settings",
  "records",
  "proposals",
  "queue",
  "requirements",
] as const;

const Check = z.object({
  id: z.enum(CHECKS),
  /** `warn`: something is off or missing and the rest works; `fail`: something must be mended first. */
  state: z.enum(["ok", "warn", "fail"]),
  /** What was found, in a sentence without a full stop. */
  found: z.string(),
  /** The command or the step that mends it; null where nothing is wrong. */
  mend: z.nullable(z.string()),
});
export type Check = z.output<typeof Check>;

export const Diagnosis = z.object({
  assay: z.string(),
  healthy: z.boolean(),
  checks: z.array(Check),
});
export type Diagnosis = z.output<typeof Diagnosis>;
