import { ACCOUNT } from "../budget/account.ts";
import { MONEY_EVENT_SCHEMAS } from "../budget/event-schemas.ts";
import { CHANGE_RUN } from "../change/change-run.ts";
import { ITEM_EVENT_NAMES, SEAT_EVENT_NAMES } from "../item/event-names.ts";
import { ITEM } from "../item/item.ts";
import { SEAT } from "../item/seat.ts";
import { LEARNING_EVENT_SCHEMAS, PERSON_EVENT_SCHEMAS } from "../learn/event-schemas.ts";
import { LEARNING_RUN } from "../learn/learning-run.ts";
import type { Projection } from "../ledger/projection.ts";
import type { SharedKind } from "../ledger/shared-kinds.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { REQUEST } from "../proposal/request.ts";
import { QA_EVENT_NAMES } from "../qa/event-names.ts";
import { EXECUTION } from "../qa/execution-projection.ts";
import { SWEEPS } from "../sweep/sweeps.ts";
import { WATCH } from "../watch/watch.ts";
import { listed } from "./ledger-summaries.ts";

/** How each shared kind becomes state; null where nobody keeps anything that is made of it. */
export const SHARED_PROJECTIONS: Readonly<Record<SharedKind, Projection<unknown> | null>> = {
  budget: ACCOUNT,
  change: listed("change", CHANGE_RUN),
  execution: EXECUTION,
  item: ITEM,
  learning: LEARNING_RUN,
  person: null,
  request: listed("request", REQUEST),
  seat: SEAT,
  sweep: listed("sweep", SWEEPS),
  watch: listed("watch", WATCH),
};

type Specs = Readonly<
  Record<string, { readonly v: number; readonly data: { safeParse(data: unknown): { success: boolean } } }>
>;

const ANSWERED = { QARequestAnswered: QA_EVENT_NAMES.QARequestAnswered };
const SPECS: Readonly<Partial<Record<SharedKind, Specs>>> = {
  budget: MONEY_EVENT_SCHEMAS,
  execution: QA_EVENT_NAMES,
  item: { ...QA_EVENT_NAMES, ...ITEM_EVENT_NAMES },
  learning: LEARNING_EVENT_SCHEMAS,
  person: PERSON_EVENT_SCHEMAS,
  seat: { ...SEAT_EVENT_NAMES, ...ANSWERED },
};

/**
 * Whether an event that a gate or a list may fold has the form of its type; one that nobody knows changes nothing. Of the
 * kinds without forms the fold tells, and what lists make of it. Pure.
 */
export function isWellFormed(kind: SharedKind, { type, v, data }: LedgerEvent): boolean {
  const specs = SPECS[kind];
  const spec = specs !== undefined && Object.hasOwn(specs, type) ? specs[type] : undefined;
  return spec === undefined || spec.v !== v || spec.data.safeParse(data).success;
}
