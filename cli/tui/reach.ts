import type { Operations } from "./operations.ts";

/** What a key can reach outside of the state. */
export interface Reach {
  readonly operations: Operations;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Puts text into the clipboard and says how, or why not. */
  copy(text: string): string;
  /** Opens a web address in the browser; false where that cannot be done. */
  browse(address: string): Promise<boolean>;
  /** A person's answer to the confirmation of an edited text. */
  answerSave(save: boolean): void;
  /** The next edit of that file goes on with what was refused. */
  goOnEditing(name: string, problems: readonly string[]): void;
}
