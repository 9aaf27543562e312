import * as z from "zod/mini";
import { requestSummary } from "../../proposal/request.ts";
import { REQUEST_KINDS, type RequestPlace, requestBranchName } from "../../proposal/request-identity.ts";
import type { RequestState } from "../../proposal/request-state.ts";

const view = () =>
  z.object({
    repository: z.string(),
    kind: z.enum(REQUEST_KINDS),
    branch: z.string(),
    /** `none`: nothing was ever opened. */
    state: z.enum(["none", "open", "merged", "closed"]),
    /** Of the open one, else of the last one that ended. */
    number: z.nullable(z.int()),
    url: z.nullable(z.string()),
    title: z.nullable(z.string()),
    /** Pieces of evidence that the open one proposes. */
    items: z.int(),
    /** Pieces of evidence that are wanted, in the open one or not. */
    wanted: z.int(),
    /** Why it is left alone, or null. */
    left: z.nullable(
      z.object({
        why: z.string(),
        number: z.nullable(z.int()),
        author: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
    /** Time of the last event; empty where there was none. */
    at: z.string(),
  });

/** What the ledger knows of a request. */
export const RequestView = z.lazy(view);
export type RequestView = z.output<typeof RequestView>;

export function viewRequest(place: RequestPlace, state: RequestState): RequestView {
  const { number, url, title, items, wanted, at, ...summary } = requestSummary(state);
  return {
    ...place,
    branch: requestBranchName(place),
    state: summary.state,
    number,
    url,
    title,
    items,
    wanted,
    left: state.left === null ? null : { ...state.left },
    at,
  };
}
