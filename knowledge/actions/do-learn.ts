import type { DutyOf } from "../watch/duty.ts";
import { learnPull } from "./learn-pull.ts";
import { dispatch } from "./operation.ts";

/** Does a duty to learn from what runs left; what is due then is for whoever does it. Errors: those of the operation. */
export function doLearn(
  deps: Parameters<typeof learnPull.run>[0],
  { organisation, repository }: DutyOf<"learn">,
): ReturnType<typeof learnPull.run> {
  return dispatch(learnPull, deps, { organisation, repository });
}
