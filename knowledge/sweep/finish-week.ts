import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { openIssue } from "../telling/open-issue.ts";
import { findPlanned } from "./find-planned.ts";
import type { HeldWeek } from "./hold-week.ts";
import { sweepEvent } from "./sweep-events.ts";
import type { SweepOutcome } from "./sweep-outcome.ts";
import type { SweepDeps, SweepRun } from "./sweep-run.ts";
import type { SweptWeek } from "./sweeps.ts";
import { takenOver } from "./taken-over.ts";

/** A decided week that this process works on. */
export interface DecidedWeek {
  readonly held: HeldWeek;
  readonly week: SweptWeek;
  readonly holder: string;
  readonly mask: SecretMask;
  /** Tells the group what was spent, and gives the rest back. */
  readonly settle: () => Promise<void>;
}

/**
 * Opens the one issue of a decided week where it has one, or finds it, and says that the week is done. Errors: those of
 * the forge that may pass, and of the ledger.
 */
export async function finishWeek(
  deps: SweepDeps,
  run: SweepRun,
  { held, week, holder, mask, settle }: DecidedWeek,
): Promise<SweepOutcome> {
  const planned = week.decided?.issue ?? null;
  const done = async (
    issue: NonNullable<SweptWeek["done"]>["issue"],
    why: string | null,
  ): Promise<SweepOutcome> => {
    // Before it is said to be done: nobody comes back to the money of a week that is.
    await settle();
    const at = iso(deps.clock.now());
    const ended = await held.append(() => [sweepEvent("sweep.done", { week: run.week, at, issue, why })]);
    return ended === null ? takenOver(deps, run, holder) : { kind: "swept", week: ended };
  };
  if (planned === null) return done(null, week.decided?.why ?? null);
  const found = await findPlanned(deps, planned, week.writing);
  if (found.kind === "found") return done({ number: found.number, url: found.url }, null);
  if (found.kind === "later") return { kind: "later", until: found.until, week };
  const at = iso(deps.clock.now());
  const begun = await held.append(() => [sweepEvent("sweep.writing", { week: run.week, at })]);
  if (begun === null) return takenOver(deps, run, holder);
  const written = await openIssue(deps, planned.repository as RepositoryName, planned, { mask });
  return written.kind === "refused"
    ? done(null, `the forge does not take it: ${written.why}`)
    : done(written.issue, null);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
