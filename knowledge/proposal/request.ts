import type { Projection } from "../ledger/projection.ts";
import { applyRequest } from "./apply-request.ts";
import type { LeftWhy } from "./request-events.ts";
import type { RequestKind } from "./request-identity.ts";
import type { RequestState } from "./request-state.ts";

/** State of a stream `request/…`. */
export const REQUEST: Projection<RequestState> & Required<Pick<Projection<RequestState>, "summary">> = {
  kind: "request",
  v: 3,
  initial: {
    repository: "",
    kind: "knowledge",
    wanted: [],
    settled: [],
    declined: [],
    plan: null,
    placed: null,
    commits: [],
    open: null,
    closing: null,
    ended: null,
    newest: 0,
    closings: 0,
    left: null,
    openedAt: [],
    committedAt: [],
    at: "",
  },
  apply: applyRequest,
  summary: { v: 1, of: (state) => ({ ...requestSummary(state) }) },
};

/** What a list shows of a request. */
export interface RequestSummary {
  readonly repository: string;
  readonly kind: RequestKind;
  /** `none`: nothing was ever opened. */
  readonly state: "none" | "open" | "merged" | "closed";
  readonly number: number | null;
  readonly url: string | null;
  readonly title: string | null;
  /** Items of the open one. */
  readonly items: number;
  /** Items that are wanted, in the open one or not. */
  readonly wanted: number;
  readonly left: LeftWhy | null;
  /** Times of the last openings. */
  readonly openedAt: readonly string[];
  readonly at: string;
}

export function requestSummary(state: RequestState): RequestSummary {
  const { repository, kind, open, ended, left, openedAt, at } = state;
  return {
    repository,
    kind,
    state: open !== null ? "open" : (ended?.outcome ?? "none"),
    number: open?.number ?? ended?.number ?? null,
    url: open?.url ?? ended?.url ?? null,
    title: open?.title ?? null,
    items: open?.items.length ?? 0,
    wanted: new Set(state.wanted.flatMap(({ items }) => items)).size,
    left: left?.why ?? null,
    openedAt,
    at,
  };
}
