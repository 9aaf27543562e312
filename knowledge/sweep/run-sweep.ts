import { type GroupAttempt, payInGroup, refuseInGroup, settleInGroup } from "../budget/group-money.ts";
import type { MoneyRefusal } from "../budget/money-room.ts";
import { readState } from "../ledger/read-state.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { decideWeek } from "./decide-week.ts";
import { finishWeek } from "./finish-week.ts";
import { handOver } from "./hand-over.ts";
import { type HeldWeek, holdWeek } from "./hold-week.ts";
import { sweepStream } from "./sweep-events.ts";
import type { SweepOutcome } from "./sweep-outcome.ts";
import type { SweepDeps, SweepRun } from "./sweep-run.ts";
import { type SweepWorkflow, sweepPlace, sweepWorkflow } from "./sweep-workflow.ts";
import { SWEEPS, type SweptWeek, weekIn } from "./sweeps.ts";
import { takenOver } from "./taken-over.ts";
import { MADE_UP_WITHIN, sweptAt } from "./week.ts";

/** Milliseconds by which the clock of a schedule may be ahead of this one. */
export const CLOCKS_DIFFER = 60_000;

/**
 * Sweeps a week of a product once: claims it, has its money set aside, reads, decides, keeps the decision and hands the
 * report over to be proposed, opens the one issue, says so. Killed anywhere, the next call goes on: what is decided is
 * not decided again, and an issue that was opened is found by its mark. It starts and repeats no CI. Errors: those of the
 * forge, the artifacts and the ledger: then the claim is given back.
 */
export async function runSweep(deps: SweepDeps, run: SweepRun): Promise<SweepOutcome> {
  const { organisation, product, week, timeZone, late, config } = run;
  const stream = sweepStream(organisation, product.name);
  const { state } = await readState(deps.ledger, stream, SWEEPS);
  const seen = weekIn(state, week);
  if (seen.done !== null) return { kind: "already", week: seen };
  const workflow = sweepWorkflow(config);
  if (seen.decided === null) {
    if (product.platform)
      return { kind: "skipped", why: `${product.name} is the platform that Assay itself runs on` };
    if (workflow.kind === "off") return { kind: "skipped", why: workflow.why };
    const dueAt = sweptAt(week, timeZone);
    if (deps.clock.now() + CLOCKS_DIFFER < dueAt) return { kind: "early", at: iso(dueAt) };
    if (!late && deps.clock.now() > dueAt + MADE_UP_WITHIN)
      return { kind: "missed", dueAt: iso(dueAt), asked: week };
  }
  const holder = await deps.holder.name();
  const attempt = attemptOf(run, workflow, holder);
  const settle = async () => {
    if (attempt !== null) await settleInGroup(deps, attempt);
  };
  if (seen.decided === null && attempt !== null) {
    const refusal = await refuseInGroup(deps, attempt);
    if (refusal !== null) return toldRefusal(refusal);
  }
  const held = await holdWeek(deps, { stream, week, holder }, seen);
  if (held.kind === "done") return { kind: "already", week: held.week };
  if (held.kind === "claimed-by-other") return held;
  try {
    const outcome = await carryOn(deps, run, { ...held, attempt, holder, settle });
    if (outcome.kind !== "swept") await held.held.giveBack();
    return outcome;
  } catch (error) {
    await held.held.giveBack();
    throw error;
  } finally {
    await settle();
  }
}

interface Work {
  readonly held: HeldWeek;
  readonly week: SweptWeek;
  readonly attempt: GroupAttempt | null;
  readonly holder: string;
  readonly settle: () => Promise<void>;
}

async function carryOn(deps: SweepDeps, run: SweepRun, work: Work): Promise<SweepOutcome> {
  const { held, attempt, holder, settle } = work;
  const mask = await secretsMask(deps.secrets);
  let { week } = work;
  if (week.decided === null) {
    // Before the first step, whether or not a model is asked in the end (C-093, C-097).
    const paid = attempt === null ? null : await payInGroup(deps, attempt);
    if (paid?.kind === "refused") return toldRefusal(paid);
    const decided = await decideWeek(deps, run, { held, mask });
    if (decided === null) return takenOver(deps, run, holder);
    week = decided;
  }
  await handOver(deps, run, { week, holder, mask });
  return finishWeek(deps, run, { held, week, holder, mask, settle });
}

function toldRefusal({ kind, code, why, recover, roomAt }: MoneyRefusal): SweepOutcome {
  return { kind, code, why, recover, roomAt };
}

function attemptOf(run: SweepRun, workflow: SweepWorkflow, holder: string): GroupAttempt | null {
  if (workflow.kind === "off" || workflow.budget === null) return null;
  const { name, step, capMicros, budget } = workflow;
  return {
    place: sweepPlace(nameOf(run), step),
    organisation: run.organisation,
    workflow: name,
    budget,
    capMicros,
    by: holder,
  };
}

function nameOf({ organisation, product, week }: SweepRun) {
  return { organisation, product: product.name, week };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
