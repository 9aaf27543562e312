import { createHash } from "node:crypto";
import { canonicalJson } from "../../text/canonical-json.ts";
import type { Requirement } from "../requirement.ts";
import { targetDigest } from "../target-digest.ts";

/** Digest of what a case carries out and against what: SHA-256, hexadecimal. Pure. */
export function rosterDigest(row: Requirement): string {
  const { method_id, method_config, method_config_revision } = row;
  const frozen = { method_id, method_config, method_config_revision, target: targetDigest(row) };
  return createHash("sha256").update(canonicalJson(frozen)).digest("hex");
}
