import { counted } from "../../terminal/age.ts";
import { sanitise, sanitiseLines } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import type { ChangePlan } from "../act.ts";
import { fill, type Part, row } from "../cells.ts";
import { paneRows } from "../detail-rows.ts";
import { KEYS, keyName, SCOPES } from "../keymap.ts";
import { paletteMatches } from "../palette.ts";
import { screenOf } from "../screens/index.ts";
import type { Ends, Purpose, Sheet, State } from "../state.ts";
import type { Field } from "../text-field.ts";
import type { Paint } from "../theme.ts";
import { workWords } from "../work-sheets.ts";

/** What lies over the lower part of the screen: at most `height` rows, with a line above them. */
export function sheetRows(state: State, sheet: Sheet, width: number, height: number, paint: Paint): string[] {
  switch (sheet.kind) {
    case "help":
      return scrolled("Keys", helpRows(width, paint), sheet.scroll, width, height, paint);
    case "confirm":
      return confirmation(sheet, width, height, paint);
    case "choose":
      return choice(sheet, width, height, paint);
    case "copied":
      return [
        rule("Copied", width, paint),
        ...sanitiseLines(sheet.text)
          .flatMap((line) => wrap(line, width - 2))
          .slice(0, Math.max(1, height - 2))
          .map((line) => row([" ", ["strong", line]], width, paint)),
        row([" ", ["quiet", sheet.how]], width, paint),
      ].slice(0, height);
    case "answer":
      return scrolled(sheet.title, paneRows(sheet.blocks, width, paint), sheet.scroll, width, height, paint);
    case "text":
      return textSheet(state, sheet, width, height, paint);
  }
}

/** Every key, in the order of its scope; made from the table. */
export function helpLines(): readonly (readonly [key: string, about: string])[] {
  return SCOPES.flatMap(({ id, title }) => [
    [title, ""] as const,
    ...KEYS.filter(({ scope }) => scope === id).map(
      ({ keys, about }) => [keys.map(keyName).join(" "), about] as const,
    ),
    ["", ""] as const,
  ]).slice(0, -1);
}

/** The help as rows, all of them. */
export function helpRows(width: number, paint: Paint): string[] {
  const column = Math.min(20, Math.floor(width / 3));
  return helpLines().flatMap(([key, about]) =>
    about === ""
      ? [row([" ", ["quiet", key.toUpperCase()]], width, paint)]
      : wrap(about, width - column - 2).map((line, at) =>
          row([" ", ["strong", (at === 0 ? key : "").padEnd(column)], line], width, paint),
        ),
  );
}

/** A title and the rows below it from the one that is scrolled to; where some are left, the title says how many. */
function scrolled(
  title: string,
  rows: readonly string[],
  scroll: number,
  width: number,
  height: number,
  paint: Paint,
): string[] {
  const room = Math.max(1, height - 1);
  const from = Math.max(0, Math.min(scroll, rows.length - room));
  const below = Math.max(0, rows.length - from - room);
  const place =
    rows.length <= room ? "" : `  ${below === 0 ? "the end" : `${below.toLocaleString("en")} more below`}`;
  return [rule(`${title}${place}`, width, paint), ...rows.slice(from, from + room)].slice(0, height);
}

function confirmation(
  { title, facts }: Extract<Sheet, { kind: "confirm" }>,
  width: number,
  height: number,
  paint: Paint,
): string[] {
  const label = width < 44 ? 8 : 10;
  const rows = facts.flatMap(([name, text]) =>
    wrap(sanitise(text), width - label - 2).map((line, at) =>
      row([" ", ["name", (at === 0 ? name : "").padEnd(label)], line], width, paint),
    ),
  );
  return [
    rule(title, width, paint),
    ...fitting(rows, Math.max(1, height - 3), width, paint),
    row([], width, paint),
    row([" ", ["chosen", " Cancel "], " enter or esc    ", ["strong", "y"], " yes, do it"], width, paint),
  ].slice(-height);
}

/** The rows that have room; where some have none, how many. */
function fitting(rows: readonly string[], room: number, width: number, paint: Paint): string[] {
  if (rows.length <= room) return [...rows];
  const left = rows.length - room + 1;
  return [
    ...rows.slice(0, room - 1),
    row([" ", ["quiet", `and ${left} more rows: make the window taller`]], width, paint),
  ];
}

function choice(
  { title, options, at }: Extract<Sheet, { kind: "choose" }>,
  width: number,
  height: number,
  paint: Paint,
): string[] {
  const room = Math.max(1, height - 1);
  const from = Math.max(0, Math.min(at - room + 1, options.length - room));
  return [
    rule(`${title}  ${at + 1} of ${options.length}`, width, paint),
    ...options
      .slice(from, from + room)
      .map(({ label }, index) =>
        row(from + index === at ? ["▸ ", ["chosen", label]] : ["  ", label], width, paint),
      ),
  ];
}

function textSheet(
  state: State,
  sheet: Extract<Sheet, { kind: "text" }>,
  width: number,
  height: number,
  paint: Paint,
): string[] {
  const { title, sign, hint } = wordsOf(state, sheet.purpose);
  const input = row([` ${sign} `, ...caret(sheet.field, width - sign.length - 4)], width, paint);
  const about = hint === null ? [] : [row([" ", ["quiet", hint]], width, paint)];
  if (sheet.purpose.kind !== "palette") return [rule(title, width, paint), ...about, input].slice(-height);
  const matches = paletteMatches(sheet.field.text);
  const room = Math.max(1, Math.min(8, height - 2));
  const at = Math.min(sheet.at, matches.length - 1);
  const from = Math.max(0, Math.min(at - room + 1, matches.length - room));
  const rows = matches
    .slice(from, from + room)
    .map(({ name, key, binding }, index) =>
      row(
        [
          from + index === at ? "▸ " : "  ",
          [from + index === at ? "chosen" : "plain", name],
          " ".repeat(Math.max(1, 18 - name.length)),
          ["quiet", key.padEnd(7)],
          ["quiet", binding.about],
        ],
        width,
        paint,
      ),
    );
  return [rule(title, width, paint), ...fill(rows, room, width), input].slice(-height);
}

function wordsOf(state: State, purpose: Purpose): { title: string; sign: string; hint: string | null } {
  switch (purpose.kind) {
    case "filter":
      return { title: "Filter", sign: "/", hint: screenOf(state.place.screen).filterHint };
    case "palette":
      return { title: "Command", sign: ":", hint: null };
    case "reason":
      return {
        title: `Why ${purpose.verb} ${purpose.ids.length === 1 ? purpose.ids[0] : `${purpose.ids.length} records`}?`,
        sign: ">",
        hint: "one line; it stays in the record's history",
      };
    case "ending":
      return {
        title: endsTitle(purpose.ends),
        sign: ">",
        hint: `one line; ${purpose.ends.verb === "close" ? "said below it" : "it stays in the ledger"}; enter alone goes on without`,
      };
    case "note":
      return { title: noteTitle(purpose.plan), sign: ">", hint: "one line; enter alone goes on without" };
    case "work":
      return workWords(purpose.ask);
    case "message":
      return {
        title: `First line of the message, for ${counted(purpose.plan.files.length, "file")}`,
        sign: ">",
        hint: null,
      };
  }
}

function endsTitle(ends: Ends): string {
  if (ends.verb === "close")
    return `Why close the ${ends.request.kind} request of ${ends.request.repository}?`;
  return `Why drop ${ends.ids.length === 1 ? ends.ids[0] : counted(ends.ids.length, "proposal")}?`;
}

function noteTitle(plan: ChangePlan): string {
  if (plan.verb === "start") return `What does the next run of ${plan.id} have to know?`;
  return plan.to === "next"
    ? `What was done in step ${plan.step.step} of ${plan.id}?`
    : `What is the question to a person about ${plan.id}?`;
}

/** The text around the cursor that fits, the cursor as an inverse cell, or as `_` where nothing is painted. */
function caret({ text, at }: Field, room: number): Part[] {
  const from = Math.max(0, at - Math.max(room - 4, 1));
  const next = text.slice(at, at + 1);
  return [
    from > 0 ? "…" : "",
    text.slice(from, at),
    ["chosen", next === "" ? "_" : next],
    text.slice(at + next.length),
  ];
}

function rule(title: string, width: number, paint: Paint): string {
  return row(["── ", ["strong", title], " ", ["quiet", "─".repeat(width)]], width, (tone, text) =>
    paint(tone, text.replace(/…$/, "─")),
  );
}
