/** Tells that what Assay shows may have changed: records, proposals, the ledger, the branch. */
export interface Watch {
  /**
   * Calls `changed` some moments after something changed, once for what comes together, until it is closed. What
   * cannot be watched is not: then a person asks again. Throws nothing.
   */
  open(changed: () => void): WatchHandle;
}

export interface WatchHandle {
  /** The folder that is looked at now, relative to the work tree; in place of the one before. */
  look(folder: string | null): void;
  close(): void;
}
