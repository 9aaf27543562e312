import type { KnowledgeRecord } from "../../record/record.ts";
import type { RecordFile } from "../../record/record-file.ts";
import type { Candidate } from "../candidate.ts";
import type { CurationFinished } from "../learning-events.ts";
import type { ProposalFile } from "../proposal-file.ts";
import type { RunIdentity } from "../run-evidence.ts";

/** A record that is there, with the file that it was read from. */
export interface KnownRecord {
  readonly scope: string;
  readonly file: RecordFile;
  /** SHA-256 of the file. */
  readonly digest: string;
  /** Confirmations so far, this run's left out. */
  readonly confirmed: { readonly count: number; readonly last: string | null };
}

/** What curation decides on. */
export interface CurationInput {
  readonly run: RunIdentity;
  /** Facts and cautions of the run; the cap is not applied yet. */
  readonly candidates: readonly Candidate[];
  /** Every record whose primary anchor is that of a candidate, of any status and scope. */
  readonly known: readonly KnownRecord[];
  /** Anchor folders that each scope has, as `parseRecordPath` gives them. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of proposals that are there already. */
  readonly proposals: ReadonlySet<string>;
  /** Changes that persons refused, as proposals: none of them is made or proposed again. */
  readonly dropped: readonly DroppedProposal[];
  /** Whether the project has an eval corpus. */
  readonly hasEvals: boolean;
  /** Anchors paused for churn. */
  readonly paused: ReadonlySet<string>;
}

/** A proposal that a person dropped: its id, which tells its candidate, and the record that it would change. */
export interface DroppedProposal {
  readonly proposal: string;
  readonly record: string | null;
}

/** A record's file as it must be written. */
export interface RecordDraft {
  readonly path: string;
  readonly text: string;
  /** Digest of the file that was decided on; null for a new one. */
  readonly expected: string | null;
  readonly record: KnowledgeRecord;
}

/** All that curation decided; nothing of it has happened yet. */
export interface Curation extends CurationFinished {
  readonly drafts: readonly RecordDraft[];
  readonly proposals: readonly ProposalFile[];
}
