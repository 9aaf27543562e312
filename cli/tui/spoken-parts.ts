import { age, counted } from "../terminal/age.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import { sayBlocks } from "./blocks.ts";
import { helpLines } from "./components/sheet.ts";
import { paletteMatches } from "./palette.ts";
import { screenOf } from "./screens/index.ts";
import { currentDetail, currentRow, listOf, type Sheet, type State } from "./state.ts";
import { workWords } from "./work-sheets.ts";

/** The screen as parts that are said again when they change. */
export function spokenParts(state: State): ReadonlyMap<string, readonly string[]> {
  const { place, banner, sheet, notice, busy } = state;
  const { title, noun, empty } = screenOf(place.screen);
  const list = listOf(state);
  const row = currentRow(state);
  const parts = new Map<string, readonly string[]>();
  if (list.total !== null) {
    const filter = list.filter === "" ? "" : `, filter ${list.filter}`;
    const about = list.of === null ? "" : ` of ${list.of}`;
    parts.set("title", [sanitise(`${title}${about}: ${counted(list.total, ...noun)}${filter}`)]);
  }
  if (list.total === 0 && place.only === null) parts.set("empty", sayBlocks(empty(list.filter)));
  if (row !== undefined) {
    const where = place.only === null ? `${list.at + 1} of ${list.total ?? 0}` : "";
    const told = row.at === null ? "" : `${age(row.at, state.now)} ago`.replace("now ago", "just now");
    const marked = list.marked.has(row.id) ? "marked" : "";
    parts.set("row", [
      sanitise([row.sign.word, row.text, ...row.facts, told, marked, where].filter(Boolean).join(", ")),
    ]);
  }
  const detail = currentDetail(state)?.detail;
  if (place.pane !== "list" && detail !== undefined)
    parts.set("detail", sayBlocks([...detail.blocks, ...detail.evidence]));
  if (sheet !== null) parts.set("sheet", sayLines(sheet));
  if (busy !== null) parts.set("busy", [sanitise(busy)]);
  if (notice !== null) parts.set("notice", [sanitise(notice)]);
  if (banner !== null)
    parts.set("banner", [
      sanitise(`error: ${banner.message} [${banner.code}]`),
      sanitise(`try: ${banner.hint}`),
    ]);
  return parts;
}

/** The lines of the parts that are new or say something else now. */
export function spokenSince(
  before: ReadonlyMap<string, readonly string[]>,
  now: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [...now].flatMap(([part, lines]) =>
    before.get(part)?.join("\n") === lines.join("\n") ? [] : lines,
  );
}

function sayLines(sheet: Sheet): readonly string[] {
  switch (sheet.kind) {
    case "help":
      return helpLines().map(([key, about]) => (about === "" ? key : `${key}: ${about}`));
    case "confirm":
      return [
        sanitise(`${sheet.title}?`),
        ...sheet.facts.map(([label, text]) => sanitise(label === "" ? text : `${label}: ${text}`)),
        "enter or escape: cancel; y: yes, do it",
      ];
    case "answer":
      return [sanitise(sheet.title), ...sayBlocks(sheet.blocks)];
    case "choose": {
      const option = sheet.options[sheet.at]?.label ?? "";
      return [sanitise(sheet.title), sanitise(`${option}, ${sheet.at + 1} of ${sheet.options.length}`)];
    }
    case "copied":
      return [sheet.how, ...sanitiseLines(sheet.text)];
    case "text": {
      const { purpose, field } = sheet;
      if (purpose.kind === "work") {
        const { title, hint } = workWords(purpose.ask);
        return [sanitise(`${title} ${hint}: ${field.text}`)];
      }
      const first = purpose.kind === "palette" ? paletteMatches(field.text)[sheet.at]?.name : undefined;
      return [
        sanitise(
          `type ${purpose.kind === "palette" ? "a command" : `the ${purpose.kind}`}: ${field.text}${first === undefined ? "" : `; enter does ${first}`}`,
        ),
      ];
    }
  }
}
