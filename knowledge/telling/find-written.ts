import type { Deps } from "../ports/deps.ts";
import type { Issue, RepositoryName } from "../ports/forge.ts";
import { findOurs } from "./find-ours.ts";
import { lookAgainAt } from "./look-again.ts";

/** What a look for something of ours came to. */
export type Found =
  | { readonly kind: "found"; readonly number: number; readonly url: string }
  /** It may have been written a moment ago; the forge's lists tell for sure after this time. */
  | { readonly kind: "later"; readonly until: string }
  /** It surely was not written. */
  | { readonly kind: "missing" };

export interface Sought {
  readonly repository: RepositoryName;
  /** Of its mark; null: it has none, and is not found. */
  readonly key: string | null;
  /** When somebody began to write it, ISO 8601; null: nobody did. */
  readonly begunAt: string | null;
}

type LookingDeps = Pick<Deps, "forge" | "clock">;

/** Looks for a comment of ours below an issue or change; its `number` is that of the issue. Errors: those of the forge. */
export async function findComment(
  deps: LookingDeps,
  { repository, key, begunAt, on }: Sought & { readonly on: number },
): Promise<Found> {
  const all = await deps.forge.comments(repository, on);
  const there = await findOurs(deps, repository, all, key);
  return there === null ? unseen(deps, begunAt) : { kind: "found", number: on, url: there.url };
}

/**
 * Looks for an issue of ours among those of a label; `isMeant` leaves out those that are another one with the same
 * mark. Errors: those of the forge.
 */
export async function findIssue(
  deps: LookingDeps,
  {
    repository,
    key,
    begunAt,
    label,
    state,
    isMeant = () => true,
  }: Sought & {
    /** Only those who may triage can give it. */
    readonly label: string;
    readonly state: "open" | "all";
    readonly isMeant?: (issue: Issue) => boolean;
  },
): Promise<Found> {
  const all = await deps.forge.issues(repository, { labels: [label], state });
  const there = await findOurs(deps, repository, all.filter(isMeant), key);
  return there === null ? unseen(deps, begunAt) : { kind: "found", number: there.number, url: there.url };
}

function unseen({ clock }: Pick<Deps, "clock">, begunAt: string | null): Found {
  const until = lookAgainAt(begunAt, clock.now());
  return until === null ? { kind: "missing" } : { kind: "later", until };
}
