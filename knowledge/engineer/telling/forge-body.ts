import type { FailedCheck } from "../../ci/failed-check.ts";
import { markOf } from "../../telling/mark.ts";
import { say } from "../../telling/say.ts";
import type { Telling } from "../../telling/telling.ts";
import { foldedLog } from "./folded-log.ts";

/** Characters of a body; a forge takes a few more. */
export const MOST_OF_A_BODY = 60_000;

/** How long a body may be, in characters: all of it, and the part before the logs. */
export interface BodyRoom {
  readonly all: number;
  readonly lead: number;
}

const USUAL_ROOM: BodyRoom = { all: MOST_OF_A_BODY, lead: 30_000 };

/** Logs that one body tells. */
const LOGS = 10;

/** Characters of our own words around the logs. */
const AROUND = 500;

/**
 * A body for a forge of at most {@link MOST_OF_A_BODY} characters, or of the room that is given: paragraphs of ours,
 * then the logs of checks in what room there is, then the hidden mark of the key. The paragraphs are taken as they
 * are; somebody else's words in them are neutral already.
 */
export function forgeBody(
  paragraphs: readonly string[],
  logs: readonly FailedCheck[],
  {
    telling,
    key,
    room: { all, lead } = USUAL_ROOM,
  }: { readonly telling: Telling; readonly key: string; readonly room?: BodyRoom },
): string {
  const parts = fitting(paragraphs, lead);
  const mark = markOf(key);
  let room = all - parts.join("\n\n").length - mark.length - AROUND;
  const told = logs.filter(({ excerpt }) => excerpt !== null).slice(0, LOGS);
  if (told.length > 0 && !telling.quotesLogs)
    parts.push("Logs are not quoted here, because the repository is public; the links lead to them.");
  told.forEach((failed, index) => {
    const title = `Log of ${say(failed.check.name, telling, 120)}:`;
    const log = foldedLog(failed, telling, Math.floor(room / (told.length - index)) - title.length - 4);
    if (log === null) return;
    parts.push(title, log);
    room -= title.length + log.length + 4;
  });
  return [...parts, mark].join("\n\n");
}

/** The paragraphs, up to the line at which the room ends. */
function fitting(paragraphs: readonly string[], lead: number): string[] {
  const kept: string[] = [];
  let room = lead;
  for (const paragraph of paragraphs) {
    const lines: string[] = [];
    for (const line of paragraph.split("\n")) {
      if (line.length + 2 > room) {
        const begun = lines.length === 0 ? [] : [lines.join("\n")];
        return [...kept, ...begun, "The rest is left out, because it is too long."];
      }
      lines.push(line);
      room -= line.length + 2;
    }
    kept.push(lines.join("\n"));
  }
  return kept;
}
