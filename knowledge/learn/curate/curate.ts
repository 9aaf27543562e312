import { PROMOTION_PATHS, primaryAnchor } from "../../record/record.ts";
import type { Candidate } from "../candidate.ts";
import type { Change } from "../change.ts";
import type { CurationFinished } from "../learning-events.ts";
import type { RunIdentity } from "../run-evidence.ts";
import { beforeRun } from "./before-run.ts";
import { capCandidates } from "./cap-candidates.ts";
import { carryOut, type Happened, type Pass } from "./carry-out.ts";
import { templateChange } from "./choose-change.ts";
import type { Curation, CurationInput, KnownRecord } from "./curation.ts";
import { openRecordSet } from "./record-set.ts";

/** Chooses the one change for a candidate, given the records of its anchor and all that the run saw there. */
export type ChooseChange = (
  candidate: Candidate,
  known: readonly KnownRecord[],
  seenNow: readonly Candidate[],
  run: RunIdentity,
) => Change | Promise<Change>;

/**
 * What a run's candidates change: capped, one change for each, checked, applied or kept as a proposal, and gated.
 * Nothing has happened when it answers. Equal for equal input whatever its order; where what it decides is on the
 * disk already, it answers the same again without files to write. In CI nothing is promoted, corrected or
 * retired. Errors: those of `choose`.
 */
export async function curate(input: CurationInput, choose: ChooseChange = templateChange): Promise<Curation> {
  const { run, known } = input;
  const before = beforeRun(known, run);
  const { kept, overCap } = capCandidates(input.candidates, before);
  const set = openRecordSet(known, input.folders, before);
  const pass: Pass = { input, set, superseded: new Set(), gated: new Set(), proposals: [] };
  const knownAt = Map.groupBy(known, ({ file }) => primaryAnchor(file.record));
  const seenAt = Map.groupBy([...kept, ...overCap], primaryAnchor);

  const happened: Happened[] = [];
  for (const candidate of kept) {
    const anchor = primaryAnchor(candidate);
    const change = await choose(candidate, knownAt.get(anchor) ?? [], seenAt.get(anchor) ?? [], run);
    happened.push(...carryOut(change, pass));
  }
  return {
    ...sumUp(happened),
    drafts: set.drafts(),
    proposals: pass.proposals,
    journal: happened.map((entry) => {
      const { before, after } = set.digestsOf(entry.record);
      return { ...entry, before, after: entry.outcome === "applied" ? after : before };
    }),
    overCap: overCap.map(({ digest, claim }) => ({ digest, claim })),
  };
}

function sumUp(
  happened: readonly Happened[],
): Pick<CurationFinished, "counts" | "promoted" | "held" | "confirmed"> {
  const applied = happened.filter(({ outcome }) => outcome === "applied");
  const recordsOf = (...ops: readonly Happened["op"][]) =>
    applied.flatMap(({ op, record, reason }) =>
      ops.includes(op) && record !== null ? [{ record, reason: reason ?? "" }] : [],
    );
  const confirmed = [...new Set(recordsOf("Confirm").map(({ record }) => record))].sort();
  return {
    counts: {
      added: recordsOf("Add", "MintUnknown").length,
      confirmed: confirmed.length,
      superseded: recordsOf("Supersede").length,
      deprecated: recordsOf("Deprecate").length,
      proposed: happened.filter(({ outcome }) => outcome === "proposed").length,
    },
    promoted: recordsOf("Promote").flatMap(({ record, reason }) =>
      PROMOTION_PATHS.filter((path) => path === reason).map((path) => ({ record, path })),
    ),
    held: recordsOf("Hold"),
    confirmed,
  };
}
