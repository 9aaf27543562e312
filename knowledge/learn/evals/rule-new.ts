import type { KnowledgeRecord, PromotionPath } from "../../record/record.ts";
import { recordProblems } from "../../record/record-problems.ts";
import type { Candidate } from "../candidate.ts";
import { GATE } from "../curate/before-run.ts";
import type { KnownRecord, RecordDraft } from "../curate/curation.ts";
import { REPLAY_FAILED, REPLAY_WAITS } from "../curate/gate.ts";
import { promotedBy } from "../curate/gate-record.ts";
import { openRecordSet } from "../curate/record-set.ts";
import type { CurationFinished, JournalEntry, ProposalsFinished } from "../learning-events.ts";
import type { RunIdentity } from "../run-evidence.ts";
import { type EvalCase, type Replay, replay } from "./replay.ts";

/** What the checks of new candidates are decided on. */
export interface NewCandidates {
  readonly run: RunIdentity;
  readonly corpus: readonly EvalCase[];
  /** What curation did in the run. */
  readonly journal: readonly JournalEntry[];
  /** Candidates of the run by their digest. */
  readonly candidates: ReadonlyMap<string, Candidate>;
  /** The records about their anchors. */
  readonly known: readonly KnownRecord[];
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Files to be written, and what is to be told of them; nothing of it has happened yet. */
export interface NewRuled extends Required<Omit<ProposalsFinished, "skipped">> {
  readonly drafts: readonly RecordDraft[];
}

/** By which path what passes is served: where no case is about its place, nothing more was proved of it than before. */
const PATHS = {
  passed: "gate1-lower-trust",
  untouched: "deterministic-verdict-floor",
} as const satisfies Record<Exclude<Replay["replay"], "failed">, PromotionPath>;

/**
 * Replays the eval corpus over the candidates that a run added, and over those that its evidence would have promoted and
 * that wait for this. Of the latter one that passes becomes active and one that fails is held, with the reason; the others
 * stay as they are. A record that is a candidate no more was ruled on meanwhile: by a person, or by an earlier attempt of
 * this run, which is told again. Equal for equal input. Pure.
 */
export function ruleNew(input: NewCandidates): NewRuled {
  const { run, corpus, journal, candidates, known, folders } = input;
  const set = openRecordSet(known, folders);
  const checks: NewRuled["checks"][number][] = [];
  const happened: Omit<JournalEntry, "before" | "after">[] = [];
  const promoted: CurationFinished["promoted"][number][] = [];
  const held: CurationFinished["held"][number][] = [];

  for (const { id, digest, waits } of newRecords(journal)) {
    const record = set.records.get(id);
    if (record === undefined) continue;
    const told = replay(record, corpus);
    checks.push({ record: id, ...told });
    if (!waits) continue;
    const entry = { record: id, source: "template", outcome: "applied", candidate: digest } as const;
    const path = ownPath(record, run);
    if (path !== null) {
      promoted.push({ record: id, path });
      happened.push({ ...entry, op: "Promote", reason: path });
      continue;
    }
    if (record.status !== "candidate") continue;
    const candidate = candidates.get(digest);
    const next =
      told.replay === "failed" || candidate === undefined
        ? { ...record, held: told.replay === "failed" ? REPLAY_FAILED : REPLAY_WAITS }
        : promotedBy(record, candidate, run, PATHS[told.replay], set.confirmedOf(id));
    const isSound = recordProblems(next).length === 0;
    if (isSound) set.change(next);
    if (isSound && next.status === "active" && next.promotion !== undefined) {
      promoted.push({ record: id, path: next.promotion.path });
      happened.push({ ...entry, op: "Promote", reason: next.promotion.path });
    } else {
      const reason = isSound ? (next.held ?? REPLAY_WAITS) : "record-unsound";
      held.push({ record: id, reason });
      happened.push({ ...entry, op: "Hold", reason });
    }
  }
  return {
    drafts: set.drafts(),
    checks,
    promoted,
    held,
    journal: happened.map((entry) => ({ ...entry, ...set.digestsOf(entry.record) })),
  };
}

interface NewRecord {
  readonly id: string;
  /** Of its candidate in this run. */
  readonly digest: string;
  /** Whether all but the corpus has let it through. */
  readonly waits: boolean;
}

/** The records that a run added or that wait for the corpus, each once, in the order of the journal. */
function newRecords(journal: readonly JournalEntry[]): readonly NewRecord[] {
  const found = new Map<string, NewRecord>();
  for (const { op, record, outcome, reason, candidate } of journal) {
    if (record === null || outcome !== "applied") continue;
    const waits = op === "Hold" && reason === REPLAY_WAITS;
    if (!waits && op !== "Add" && op !== "Supersede") continue;
    found.set(record, {
      id: record,
      digest: candidate,
      waits: waits || (found.get(record)?.waits ?? false),
    });
  }
  return [...found.values()];
}

/** By which path this run promoted it, where whoever did so was killed before it was told; else null. */
function ownPath({ status, promotion, evidence }: KnowledgeRecord, run: RunIdentity): PromotionPath | null {
  if (status !== "active" || promotion === undefined || evidence?.run !== run.run) return null;
  return promotion.by === GATE && promotion.at === run.at ? promotion.path : null;
}
