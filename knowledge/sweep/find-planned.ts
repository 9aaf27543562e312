import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { type Found, findIssue } from "../telling/find-written.ts";
import { keyIn } from "../telling/mark.ts";
import type { PlannedIssue } from "./sweep-events.ts";

/**
 * Looks for the issue of a plan by its mark: one that is open, or that came since somebody began to write it. Errors:
 * those of the forge.
 */
export async function findPlanned(
  deps: Pick<Deps, "forge" | "clock">,
  { repository, body, labels }: PlannedIssue,
  begunAt: string | null,
): Promise<Found> {
  return findIssue(deps, {
    repository: repository as RepositoryName,
    key: keyIn(body),
    begunAt,
    label: labels[0] ?? "",
    state: "all",
    isMeant: ({ state, createdAt }) => state === "open" || isSince(createdAt, begunAt),
  });
}

/** A forge tells whole seconds. */
function isSince(createdAt: string, begunAt: string | null): boolean {
  return begunAt !== null && Date.parse(createdAt) >= Math.floor(Date.parse(begunAt) / 1_000) * 1_000;
}
