import type { RequestKind } from "../proposal/request-identity.ts";
import type { DutyOf } from "../watch/duty.ts";
import { dispatch } from "./operation.ts";
import { proposalRequestRefresh } from "./proposal-request-refresh.ts";

/** Does a duty to propose: brings one of a repository's requests to what is wanted. Errors: those of the operation. */
export function doPropose(
  deps: Parameters<typeof proposalRequestRefresh.run>[0],
  { repository }: DutyOf<"propose">,
  kind: RequestKind,
): ReturnType<typeof proposalRequestRefresh.run> {
  return dispatch(proposalRequestRefresh, deps, { repository, kind });
}
