import { keyIn } from "../engineer/effect-key.ts";
import { isFinalRefusal } from "../engineer/is-final-refusal.ts";
import { lookAgainAt } from "../engineer/look-again.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { PlannedIssue } from "./sweep-events.ts";

export type WrittenIssue =
  | { readonly kind: "written"; readonly number: number; readonly url: string }
  /** The forge does not take it, and will not; masked. */
  | { readonly kind: "refused"; readonly why: string };

export type FoundIssue =
  | { readonly kind: "found"; readonly number: number; readonly url: string }
  /** It may have been written a moment ago; the forge's lists tell for sure after this time. */
  | { readonly kind: "later"; readonly until: string }
  | { readonly kind: "missing" };

/**
 * Looks for the issue of a plan by its mark: one that is open, or that came since somebody began to write it. Errors:
 * those of the forge.
 */
export async function findIssue(
  { forge, clock }: Pick<Deps, "forge" | "clock">,
  { repository, body, labels }: PlannedIssue,
  begunAt: string | null,
): Promise<FoundIssue> {
  const key = keyIn(body);
  const all = await forge.issues(repository as RepositoryName, { labels: labels.slice(0, 1), state: "all" });
  const there = all.find(
    (one) => keyIn(one.body) === key && (one.state === "open" || isSince(one.createdAt, begunAt)),
  );
  if (there !== undefined) return { kind: "found", number: there.number, url: there.url };
  const until = lookAgainAt(begunAt, clock.now());
  return until === null ? { kind: "missing" } : { kind: "later", until };
}

/** A forge tells whole seconds. */
function isSince(createdAt: string, begunAt: string | null): boolean {
  return begunAt !== null && Date.parse(createdAt) >= Math.floor(Date.parse(begunAt) / 1_000) * 1_000;
}

/** Opens the issue. Errors: those of the forge that may pass; then nobody knows whether it was opened. */
export async function openIssue(
  { forge }: Pick<Deps, "forge">,
  { repository, title, body, labels }: PlannedIssue,
  mask: SecretMask,
): Promise<WrittenIssue> {
  try {
    const { number, url } = await forge.openIssue(repository as RepositoryName, { title, body, labels });
    return { kind: "written", number, url };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return { kind: "refused", why: maskText(error.message, mask).slice(0, 500) };
  }
}
