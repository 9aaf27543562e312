import type { Receipt } from "#knowledge";
import { counted } from "../terminal/age.ts";
import { changeFacts, onBranch } from "./confirm-sheets.ts";
import type { Deciding } from "./operations.ts";
import type { Sheet, State } from "./state.ts";

const TITLES = { apply: "Carry out", drop: "Drop" } as const satisfies Record<Deciding, string>;

/** What each decision means for the time after it. */
const MEANINGS = {
  apply: "the changes are made as yours, and the files of the proposals are removed",
  drop: "nothing of it is done, and the files of the proposals are removed",
} as const satisfies Record<Deciding, string>;

/** What deciding over proposals will do to which files, from the operation's own plan. */
export function decidingConfirmation(
  state: State,
  verb: Deciding,
  ids: readonly string[],
  reason: string | null,
  plan: Receipt,
): Extract<Sheet, { kind: "confirm" }> {
  return {
    kind: "confirm",
    title: `${TITLES[verb]} ${counted(ids.length, "proposal")}`,
    facts: [
      ...changeFacts(plan),
      ["branch", onBranch(state)],
      ["effect", MEANINGS[verb]],
      ...(reason === null ? [] : [["reason", reason] as const]),
    ],
    act: { verb, ids, reason, seen: plan.seen },
  };
}
