import type { LanguageModelUsage } from "ai";
import type { ModelCall, ModelUsage } from "../../ports/model.ts";
import { tokenBound } from "../../text/token-bound.ts";

/**
 * What a provider said that a call used. A number that it did not say, or that cannot be, is replaced by the most
 * that it can be, and the usage is not `told`. `isEmpty`: the reply held nothing, so that no output is no lie.
 */
export function replyUsage(usage: LanguageModelUsage, call: ModelCall, isEmpty: boolean): ModelUsage {
  const input = count(usage.inputTokens) || null;
  const said = count(usage.outputTokens);
  // Some servers count reasoning in the total alone.
  const total = count(usage.raw?.total_tokens);
  const output = said === null ? null : Math.max(said, total !== null && input !== null ? total - input : 0);
  const isTold = input !== null && output !== null && (output > 0 || isEmpty);
  const bound = input ?? tokenBound(call);
  const cacheRead = input === null ? 0 : (count(usage.inputTokenDetails.cacheReadTokens) ?? 0);
  const cacheWrite = input === null ? 0 : (count(usage.inputTokenDetails.cacheWriteTokens) ?? 0);
  return {
    input: bound,
    cacheRead: Math.min(bound, cacheRead),
    cacheWrite: Math.min(bound - Math.min(bound, cacheRead), cacheWrite),
    output: isTold ? output : Math.max(output ?? 0, call.maxOutputTokens),
    told: isTold,
  };
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}
