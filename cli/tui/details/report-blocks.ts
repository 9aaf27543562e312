import type { Block } from "../blocks.ts";

const TABLE_ROW = /^\|.*\|$/;
const RULE = /^:?-+:?$/;

/** A report of ours, Markdown, as blocks: its tables stay tables, its pictures are named. */
export function reportBlocks(markdown: string): Block[] {
  const lines = markdown.trimEnd().split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (TABLE_ROW.test(line)) {
      const end = lines.findIndex((other, index) => index > at && !TABLE_ROW.test(other));
      const rows = lines.slice(at, end === -1 ? lines.length : end);
      blocks.push(tableBlock(rows.map(cellsOf)));
      at += rows.length - 1;
    } else blocks.push(lineBlock(line));
  }
  return blocks.filter(({ kind }, at) => kind !== "gap" || blocks[at - 1]?.kind !== "gap");
}

function lineBlock(line: string): Block {
  if (line === "") return { kind: "gap" };
  const title = /^#+ (.*)$/.exec(line)?.[1];
  if (title !== undefined) return { kind: "title", text: plain(title) };
  const picture = /^!\[(.*)\]\((.*)\)$/.exec(line);
  if (picture !== null)
    return { kind: "text", text: `picture: ${plain(picture[1] ?? "")}, ${picture[2]}`, tone: "quiet" };
  return line.startsWith("- ")
    ? { kind: "item", text: plain(line.slice(2)) }
    : { kind: "text", text: plain(line) };
}

function tableBlock([head = [], rule = [], ...body]: readonly (readonly string[])[]): Block {
  const isRuled = rule.every((cell) => RULE.test(cell));
  return {
    kind: "table",
    head: head.map(plain),
    body: (isRuled ? body : [rule, ...body]).map((row) => row.map(plain)),
    atRight: head.map((_, at) => isRuled && rule[at]?.startsWith(":") === false && rule[at]?.endsWith(":")),
  };
}

/** Cells of a row; a bar that is escaped is text. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** What a browser shows of a line: links by their words, escapes and entities as what they stand for. */
function plain(text: string): string {
  return text
    .replace(/\[((?:\\.|[^\]\\])*)\]\([^)\s]*\)/g, "$1")
    .replaceAll("&#8203;", "")
    .replace(/\\([\\`*_[\]|~$+=.)-])/g, "$1")
    .replace(/&(amp|lt|gt);/g, (_, name: "amp" | "lt" | "gt") => ENTITIES[name]);
}

const ENTITIES = { amp: "&", lt: "<", gt: ">" } as const;
