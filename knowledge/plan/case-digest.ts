import { createHash } from "node:crypto";
import { canonicalJson } from "../text/canonical-json.ts";
import { caseDefinition } from "./case-definition.ts";
import type { PlanCase } from "./plan.ts";

/** SHA-256, hexadecimal, of what a case says: the same however its file is laid out. Pure. */
export function caseDigest(one: PlanCase): string {
  return createHash("sha256")
    .update(canonicalJson(caseDefinition(one)))
    .digest("hex");
}
