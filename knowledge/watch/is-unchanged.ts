import type { DefaultBranch } from "../ports/ci-feed.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { HeadOutcome } from "./watch-events.ts";

/** What was known of a repository before a look. */
export interface KnownHead {
  readonly branch: string | null;
  readonly commit: string | null;
  readonly outcome: HeadOutcome | null;
  /** Tips that were overtaken while CI ran there and that are read still. */
  readonly overtaken: number;
  readonly renamedTo: string | null;
  readonly lost: "missing" | "empty" | "archived" | null;
}

/**
 * Whether a look tells nothing that was not known. A tip that failed or is unclear is read again each time: it can fail
 * with one check more, and be run again, without that the sum of its checks differs. Pure.
 */
export function isUnchanged(known: KnownHead, head: DefaultBranch): boolean {
  const lost = lostOf(head);
  if (lost !== null || head.kind !== "branch") return known.lost === lost;
  const isSameTip = known.branch === head.branch && known.commit === head.commit;
  if (known.lost !== null || known.overtaken > 0 || !isSameTip || isRenamed(known.renamedTo, head))
    return false;
  return known.outcome === "passed"
    ? head.rollup === "success"
    : known.outcome === "none" && head.rollup === null;
}

/** Why a repository cannot be watched now, or null. */
export function lostOf(head: DefaultBranch): "missing" | "empty" | "archived" | null {
  if (head.kind !== "branch") return head.kind;
  return head.archived ? "archived" : null;
}

/** Whether a repository is called otherwise than it was before. */
export function isRenamed(
  renamedTo: string | null,
  { asked, repository }: { readonly asked: RepositoryName; readonly repository: RepositoryName },
): boolean {
  return (renamedTo ?? asked).toLowerCase() !== repository.toLowerCase();
}
