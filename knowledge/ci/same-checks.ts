import { createHash } from "node:crypto";
import type { Check } from "./check.ts";
import { readCheckKey } from "./check-key.ts";

/** How one set of failing checks stands to another. */
export type ChecksRelation = "same" | "superset" | "subset" | "different";

/** What a failure of checks is known by: where it is and which checks fail. */
export interface FailureSet {
  readonly repository: string;
  readonly branch: string;
  /** Keys of the failing checks, the legs of one matrix as one; sorted, each once. */
  readonly checks: readonly string[];
}

/** The failing checks of a branch as a set. Pure; order and repeats make no difference. */
export function failureSet(
  repository: string,
  branch: string,
  failed: readonly Pick<Check, "key">[],
): FailureSet {
  const checks = [...new Set(failed.map(({ key }) => withoutMatrix(key)))].sort();
  return { repository: repository.toLowerCase(), branch, checks };
}

/** `sha256:<hex>`, equal for the same checks of the same branch (schemas.md §3). */
export function failureSetFingerprint({ repository, branch, checks }: FailureSet): string {
  const text = JSON.stringify([repository, branch, checks]);
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** How the failing checks of now stand to those of before; those of another branch are always different. */
export function compareChecks(now: FailureSet, before: FailureSet): ChecksRelation {
  if (now.repository !== before.repository || now.branch !== before.branch) return "different";
  const [newer, older] = [new Set(now.checks), new Set(before.checks)];
  const holdsOlder = before.checks.every((check) => newer.has(check));
  const holdsNewer = now.checks.every((check) => older.has(check));
  if (holdsOlder && holdsNewer) return "same";
  return holdsOlder ? "superset" : holdsNewer ? "subset" : "different";
}

/**
 * `github-actions/test (ubuntu, 20)` → `github-actions/test (*)`, also where one workflow calls another
 * (`build (arm) / test (20)`). A name that is nothing but its brackets stays. The workflow, which a key has only while
 * another one has a job of the name, is left out: the same failure is the same set whoever else reports.
 */
function withoutMatrix(key: string): string {
  const { app, name } = readCheckKey(key);
  const parts = name.split(" / ");
  const plain = parts.map((part) => {
    const open = suffixStart(part);
    return open === null ? part : `${part.slice(0, open).trimEnd()} (*)`;
  });
  return `${app}/${plain.join(" / ")}`;
}

/** Where the bracket opens that the last character closes, or null. */
function suffixStart(part: string): number | null {
  if (!part.endsWith(")")) return null;
  let depth = 0;
  for (let at = part.length - 1; at > 0; at--) {
    if (part[at] === ")") depth++;
    else if (part[at] === "(" && --depth === 0) return part.slice(0, at).trim() === "" ? null : at;
  }
  return null;
}
