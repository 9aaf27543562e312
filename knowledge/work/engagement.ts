import type { Move } from "../change/move.ts";
import type { Config } from "../config/config.ts";
import type { WorkChoices } from "./carried.ts";
import type { Sight } from "./observe-change.ts";
import type { ChangeId, ReadChange } from "./read-change.ts";

/** A change on which the QA engineer is engaged, as it was seen. */
export interface Engagement {
  readonly id: ChangeId;
  readonly read: ReadChange;
  readonly sight: Sight;
  readonly config: Config;
  readonly move: Extract<Move, { kind: "engage" }>;
  readonly choices: WorkChoices;
}
