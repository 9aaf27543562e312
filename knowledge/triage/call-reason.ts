import type { CallReason } from "../telling/person-call.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import { needsPerson } from "./tell-issue.ts";
import type { WrittenIssue } from "./write-issue.ts";

export interface TriageNews {
  readonly repository: string;
  readonly branch: string;
  readonly decision: TriageDecision;
  readonly issue: WrittenIssue | null;
  /** Why the forge did not take the issue, or null. */
  readonly refused: string | null;
}

/**
 * Why a triage calls a person: infrastructure failed, nothing is settled, or the forge did not take the issue; null where
 * nobody is called. Pure.
 */
export function callReason({ repository, branch, decision, issue, refused }: TriageNews): CallReason | null {
  if (!needsPerson(decision.word) && refused === null) return null;
  return {
    repository,
    branch,
    issue: issue?.url ?? null,
    title: decision.issue?.title ?? "",
    word: decision.word,
    question: refused === null ? decision.why : `the issue could not be opened: ${refused}`,
  };
}
