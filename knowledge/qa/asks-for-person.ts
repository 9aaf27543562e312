import type { Method } from "../plan/method.ts";
import type { Requirement } from "./requirement.ts";

/** Whether a person's judgement is asked for, so that a review by an agent is none: by the method, or as a sign-off. Pure. */
export function asksForPerson(
  { qa_phase }: Pick<Requirement, "qa_phase">,
  method: Method | undefined,
): boolean {
  return qa_phase === "manual_acceptance" || method?.verdict_path === "person";
}
