import { type KnowledgeRecord, primaryAnchor } from "../../record/record.ts";
import type { CautionCause, FactType } from "../candidate.ts";

/** A place of which it is known what is right. */
export interface EvalCase {
  /** `<file>#<key>`. */
  readonly name: string;
  /** Normalised. */
  readonly anchor: string;
  readonly kind: "fact" | "caution";
  /** Null: of any type or cause. */
  readonly type: FactType | null;
  readonly cause: CautionCause | null;
  /** All claims that are right there, trimmed. */
  readonly right: readonly string[];
}

/** How a record stands to the corpus: every case of its place holds with it, one does not, or none is about its place. */
export type Replay =
  | { readonly replay: "passed"; readonly case: string }
  | { readonly replay: "failed"; readonly case: string }
  | { readonly replay: "untouched"; readonly case: null };

/** Holds a record against the corpus: gate 1. Where a case fails it is the first that does. Pure. */
export function replay(record: KnowledgeRecord, corpus: readonly EvalCase[]): Replay {
  const about = corpus.filter(
    ({ anchor, kind, type, cause }) =>
      anchor === primaryAnchor(record) &&
      kind === record.kind &&
      (type === null || type === record.type) &&
      (cause === null || cause === record.root_cause),
  );
  const wrong = about.find(({ right }) => !right.includes(record.claim.trim()));
  if (wrong !== undefined) return { replay: "failed", case: wrong.name };
  const [first] = about;
  return first === undefined ? { replay: "untouched", case: null } : { replay: "passed", case: first.name };
}
