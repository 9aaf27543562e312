/** Which process holds a lease. */
export interface Holder {
  /** Names this process among all that share the ledger, e.g. `host/4711/kz3f`. */
  name(): Promise<string>;
  /** True where that process ran on this machine and runs no more: its lease need not be waited for. */
  isGone(name: string): Promise<boolean>;
}
