import type * as z from "zod/mini";
import type { QaRun } from "./qa-run.ts";

/** One part of what a policy asks, and whether it was met. */
export interface Clause {
  /** What is asked, in words: `pass rate at least 0.95`. */
  readonly clause: string;
  readonly outcome: "passed" | "failed" | "not_evaluated";
  /** What was seen: `19 of 20 runs`. */
  readonly seen: string;
}

/** What a policy says of the runs that qualify. */
export interface PolicyReadOut {
  readonly outcome: "satisfied" | "failed" | "undetermined";
  /** At least one. */
  readonly clauses: readonly Clause[];
  /** Wilson's 95% bounds of the pass rate, where a rate is looked at (Wilson 1927). */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** A type of success policy: one constant in a file of its slug, and a line in `policies/index.ts`. */
export interface SuccessPolicy<Shape extends z.core.$ZodType = z.core.$ZodType> {
  /** As in the JSON's `type`. */
  readonly type: string;
  readonly shape: Shape;
  /** Pure. `runs` are completed and qualify, oldest first. */
  evaluate(policy: z.output<Shape>, runs: readonly QaRun[]): PolicyReadOut;
}
