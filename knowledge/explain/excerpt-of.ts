import type { ErrorBlock } from "../log/log-digest.ts";
import type { FileExplanation } from "./explanation.ts";

/** Lines of a stretch that are shown whole; of a longer one only its beginning is. */
const LINES = 24;

/** A stretch with its surroundings; what comes after one that is cut short is not shown. */
export function excerptOf(block: ErrorBlock): FileExplanation["excerpts"][number] {
  const inside = block.lines.slice(0, LINES);
  const after = inside.length < block.lines.length ? [] : (block.after ?? []);
  const lines = [...(block.before ?? []), ...inside, ...after].map(({ line, text }) => ({
    line,
    text,
    isError: line === block.headline.line,
  }));
  return { line: block.line, endLine: block.endLine, lines };
}
