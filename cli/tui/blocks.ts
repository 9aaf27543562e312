import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { row } from "./cells.ts";
import { lineParts } from "./line-parts.ts";
import { sayTable, type Table, tableRows } from "./table-rows.ts";
import type { Paint, Tone } from "./theme.ts";

/** What a detail consists of, before anybody knows how wide it will be. */
export type Block =
  | { readonly kind: "title"; readonly text: string }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string; readonly tone?: Tone }
  | { readonly kind: "pair"; readonly label: string; readonly text: string; readonly tone?: Tone }
  /** Words of somebody else's program, quoted line by line. */
  | { readonly kind: "quote"; readonly text: string }
  /** One of several, with a dash before it. */
  | { readonly kind: "item"; readonly text: string }
  /** A line of a file, whose spaces count. */
  | { readonly kind: "line"; readonly text: string; readonly tone?: Tone }
  | ({ readonly kind: "table" } & Table)
  | { readonly kind: "gap" };

const WIDEST_LABEL = 12;

/** The rows of the blocks, each exactly `width` columns wide. */
export function layOut(blocks: readonly Block[], width: number, paint: Paint): string[] {
  const labels = blocks.map((block) => (block.kind === "pair" ? block.label.length + 1 : 0));
  const label = Math.min(WIDEST_LABEL, Math.max(0, ...labels));
  return blocks.flatMap((block) => rowsOf(block, width, label, paint));
}

function rowsOf(block: Block, width: number, label: number, paint: Paint): string[] {
  const inner = Math.max(width - 2, 2);
  switch (block.kind) {
    case "gap":
      return [row([], width, paint)];
    case "title":
      return wrapped(block.text, inner).map((text) => row([" ", ["strong", text]], width, paint));
    case "heading":
      return [row([" ", ["quiet", block.text.toUpperCase()]], width, paint)];
    case "text":
      return wrapped(block.text, inner).map((text) =>
        row([" ", [block.tone ?? "plain", text]], width, paint),
      );
    case "quote":
      return wrapped(block.text, inner - 2).map((text) => row([" ", ["quiet", "│ "], text], width, paint));
    case "item":
      return wrapped(block.text, inner - 2).map((text, at) =>
        row([" ", ["quiet", at === 0 ? "- " : "  "], text], width, paint),
      );
    case "line":
      return lineParts(block.text, inner).map((text) =>
        row([" ", [block.tone ?? "plain", text]], width, paint),
      );
    case "table":
      return tableRows(block, inner).map((parts) => row([" ", ...parts], width, paint));
    case "pair":
      return wrapped(block.text, inner - label).map((text, at) =>
        row(
          [" ", ["name", (at === 0 ? block.label : "").padEnd(label)], [block.tone ?? "plain", text]],
          width,
          paint,
        ),
      );
  }
}

function wrapped(text: string, width: number): string[] {
  return sanitiseLines(text).flatMap((line) => wrap(line, width));
}

/** The blocks as lines of plain text, for a reader that has no columns. */
export function sayBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case "gap":
        return [];
      case "pair":
        return [`${block.label}: ${sanitise(block.text)}`];
      case "table":
        return sayTable(block);
      case "quote":
        return sanitiseLines(block.text).map((line) => `quote: ${line}`);
      default:
        return sanitiseLines(block.text);
    }
  });
}
