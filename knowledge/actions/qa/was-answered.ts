import { requestKey } from "../../qa/request-key.ts";
import type { SubjectState } from "../../qa/subject-state.ts";
import type { Request } from "./envelope.ts";

/** Whether a subject holds the answer to a request already. Pure. */
export function wasAnswered(
  { answered }: Pick<SubjectState, "answered">,
  called: string,
  { request_id }: Pick<Request, "request_id">,
): boolean {
  return request_id !== undefined && answered[requestKey(called, request_id)] !== undefined;
}
