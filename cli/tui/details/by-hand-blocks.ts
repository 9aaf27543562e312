import type { RequestOutcome } from "#knowledge";
import { byHandCommands, byHandWords } from "../../format/merge-by-hand.ts";
import type { Block } from "../blocks.ts";

/** Where a request is that no forge merges, and the commands by which a person does; nothing where there is none. */
export function byHandBlocks(byHand: RequestOutcome["byHand"]): Block[] {
  if (byHand === null) return [];
  return [
    { kind: "gap" },
    { kind: "text", text: byHandWords(byHand) },
    ...byHandCommands(byHand).map((text): Block => ({ kind: "text", text, tone: "strong" })),
  ];
}
