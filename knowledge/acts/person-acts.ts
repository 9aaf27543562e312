import type { DroppedProposal } from "../learn/curate/curation.ts";
import { PERSON_STREAM, type RecordRuled } from "../learn/learning-events.ts";
import { decide } from "../ledger/decide.ts";
import type { Projection } from "../ledger/projection.ts";
import { readState } from "../ledger/read-state.ts";
import type { Ledger } from "../ports/ledger.ts";

/** The last that persons ruled over each record and proposal, by its id: what a repeated act is compared with. */
type PersonActs = Readonly<Record<string, Pick<RecordRuled, "act" | "record" | "after">>>;

/** The stream {@link PERSON_STREAM}. */
const PERSON_ACTS: Projection<PersonActs> = {
  kind: "person",
  v: 2,
  initial: {},
  apply(acts, event) {
    if (event.type !== "record.ruled" || event.v !== 1) return acts;
    const ruled = event.data as unknown as RecordRuled;
    const subject = subjectOf(ruled);
    return subject === null
      ? acts
      : { ...acts, [subject]: { act: ruled.act, record: ruled.record, after: ruled.after } };
  },
};

/** Finds out before anything is written whether the ledger can be used. Errors: those of the ledger. */
export async function expectLedger(ledger: Ledger): Promise<void> {
  await readState(ledger, PERSON_STREAM, PERSON_ACTS);
}

/** The proposals of which a drop is the last that persons ruled. Errors: those of the ledger. */
export async function droppedProposals(ledger: Ledger): Promise<readonly DroppedProposal[]> {
  const { state } = await readState(ledger, PERSON_STREAM, PERSON_ACTS);
  return Object.entries(state).flatMap(([proposal, { act, record }]) =>
    act === "drop" ? [{ proposal, record }] : [],
  );
}

/**
 * Keeps what a person ruled, in the order given. What was told last of the same record or proposal, with the same
 * outcome, is not told again: an act that is repeated after a kill counts once. Errors: those of the ledger.
 */
export async function keepActs(ledger: Ledger, acts: readonly RecordRuled[]): Promise<void> {
  await decide(ledger, PERSON_STREAM, PERSON_ACTS, ({ state }) => ({
    events: acts
      .filter((ruled) => {
        const last = state[subjectOf(ruled) ?? ""];
        // A proposal is carried out or dropped once.
        return last?.act !== ruled.act || (ruled.proposal === undefined && last.after !== ruled.after);
      })
      .map((ruled) => ({ type: "record.ruled", v: 1, data: { ...ruled } })),
    answer: null,
  }));
}

function subjectOf({ proposal, record }: RecordRuled): string | null {
  return proposal ?? record;
}
