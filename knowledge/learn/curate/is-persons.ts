import type { KnowledgeRecord } from "../../record/record.ts";
import { statementDigest } from "./standing.ts";

/** Whether a person wrote or worded the record or stands behind it: learning does not overrule it. */
export function isPersons(record: KnowledgeRecord): boolean {
  const { origin, promotion, curated_by } = record;
  if (origin === "person" || curated_by === "person" || promotion?.path === "user-sovereign") return true;
  return curated_by === "template" && isReworded(record);
}

/** The template says the same of the same: other words are those of somebody who edited the file. */
function isReworded(record: KnowledgeRecord): boolean {
  const { evidence } = record;
  return evidence !== undefined && statementDigest(record) !== evidence.digest;
}
