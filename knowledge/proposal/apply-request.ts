import type { StoredEvent } from "../ports/ledger.ts";
import type { RequestEvents, RequestEventType } from "./request-events.ts";
import type { RequestKind } from "./request-identity.ts";
import type { RequestState } from "./request-state.ts";

/** Items that are remembered as settled, and as declined. */
const MOST_ITEMS = 2_000;
const MOST_COMMITS = 300;
const MOST_TIMES = 30;

/** The state of a request after one more event; one of a type or version that nobody knows changes nothing. Pure. */
export function applyRequest(state: RequestState, { type, v, data }: StoredEvent): RequestState {
  if (v !== 1 || !Object.hasOwn(APPLY, type)) return state;
  const apply = APPLY[type as RequestEventType] as (state: RequestState, data: unknown) => RequestState;
  const { repository, kind, at } = data as { repository: string; kind: RequestKind; at: string };
  return { ...apply(state, data), repository, kind, at };
}

type Apply = {
  readonly [Type in RequestEventType]: (state: RequestState, data: RequestEvents[Type]) => RequestState;
};

const APPLY: Apply = {
  "request.wanted": (state, { at, source, content, items }) => {
    const next = { source, content, items, at };
    const isKnown = state.wanted.some((one) => one.source === source);
    const wanted = isKnown
      ? state.wanted.map((one) => (one.source === source ? next : one))
      : [...state.wanted, next];
    return { ...state, wanted };
  },
  "request.withdrawn": (state, { source }) => ({
    ...state,
    wanted: state.wanted.filter((one) => one.source !== source),
  }),
  "request.planned": (state, { key, head, manifest, items }) => ({
    ...state,
    plan: { key, manifest, items },
    placed: head === null ? null : state.placed,
  }),
  "request.committed": (state, { at, key, commit }) => ({
    ...state,
    commits: [...state.commits, commit].slice(-MOST_COMMITS),
    committedAt: [...state.committedAt, at].slice(-MOST_TIMES),
    ...(state.plan?.key === key
      ? {
          plan: null,
          placed: { manifest: state.plan.manifest, items: state.plan.items },
          open: state.open === null ? null : { ...state.open, items: state.plan.items },
        }
      : {}),
  }),
  "request.opened": (state, { at, number, url, title, body, items, found }) => ({
    ...state,
    open: { number, url, title, body, items, at },
    newest: Math.max(state.newest, number),
    declined: found ? without(state.declined, items) : state.declined,
    closings: found ? 0 : state.closings,
    openedAt: found ? state.openedAt : [...state.openedAt, at].slice(-MOST_TIMES),
    closing: null,
    left: null,
  }),
  "request.edited": (state, { number, title, body, items }) =>
    state.open?.number === number ? { ...state, open: { ...state.open, title, body, items } } : state,
  "request.closing": (state, { number }) => ({ ...state, closing: number }),
  "request.settled": (state, { items }) => settle(state, items),
  "request.left": (state, { at, why, number, author }) => ({ ...state, left: { at, why, number, author } }),
  "request.asked": (state) => ({ ...state, declined: [], closings: 0, left: null }),
  "request.merged": (state, { at, by, number, url, items }) => ({
    ...settle(state, items),
    ...ENDED,
    closings: 0,
    ended: { number, url, outcome: "merged", by, at },
    newest: Math.max(state.newest, number),
  }),
  "request.closed": (state, { at, by, number, url, why, items }) => ({
    ...state,
    ...ENDED,
    ...(why === "declined" ? { declined: joined(state.declined, items), closings: state.closings + 1 } : {}),
    ended: { number, url, outcome: "closed", by, at },
    newest: Math.max(state.newest, number),
  }),
};

const ENDED = { open: null, closing: null, plan: null, placed: null, left: null } as const;

/** A source goes once all that it wants is settled. */
function settle(state: RequestState, items: readonly string[]): RequestState {
  const settled = joined(state.settled, items);
  const known = new Set(settled);
  return {
    ...state,
    settled,
    wanted: state.wanted.filter((one) => !one.items.every((item) => known.has(item))),
  };
}

function joined(known: readonly string[], items: readonly string[]): readonly string[] {
  return [...without(known, items), ...items].slice(-MOST_ITEMS);
}

function without(known: readonly string[], items: readonly string[]): readonly string[] {
  const gone = new Set(items);
  return known.filter((item) => !gone.has(item));
}
