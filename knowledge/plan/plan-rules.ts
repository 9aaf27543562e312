import type { Method } from "./method.ts";
import type { Fault } from "./plan-problem.ts";

/** What a plan is read by, beside its own form. */
export interface PlanRules {
  /** Methods by id: the built-in ones and the project's. */
  readonly methods: ReadonlyMap<string, Method>;
  readonly checkPolicy: CheckPolicy;
}

/** What is wrong with a success policy, keys from its top; none where it can be evaluated. */
export type CheckPolicy = (policy: Readonly<Record<string, unknown>>) => readonly Fault[];
