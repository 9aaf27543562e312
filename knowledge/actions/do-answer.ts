import type { DutyOf } from "../watch/duty.ts";
import { dispatch } from "./operation.ts";
import { watchAnswer } from "./watch-answer.ts";

/** Does a duty to tell an issue of ours that its checks fail again. Errors: those of the operation. */
export function doAnswer(
  deps: Parameters<typeof watchAnswer.run>[0],
  { organisation, repository, failure }: DutyOf<"answer">,
): ReturnType<typeof watchAnswer.run> {
  return dispatch(watchAnswer, deps, { organisation, repository, failure });
}
