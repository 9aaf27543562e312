import type { LogLine } from "../log/log-digest.ts";
import type { Quote } from "./cause.ts";
import type { Match } from "./match-rules.ts";
import type { RuleStage } from "./rule.ts";
import type { Symptoms } from "./symptoms.ts";

/** Quotes of one verdict. */
export const EVIDENCE_LIMIT = 5;

/** Stages whose own line is the story even where it stands apart from the first error block. */
const TELLS_ITSELF: ReadonlySet<RuleStage> = new Set([
  "runner",
  "timeout",
  "infrastructure",
  "environment",
  "config",
  "compile",
]);
const SURE = 0.75;
/** Stages whose own line leads always: what stands around it is only what was cut off. */
const ENDS_THE_JOB: ReadonlySet<RuleStage> = new Set(["runner", "timeout"]);

/**
 * The lines that show the verdict, best first, each once. The first error block's headline leads where the
 * match stands in that block or is not sure of itself; a sure match of an early stage leads with its own line.
 */
export function quoteEvidence(
  symptoms: Symptoms,
  winner: { readonly match: Match; readonly weight: number } | null,
  support: readonly LogLine[],
): Quote[] {
  const first = symptoms.errors[0];
  const lines: LogLine[] = [];
  if (winner !== null) {
    const { match, weight } = winner;
    const own =
      ENDS_THE_JOB.has(match.rule.stage) ||
      (match.block !== 0 && TELLS_ITSELF.has(match.rule.stage) && weight >= SURE);
    if (first !== undefined && !own) lines.push(first.headline);
    lines.push(match.at);
  } else if (first !== undefined) {
    lines.push(first.headline);
  }
  lines.push(...support, ...symptoms.errors.map((block) => block.headline));
  return quoteLines(lines);
}

/** One quote a line, blank lines left out, at most {@link EVIDENCE_LIMIT}. */
export function quoteLines(lines: readonly LogLine[]): Quote[] {
  const quotes = new Map<number, Quote>();
  for (const { line, text } of lines) {
    const quote = text.trim();
    if (quote !== "" && !quotes.has(line)) quotes.set(line, { line, endLine: line, quote });
    if (quotes.size === EVIDENCE_LIMIT) break;
  }
  return [...quotes.values()];
}
