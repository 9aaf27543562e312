import type { Operations } from "./operations.ts";

/** What a key can reach outside of the state. */
export interface Reach {
  readonly operations: Operations;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Puts text into the clipboard and says how, or why not. */
  copy(text: string): string;
  /** Folder that evidence is kept in on this machine, absolute; null where there is none. */
  readonly evidence: string | null;
  /** Opens a web address, or a file of the evidence, in the browser; false where that cannot be done. */
  browse(address: string): Promise<boolean>;
  /** A person's answer to the confirmation of an edited text. */
  answerSave(save: boolean): void;
  /** The next edit of that file goes on with what was refused. */
  goOnEditing(name: string, problems: readonly string[]): void;
}
