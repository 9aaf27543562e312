import type { Inbox } from "#knowledge";
import type { View } from "../command.ts";
import { age } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip, displayWidth } from "../terminal/width.ts";
import { openWords } from "./open-words.ts";
import { runName } from "./run-name.ts";

type Item = Inbox["needsYou"][number] | Inbox["recent"][number];

const INDENT = "  ";
const KIND_WIDTH = 10;

/** What leads on from an item of each kind. */
const NEXT = {
  run: (id: string) => `assay runs show ${id}`,
  failure: (id: string) => `assay watch status ${id}`,
  question: (id: string) => `assay knowledge show ${id}`,
  proposal: (id: string) => `assay proposal show ${id}`,
  request: (id: string) => `assay proposal request show ${id.replace(" ", " --kind ")}`,
  change: (id: string) => `assay change next '${id}'`,
  queue: () => "assay learn",
} as const satisfies Record<Inbox["needsYou"][number]["kind"], (id: string) => string>;

/** What waits for a person and what to do about it, what is new, and how many records there are. */
export function formatInbox({ needsYou, recent, open, records }: Inbox, view: View): string {
  const { style } = view;
  const { active, candidate, open: questions } = records;
  const waits =
    needsYou.length === 0
      ? ["nothing waits for you"]
      : [
          style.bold("waits for you"),
          ...needsYou.flatMap((item) => itemRows(item, view)),
          ...nextRows(needsYou, view),
        ];
  const news =
    recent.length === 0 ? [] : ["", style.bold("recent"), ...recent.flatMap((item) => itemRows(item, view))];
  const counts = [
    `${active} active`,
    `${candidate} ${candidate === 1 ? "candidate" : "candidates"}`,
    `${questions} open ${questions === 1 ? "question" : "questions"}`,
  ];
  const opens = openWords(open);
  return `${[...waits, ...news, "", ...(opens === null ? [] : [`open: ${opens}`]), `records: ${counts.join(", ")}`].join("\n")}\n`;
}

/** One row, or two where what it says does not fit beside the name. */
function itemRows(item: Item, { columns, style, now }: View): string[] {
  const name = nameOf(item);
  const ago = now === undefined ? "" : age(item.at, now);
  const text = sanitise(
    ago === "" ? item.text : `${item.text} · ${ago === "now" ? "just now" : `${ago} ago`}`,
  );
  const head = `${INDENT}${item.kind.padEnd(KIND_WIDTH)}${style.bold(name)}`;
  const room = columns - INDENT.length - KIND_WIDTH;
  if (displayWidth(name) + INDENT.length + displayWidth(text) <= room) return [`${head}${INDENT}${text}`];
  return [head, " ".repeat(INDENT.length + KIND_WIDTH) + clip(text, room)];
}

/** What to do, for the first item of each kind. */
function nextRows(items: Inbox["needsYou"], { style }: View): string[] {
  const firsts = new Map(items.toReversed().map((item) => [item.kind, item]));
  const commands = [...firsts.values()].toReversed().map((item) => NEXT[item.kind](nameOf(item)));
  // Whole, so that it can be copied.
  return commands.map((command) => style.dim(`${INDENT}try: ${command}`));
}

function nameOf({ kind, id }: Item): string {
  return kind === "run" || kind === "learned" || kind === "queue" ? runName(id) : sanitise(id);
}
