/** What the running screen lets others do with the terminal. */
export interface TerminalHandle {
  /** Gives the terminal away while `during` runs. */
  suspend: (during: () => Promise<void>) => Promise<void>;
  /** Leaves the screen; an error is thrown by whoever opened it. */
  exit: (result?: unknown) => void;
}
