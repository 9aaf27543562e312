/** What was seen of the shared ledger that the settings name. */
export interface LedgerSight {
  readonly remote: string;
  /** Commit at which it stands there; null where there is none, or it could not be looked at. */
  readonly tip: string | null;
  /** Why it could not be looked at, else null. */
  readonly why: string | null;
  /** Commit that was taken in last. */
  readonly head: string | null;
  /** Whether what was taken in last comes after where it stands: then it lost something, and a push brings it forward. */
  readonly isBehind: boolean;
}

/**
 * Why whoever has to see the shared ledger does not, and the command that mends it; null where all of it was taken in. What
 * is here and not there does not matter. Pure.
 */
export function unseenLedger({
  remote,
  tip,
  why,
  head,
  isBehind,
}: LedgerSight): { readonly why: string; readonly recover: string } | null {
  if (why !== null)
    return {
      why: `the shared ledger that the settings name (ledger_remote: ${remote}) cannot be seen: ${why}`,
      recover: "assay ledger status",
    };
  if (tip === null)
    return {
      why: `there is no shared ledger at ${remote}, which the settings name as ledger_remote`,
      recover: "assay ledger push",
    };
  if (tip === head) return null;
  if (isBehind)
    return {
      why: `the shared ledger at ${remote} is behind what was taken in here`,
      recover: "assay ledger push",
    };
  return {
    why: `the shared ledger at ${remote} holds what was not taken in here`,
    recover: "assay ledger pull",
  };
}
