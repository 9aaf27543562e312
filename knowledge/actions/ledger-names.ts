import { SEAT_NAME } from "../item/seat.ts";
import { PERSON_STREAM } from "../learn/learning-events.ts";
import type { SharedKind } from "../ledger/shared-kinds.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { placeOfId } from "../qa/qa-id.ts";
import { EXECUTION_ID, ITEM_KEY } from "../qa/subject.ts";

const NAMES: Readonly<Partial<Record<SharedKind, RegExp>>> = {
  execution: EXECUTION_ID,
  item: ITEM_KEY,
  seat: SEAT_NAME,
};

/** Where an event names what its stream is of. */
const OWN_NAMES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ItemAdded: ["item", "key"],
  SeatTaken: ["name"],
  "run.recorded": ["run"],
};

/** Where an event of something to be proved names rows of its own stream. */
const ROW_IDS: readonly (readonly [string, ...string[]])[] = [
  ["id"],
  ["qa_requirement_id"],
  ["row", "id"],
  ["run", "id"],
  ["run", "qa_requirement_id"],
  ["artifact", "id"],
  ["artifact", "qa_run_id"],
  ["planRun", "id"],
];

/** Subjects that a row may be of. */
const SUBJECTS = ["item_id", "epic_id", "execution_id"];

/** Whether a stream of this kind may have that name. Pure. */
export function isStreamName(kind: SharedKind, stream: string): boolean {
  if (kind === "person") return stream === PERSON_STREAM;
  return NAMES[kind]?.test(nameOf(stream)) ?? true;
}

/** Whether a well formed event is of the stream that holds it: of its item, run or seat, with rows of its own. Pure. */
export function isOfStream(kind: SharedKind, stream: string, { type, v, data }: LedgerEvent): boolean {
  if (v !== 1) return true;
  const name = nameOf(stream);
  const path = Object.hasOwn(OWN_NAMES, type) ? OWN_NAMES[type] : undefined;
  if (path !== undefined && at(data, path) !== name) return false;
  if (kind !== "item" && kind !== "execution") return true;
  if (type === "QARequirementCreated") {
    const owners = SUBJECTS.map((subject) => at(data, ["row", subject])).filter((owner) => owner != null);
    if (owners.length !== 1 || owners[0] !== name) return false;
  }
  if (!type.startsWith("QA")) return true;
  const ids = ROW_IDS.map((row) => at(data, row)).filter((id) => typeof id === "string");
  return ids.every((id) => placeOfId(id)?.stream === stream);
}

const nameOf = (stream: string): string => stream.slice(stream.indexOf("/") + 1);

function at(data: LedgerEvent["data"], path: readonly string[]): unknown {
  let value: unknown = data;
  for (const key of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return value;
}
