import type { QaRunJudged } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { formatRunDone } from "./run.ts";

/** A model's review of a capture with what it cost, or what would be sent. */
export function formatRunJudged(
  {
    capture,
    model,
    pictures,
    texts,
    run,
    superseded,
    spent_usd,
    most_usd,
  }: NonNullable<QaRunJudged["result"]>,
  view: View,
): string {
  const shown = `${pictures} ${pictures === 1 ? "picture" : "pictures"} and ${texts} ${texts === 1 ? "text" : "texts"}`;
  const money = `$${spent_usd} spent on ${sanitise(capture)} of at most $${most_usd}`;
  return run === null
    ? `${sanitise(model)} would be shown ${shown}\n  ${money}\n`
    : `${formatRunDone({ run, superseded }, view)}  judged by ${sanitise(model)}, which was shown ${shown}\n  ${money}\n`;
}
