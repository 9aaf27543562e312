import type { Candidate } from "../candidate.ts";
import type { Change } from "../change.ts";
import type { RunIdentity } from "../run-evidence.ts";
import { beforeRun, isOwn } from "./before-run.ts";
import type { KnownRecord } from "./curation.ts";
import { isSamePlace, saysSame, standingOf } from "./standing.ts";

/** Why the template leaves a candidate. */
export type NoopReason = "forgotten-by-a-person" | "older-than-what-is-known";

/**
 * The change that the fixed template makes of a candidate: Add, Confirm or Supersede, or a Noop with a
 * {@link NoopReason}. `known` holds the records of its anchor, `seenNow` all that the run saw there. Where the
 * run's own record of the candidate is among them, because the run was killed after it wrote, it is the same
 * change again. Pure; the order of `known` and `seenNow` does not matter.
 */
export function templateChange(
  candidate: Candidate,
  known: readonly KnownRecord[],
  seenNow: readonly Candidate[],
  run: RunIdentity,
): Change {
  const from = { candidate, source: "template" } as const;
  const { claim } = candidate;
  const noop = (why: NoopReason): Change => ({ ...from, op: "Noop", why });
  const supersede = (record: string): Change => ({ ...from, op: "Supersede", record, claim });

  const own = known.find(
    ({ file: { record } }) =>
      isOwn(record, run) && record.evidence?.digest === candidate.digest && record.kind === candidate.kind,
  );
  if (own !== undefined) {
    const { supersedes } = own.file.record;
    return supersedes === undefined ? { ...from, op: "Add", claim } : supersede(supersedes);
  }

  const before = beforeRun(known, run);
  const standing = standingOf(candidate, before, seenNow);
  if (standing.kind === "known") return { ...from, op: "Confirm", record: standing.by.file.record.id };
  if (standing.kind === "forgotten") return noop("forgotten-by-a-person");
  if (wasOverBy(candidate, before, run.at)) return noop("older-than-what-is-known");
  if (standing.kind === "new") return { ...from, op: "Add", claim };
  return isNewer(standing.by, run.at)
    ? noop("older-than-what-is-known")
    : supersede(standing.by.file.record.id);
}

/** Whether what the candidate says was superseded at or after that time: it was true then and is not now. */
function wasOverBy(candidate: Candidate, known: readonly KnownRecord[], at: string): boolean {
  return known.some(
    ({ file: { record } }) =>
      record.superseded_at !== undefined &&
      Date.parse(record.superseded_at) >= Date.parse(at) &&
      isSamePlace(record, candidate) &&
      saysSame(record, candidate),
  );
}

/** Whether something was known or confirmed at or after that time. */
function isNewer({ file: { record }, confirmed }: KnownRecord, at: string): boolean {
  const times = [record.valid_from, record.learned_at, confirmed.last ?? record.valid_from];
  return times.some((time) => Date.parse(time) >= Date.parse(at));
}
