import type { IntentSource } from "./intent.ts";

const CRITERIA = /^acceptance(?: criteria| criterion| tests?)?$/;
const NOTES = /^design(?: notes?| decisions?)?$/;

/** Level of a heading that is only a line in bold, or a line of a name and a colon: below every real one. */
const PLAIN_LEVEL = 7;

/**
 * The sections "Acceptance criteria" and "Design notes" of a text of Markdown, each with what stands in it: under
 * headings of any level, underlined ones, lines in bold, and lines that are only the name and a colon. A section ends
 * at the next heading of its level or above. Headings in code are none.
 */
export function intentSections(text: string, place: string): readonly IntentSource[] {
  const found: { title: string; level: number; lines: string[] }[] = [];
  let open: (typeof found)[number] | null = null;
  for (const { heading, lines } of headed(text)) {
    const title = heading === null ? null : titleOf(heading.text);
    if (heading !== null && title !== null) {
      open = { title, level: heading.level, lines: [...lines] };
      found.push(open);
    } else if (open !== null) {
      if (heading !== null && heading.level <= open.level) open = null;
      else open.lines.push("", ...(heading === null ? [] : [heading.text, ""]), ...lines);
    }
  }
  return found
    .map(({ title, lines }) => ({ source: `${place}, ${title}`, text: lines.join("\n").trim() }))
    .filter((section) => section.text !== "");
}

/** The section's own name where the heading is one of them, else null. */
function titleOf(heading: string): string | null {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\s]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (CRITERIA.test(plain)) return "Acceptance criteria";
  return NOTES.test(plain) ? "Design notes" : null;
}

interface Headed {
  readonly heading: { readonly level: number; readonly text: string } | null;
  readonly lines: string[];
}

/** The text by its headings, in order; the first part has none. */
function headed(text: string): Headed[] {
  const parts: Headed[] = [{ heading: null, lines: [] }];
  let fence: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const lines = parts.at(-1)?.lines as string[];
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null || mark !== undefined) {
      if (fence === null) fence = mark as string;
      else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
      lines.push(line);
      continue;
    }
    const under = /^ {0,3}(?:(=+)|-{2,})\s*$/.exec(line);
    const before = lines.at(-1)?.trim() ?? "";
    if (under !== null && before !== "" && !/^[-*+>|]/.test(before)) {
      lines.pop();
      parts.push({ heading: { level: under[1] === undefined ? 2 : 1, text: before }, lines: [] });
      continue;
    }
    const heading = headingOf(line);
    if (heading === null) lines.push(line);
    else parts.push({ heading, lines: [] });
  }
  return parts;
}

function headingOf(line: string): Headed["heading"] {
  const marked = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/.exec(line);
  if (marked !== null) return { level: (marked[1] as string).length, text: marked[2] as string };
  const bold = /^ {0,3}(?:\*\*([^*]{1,80})\*\*|__([^_]{1,80})__)[ \t]*:?[ \t]*$/.exec(line);
  if (bold !== null) return { level: PLAIN_LEVEL, text: (bold[1] ?? bold[2]) as string };
  // A line with a colon leads over to a list as often as not, so it counts with a known name only.
  const named = /^ {0,3}([\p{L} ]{1,40}):[ \t]*$/u.exec(line)?.[1];
  return named !== undefined && titleOf(named) !== null ? { level: PLAIN_LEVEL, text: named } : null;
}
