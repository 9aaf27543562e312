import type { ChangeList } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { READY_WORDS } from "./change-words.ts";
import { tellTime } from "./time.ts";

/** The changes under QA, two lines each. */
export function formatChanges({ changes, total }: ChangeList, { columns, style, now }: View): string {
  if (total === 0)
    return "No change is under QA. `assay change start` puts the open change of the current branch under it.\n";
  const rows = changes.flatMap((change) => {
    const { repository, number, title, outcome, step, round, returnRounds, word, why, costUSD, at } = change;
    const { ready, claim } = change;
    const place = outcome === null ? `step ${step ?? "?"}, round ${round}` : OUTCOMES[outcome];
    const facts = [
      ...(ready === null ? [] : [`READY: ${READY_WORDS[ready.why]}`]),
      place,
      ...(claim === null ? [] : [`${claim.holder} works on it`]),
      ...(word === null ? [] : [word]),
      ...(outcome === "person" && why !== null ? [why] : []),
      ...(returnRounds === 0 ? [] : [`sent back ${returnRounds}×`]),
      `$${costUSD}`,
      tellTime(at, now),
    ];
    return [
      clip(`${style.bold(sanitise(`${repository}#${number}`))}  ${sanitise(title)}`, columns),
      `  ${clip(sanitise(facts.join(" · ")), columns - 2)}`,
    ];
  });
  const shown = changes.length < total ? [`${changes.length} of ${total}`] : [];
  return `${[...rows, ...shown].join("\n")}\n`;
}

const OUTCOMES = { done: "done", person: "a person is needed", closed: "closed" } as const;
