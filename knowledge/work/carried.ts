import type { Move, Wait } from "../change/move.ts";
import type { TestCommand } from "./test-command.ts";

/** What became of one move. */
export type Carried =
  /** Something was done, or somebody else did something: the next move may follow at once. */
  | { readonly kind: "moved"; readonly move: Move["kind"] }
  | { readonly kind: "waiting"; readonly wait: Wait | { readonly for: "forge"; readonly until: string } }
  | { readonly kind: "finished" }
  /** The tests' command has to be confirmed by a person first; nothing was begun. */
  | { readonly kind: "unconfirmed"; readonly command: TestCommand };

/** What is decided before a move is carried out. */
export interface WorkChoices {
  /** The person who asked for the work confirms the command that runs the tests. */
  readonly confirms: boolean;
}
