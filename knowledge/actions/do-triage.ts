import type { DutyOf } from "../watch/duty.ts";
import { dispatch } from "./operation.ts";
import { triageRun } from "./triage-run.ts";

/** Does a duty to answer a new failure: by a function that has its message, or at once by whoever looked. Errors: those of the operation. */
export function doTriage(
  deps: Parameters<typeof triageRun.run>[0],
  { organisation, repository, failure }: DutyOf<"triage">,
): ReturnType<typeof triageRun.run> {
  return dispatch(triageRun, deps, { organisation, repository, failure });
}
