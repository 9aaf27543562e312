import { age, counted } from "../../terminal/age.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { displayWidth } from "../../terminal/width.ts";
import { layOut } from "../blocks.ts";
import { fill, type Part, partsWidth, row, spread } from "../cells.ts";
import { listLines } from "../list-window.ts";
import type { Row } from "../screen.ts";
import { screenOf } from "../screens/index.ts";
import { type List, listOf, rowAt, type State } from "../state.ts";
import type { Paint } from "../theme.ts";

const AGE = 4;
/** Narrower lists say the state by its symbol alone. */
const WORDS_FROM = 56;
/** Facts take at most this part of a row. */
const FACTS_SHARE = 0.42;

/** The list of the screen: its title with counts and `n of m`, then the rows around the cursor. */
export function listPane(state: State, width: number, height: number, paint: Paint): string[] {
  const list = listOf(state);
  const title = titleRow(state, list, width, paint);
  const note = list.note === null ? [] : [row([" ", ["warn", list.note]], width, paint)];
  const room = height - 1 - note.length;
  if (list.total === null) return fill([title, row([" reading…"], width, paint)], height, width);
  if (list.total === 0) {
    const empty = screenOf(state.place.screen).empty(list.filter);
    return fill([title, ...note, row([], width, paint), ...layOut(empty, width, paint)], height, width);
  }
  const lines = listLines(list, room);
  const rows = lines.flatMap((line) => (line.kind === "row" ? (rowAt(list, line.index) ?? []) : []));
  const columns = columnsOf(rows, width);
  const body = lines.map((line) => {
    if (line.kind === "heading") return row([" ", ["quiet", line.text.toUpperCase()]], width, paint);
    const entry = rowAt(list, line.index);
    if (entry === undefined) return row(["   …"], width, paint);
    return entryRow(entry, columns, {
      chosen: line.index === list.at && state.place.only === null,
      focused: state.place.pane === "list",
      marked: list.marked.has(entry.id),
      now: state.now,
      width,
      paint,
    });
  });
  return fill([title, ...note, ...body], height, width);
}

function titleRow({ place }: State, list: List, width: number, paint: Paint): string {
  const { title, noun } = screenOf(place.screen);
  const left: Part[] = [" ", ["strong", list.of === null ? title : `${title} of ${list.of}`]];
  if (list.total !== null) left.push(["quiet", `  ${counted(list.total, ...noun)}`]);
  if (list.filter !== "") left.push(["name", `  / ${list.filter}`]);
  if (list.marked.size > 0) left.push(["warn", `  ${list.marked.size} marked`]);
  const at = list.total ? `${(list.at + 1).toLocaleString("en")} of ${list.total.toLocaleString("en")} ` : "";
  return spread(left, [["quiet", at]], width, paint);
}

interface Columns {
  readonly word: number;
  /** Width of each fact, those that have no room left out. */
  readonly facts: readonly { readonly at: number; readonly width: number }[];
}

/** The same columns for all rows that are shown, counted from the right. */
function columnsOf(rows: readonly Row[], width: number): Columns {
  const most = Math.max(0, ...rows.map(({ facts }) => facts.length));
  let room = Math.floor(width * FACTS_SHARE) - AGE - 3;
  const facts: { at: number; width: number }[] = [];
  for (let at = most - 1; at >= 0; at--) {
    const widest = Math.min(
      24,
      Math.max(0, ...rows.map((entry) => displayWidth(sanitise(entry.facts[at] ?? "")))),
    );
    if (widest === 0) continue;
    room -= widest + 2;
    if (room < 0) break;
    facts.unshift({ at, width: widest });
  }
  const word = width < WORDS_FROM ? 0 : Math.max(0, ...rows.map(({ sign }) => displayWidth(sign.word)));
  return { word, facts };
}

interface Look {
  readonly chosen: boolean;
  readonly focused: boolean;
  readonly marked: boolean;
  readonly now: number;
  readonly width: number;
  readonly paint: Paint;
}

function entryRow(entry: Row, columns: Columns, look: Look): string {
  const { width, paint } = look;
  const tone = look.chosen && look.focused ? "chosen" : null;
  const left: Part[] = [
    look.chosen ? "▸" : " ",
    look.marked ? ["strong", "*"] : " ",
    [tone ?? entry.sign.tone, entry.sign.symbol],
    " ",
    ...(columns.word === 0
      ? []
      : [[tone ?? entry.sign.tone, entry.sign.word] as const, pad(entry.sign.word, columns.word + 1)]),
    tone === null ? entry.text : [tone, entry.text],
  ];
  const told = entry.at === null ? "" : age(entry.at, look.now);
  const right = [
    ...columns.facts.flatMap(({ at, width: room }): Part[] => [
      "  ",
      ["quiet", row([entry.facts[at] ?? ""], room, (_, text) => text)],
    ]),
    ["quiet", `  ${told.padStart(AGE)} `] as const,
  ];
  const end = partsWidth(right);
  return row(left, width - end, paint) + row(right, end, paint);
}

function pad(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - displayWidth(text)));
}
