import type { KnowledgeRecord } from "../../record/record.ts";

/**
 * Whether a person took the record back: it is not learned again without one. What was deprecated by hand counts;
 * only learning's own retirement does not.
 */
export function isForgotten({ status, ruled }: KnowledgeRecord): boolean {
  return status === "deprecated" && ruled?.act !== "retire";
}
