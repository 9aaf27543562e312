import type { Step } from "../job-story.ts";
import type { FoundBlock } from "./error-collector.ts";
import { STRENGTH } from "./error-sign.ts";

const NEW = 30;
const KNOWN = -60;
const IN_STEP = 20;
const AFTER = -50;
const POST_STEP = -70;
const FORGIVEN = -25;
const NEAR_THE_END = 6;
const EXPLAINED = 2;

export interface RankedBlock {
  readonly block: FoundBlock;
  readonly score: number;
  readonly inFailingStep: boolean;
}

/** What a block is worth once it is known where the job failed. */
export function scoreBlock(
  block: FoundBlock,
  failure: { readonly step: Step; readonly line: number } | null,
): RankedBlock {
  let score: number = STRENGTH[block.kind];
  if (block.isNew !== null) score += block.isNew ? NEW : KNOWN;
  if (block.forgiven) score += FORGIVEN;
  if (block.explained) score += EXPLAINED;
  if (block.step.post) score += POST_STEP;
  const inFailingStep = failure === null || (block.step === failure.step && block.line <= failure.line);
  if (failure !== null) {
    if (inFailingStep) {
      score += IN_STEP;
      if (block.kind === "word" && failure.line - block.endLine <= 30) score += NEAR_THE_END;
    } else if (block.line > failure.line) score += AFTER;
  }
  return { block, score, inFailingStep };
}

/** More than a word that looks like an error, in the job's own work, and not in the passing log too. */
export function isStrong({ block }: RankedBlock): boolean {
  return block.kind !== "word" && !block.step.post && block.isNew !== false;
}

/** Blocks of little weight beside a strong one are not worth a reader's time. */
const SPREAD = 62;
const MOST = 8;
/** Of a log: lines that one block may cover, and all of them together. */
const BLOCK_SHARE = 0.06;
const SHARE = 0.04;
/** Lines that are shown of the shortest log. */
const LEAST = 6;

/**
 * Best first, at most eight, none over another. The range of a block longer than its share of the log is
 * cut to the part around its headline (its `lines` are not); blocks after the first are taken while all of them stay within their share.
 */
export function rankBlocks(
  blocks: readonly FoundBlock[],
  failure: { readonly step: Step; readonly line: number } | null,
  lineCount: number,
): RankedBlock[] {
  const ranked = blocks
    .map((block) => scoreBlock(block, failure))
    .sort((a, b) => b.score - a.score || a.block.line - b.block.line);
  const chosen: RankedBlock[] = [];
  let shown = 0;
  for (const candidate of ranked) {
    const best = chosen[0];
    if (best !== undefined && (chosen.length >= MOST || best.score - candidate.score > SPREAD)) break;
    const block = cut(candidate.block, Math.max(LEAST, Math.floor(lineCount * BLOCK_SHARE)));
    if (chosen.some((other) => block.line <= other.block.endLine && other.block.line <= block.endLine))
      continue;
    const span = block.endLine - block.line + 1;
    if (best !== undefined && shown + span > Math.max(LEAST, Math.floor(lineCount * SHARE))) continue;
    chosen.push({ ...candidate, block });
    shown += span;
  }
  return chosen;
}

/** At most `limit` lines of a block, its headline among them, from its start if the headline is near it. */
function cut(block: FoundBlock, limit: number): FoundBlock {
  if (block.endLine - block.line < limit) return block;
  const line = block.headline.line - block.line < limit ? block.line : block.headline.line - limit + 1;
  const endLine = line + limit - 1;
  return { ...block, line, endLine };
}
