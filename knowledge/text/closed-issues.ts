import { shownText } from "./shown-text.ts";

const KEYWORD = "(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)";
const LIMIT = 10;

/**
 * Numbers of the issues of the same repository that a change's body says it closes, in order, at most ten: by
 * `closes #12`, `closes owner/name#12` or the issue's address. What stands in code, quotes or hidden comments counts for
 * nothing.
 */
export function closedIssues(body: string, repository: string, host = "github.com"): readonly number[] {
  const own = escapeRegex(repository);
  const pattern = new RegExp(
    `(?<![\\w-])${KEYWORD}:?[ \\t]+(?:(?:${own})?#|https?://${escapeRegex(host)}/${own}/issues/)(\\d{1,9})(?![\\w/])`,
    "gi",
  );
  const found = [...proseOf(body).matchAll(pattern)].map(([, number]) => Number(number));
  return [...new Set(found)].filter((number) => number > 0).slice(0, LIMIT);
}

/** The text without fenced and inline code, quoted lines and HTML comments. */
function proseOf(body: string): string {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of shownText(body).split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    } else if (mark !== undefined) fence = mark;
    else if (!/^ {0,3}>/.test(line)) kept.push(line.replace(/(`+)(?!`)[^`]*?\1(?!`)/g, " "));
  }
  return kept.join("\n");
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
