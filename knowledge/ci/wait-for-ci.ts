import type { Config } from "../config/config.ts";
import type { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Check } from "./check.ts";
import type { CiTarget } from "./find-target.ts";
import { isSettled } from "./is-settled.ts";
import { type Looked, lookUntil } from "./look-until.ts";
import { type CiReading, readChecks } from "./read-checks.ts";

/** Seconds between two looks at most, unless the first interval is longer. */
const LONGEST_INTERVAL = 30;

export interface WaitQuestion {
  readonly settings: Config["ci"];
  readonly timeoutMinutes: number;
  readonly intervalSeconds: number;
  readonly firstFailure: boolean;
  /** Masks what is told. */
  readonly mask: SecretMask;
}

export interface Waited extends CiReading {
  /** As it stands now: the change may have moved on. */
  readonly target: CiTarget;
  readonly timedOut: boolean;
  readonly waitedSeconds: number;
}

/**
 * Looks at CI until it has ended or the time is over, telling what runs whenever that differs. A pass counts once
 * no more checks are to be expected, or when it was seen twice. A look that fails is told and done again; when the
 * first one fails, or several in a row, its error is thrown. A change whose head moved is waited for there.
 */
export async function waitForCi(
  deps: Pick<Deps, "forge" | "clock" | "pause" | "messages">,
  asked: CiTarget,
  { settings, timeoutMinutes, intervalSeconds, firstFailure, mask }: WaitQuestion,
): Promise<Waited> {
  const { clock } = deps;
  const began = clock.now();
  const end = began + timeoutMinutes * 60_000;
  const tell = teller(deps, began);
  let target = asked;
  let since = began;
  let reading: CiReading | null = null;
  let passedBefore = false;

  async function look(): Promise<Looked<Waited>> {
    const moved = reading === null ? target : await followHead(deps, target);
    const isMoved = moved !== target;
    if (isMoved) {
      deps.messages.tell({ kind: "note", text: `${nameOf(moved)} moved to ${moved.commit.slice(0, 12)}` });
      [target, since, passedBefore] = [moved, clock.now(), false];
    }
    reading = await readChecks(deps, target, { since, settings, firstFailure, mask });
    const now = clock.now();
    if (isOver(reading, passedBefore, now)) return over(reading, false, now);
    passedBefore = reading.outcome.kind === "passed";
    return goOn(reading, isMoved, now);
  }

  /** What was read last stands, and a pass has to be seen twice anew. */
  function failed(last: CiReading, error: AssayError): Looked<Waited> {
    deps.messages.tell({ kind: "note", text: `${error.message}; it is asked again` });
    passedBefore = false;
    return goOn(last, false, clock.now());
  }

  function goOn(last: CiReading, anew: boolean, now: number): Looked<Waited> {
    if (now >= end) return over(last, true, now);
    tell(last.checks, now);
    return { kind: "again", withinMs: Math.min(end - now, untilNone(last, now)), anew };
  }

  function over(last: CiReading, timedOut: boolean, now: number): Looked<Waited> {
    const waitedSeconds = Math.round((now - began) / 1_000);
    return { kind: "over", answer: { ...last, target, timedOut, waitedSeconds } };
  }

  const pace = {
    firstMs: intervalSeconds * 1_000,
    longestMs: Math.max(intervalSeconds, LONGEST_INTERVAL) * 1_000,
  };
  return lookUntil(deps, pace, look, (error) => failed(reading as CiReading, error));
}

function isOver({ outcome, checks }: CiReading, passedBefore: boolean, now: number): boolean {
  if (outcome.kind === "passed") return passedBefore || isSettled(checks, now);
  return outcome.kind !== "running" && outcome.kind !== "silent";
}

/** Milliseconds until a commit without reports counts as one without CI. */
function untilNone({ outcome }: CiReading, now: number): number {
  return outcome.kind === "silent" ? Date.parse(outcome.until) - now : Number.POSITIVE_INFINITY;
}

/** The same target, or where the head of its change stands now. */
async function followHead({ forge }: Pick<Deps, "forge">, target: CiTarget): Promise<CiTarget> {
  const { change, repository, only } = target;
  const asksForOne = only.workflowRun !== null || only.job !== null || only.checkRun !== null;
  if (change === null || asksForOne) return target;
  const now = await forge.change(repository, change.number, "as-told");
  return now.head.commit === target.commit
    ? target
    : { ...target, change: now, commit: now.head.commit, branch: now.head.branch };
}

function nameOf({ repository, change }: CiTarget): string {
  return change === null ? repository : `${repository}#${change.number}`;
}

/** Tells what runs when it is another than before. */
function teller({ messages }: Pick<Deps, "messages">, began: number) {
  let told = "";
  return (checks: readonly Check[], now: number): void => {
    const names = (state: Check["state"]) =>
      checks.filter((check) => check.state === state).map(({ name }) => name);
    const said = { running: names("running"), failed: names("failed"), total: checks.length };
    const key = JSON.stringify(said);
    if (key === told) return;
    told = key;
    messages.tell({ kind: "ci", ...said, waitedSeconds: Math.round((now - began) / 1_000) });
  };
}
