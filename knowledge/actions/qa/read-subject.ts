import { ITEM } from "../../item/item.ts";
import type { Item } from "../../item/item-state.ts";
import { readState } from "../../ledger/read-state.ts";
import type { Ledger } from "../../ports/ledger.ts";
import { EXECUTION } from "../../qa/execution-projection.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { SubjectState } from "../../qa/subject-state.ts";
import { noExecution, noItem } from "./answer-subject.ts";

/** What stands of an item or an execution. */
export interface SubjectRead {
  readonly kind: "read";
  readonly stream: string;
  /** Sequence of its last event. */
  readonly seq: number;
  readonly qa: SubjectState;
  /** Null for an execution. */
  readonly item: Item | null;
}

/** Reads the subject whose stream it is, or says that there is none. Errors: those of the ledger. */
export async function readSubject(
  ledger: Pick<Ledger, "read" | "snapshot">,
  stream: string,
): Promise<SubjectRead | QaRefusal> {
  if (stream.startsWith("item/")) {
    const { state, seq } = await readState(ledger, stream, ITEM);
    return state.item === null
      ? noItem(stream)
      : { kind: "read", stream, seq, qa: state.qa, item: state.item };
  }
  const { state: qa, seq } = await readState(ledger, stream, EXECUTION);
  return seq === 0 ? noExecution(stream) : { kind: "read", stream, seq, qa, item: null };
}
