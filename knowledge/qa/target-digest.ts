import { createHash } from "node:crypto";
import { canonicalJson } from "../text/canonical-json.ts";
import type { Requirement } from "./requirement.ts";

/**
 * Digest of what a requirement is to be proved against: its target and the environment as it was taken, with its base URL.
 * Null where it names none. A run freezes it at its start; a run with another one proves nothing of this target. Pure.
 */
export function targetDigest({
  target_env,
  target_env_snapshot,
}: Pick<Requirement, "target_env" | "target_env_snapshot">): string | null {
  if (target_env === null) return null;
  return createHash("sha256").update(canonicalJson({ target_env, target_env_snapshot })).digest("hex");
}
