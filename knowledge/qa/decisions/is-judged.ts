import type { RequirementState } from "../subject-state.ts";

/** Whether a pass or a fail was recorded for it. Pure. */
export function isJudged({ runs }: Pick<RequirementState, "runs">): boolean {
  return runs.some(({ verdict }) => verdict === "pass" || verdict === "fail");
}

/** Whether the newest pass, fail or error that was recorded for it is no pass. Pure. */
export function hasFailed({ runs }: Pick<RequirementState, "runs">): boolean {
  const newest = runs.findLast(({ verdict }) => verdict !== null && verdict !== "undetermined");
  return newest !== undefined && newest.verdict !== "pass";
}
