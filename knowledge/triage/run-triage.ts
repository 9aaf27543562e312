import type { MoneyRefusal } from "../budget/money-room.ts";
import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import { decide } from "../ledger/decide.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { waitForMoney } from "../watch/wait-for-money.ts";
import { WATCH } from "../watch/watch.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import type { FailureState } from "../watch/watch-state.ts";
import { watchStream } from "../watch/watch-stream.ts";
import { finishTriage } from "./finish-triage.ts";
import { type HeldAnswer, holdAnswer, peekAnswer, restAnswer } from "./hold-answer.ts";
import { type DecideDeps, makeDecision } from "./make-decision.ts";
import { type TriageMoney, triageMoney } from "./triage-money.ts";
import { LOST, type TriageOutcome } from "./triage-outcome.ts";
import { triageWorkflow } from "./triage-workflow.ts";
import { type WantedChecks, waitsFor, wantedChecks } from "./wanted-checks.ts";
import { lookForIssue } from "./write-issue.ts";

export type TriageDeps = DecideDeps & Pick<Deps, "holder" | "webhook">;

export interface TriageRun {
  readonly organisation: string;
  readonly repository: RepositoryName;
  readonly failure: string;
  /** Who works on it. */
  readonly holder: string;
  readonly config: Config;
  /** Milliseconds that one call of the model may take. */
  readonly callMs: number;
}

/**
 * Answers one failure of a default branch: claims it, has its money set aside, reads, decides, keeps the decision, opens
 * the one issue, says so. Killed anywhere, the next call goes on: what is decided is not decided again, and an issue
 * that was opened is found by its mark. Errors: failure_unknown, and those of the forge, the artifacts and the ledger:
 * then the claim is given back, and what was spent stays counted.
 */
export async function runTriage(deps: TriageDeps, run: TriageRun): Promise<TriageOutcome> {
  const { organisation, failure: id, holder, config } = run;
  const stream = watchStream(organisation, run.repository);
  const { state } = await readState(deps.ledger, stream, WATCH);
  // What it is called now; the stream stays that of the name that is watched.
  const repository = (state.renamedTo ?? run.repository) as RepositoryName;
  const peeked = await peekAnswer(deps, state, { failure: id, holder });
  if (peeked.kind === "unknown") throw unknown(run);
  if (peeked.kind === "answered") return { kind: "answered" };
  if (peeked.kind === "claimed-by-other") return peeked;
  // Told before it was lost: what is due there is due once it is back.
  if (state.lost !== null) return { kind: "later", why: UNREACHED, until: null };

  const before = state.failures.find((one) => one.failure === id) as FailureState;
  const workflow = triageWorkflow(config);
  const payer = { organisation: config.watch?.organisation ?? organisation, by: holder };
  const money = triageMoney(deps, run, workflow, payer);
  // What is decided is written, whatever the settings say by now; it costs nothing more.
  if (before.decided === null) {
    if (workflow.off !== null) return { kind: "skipped", why: workflow.off };
    const refusal = await money.refuse();
    if (refusal !== null) return waitsForMoney(deps, { stream, failure: id }, refusal);
  }
  const mask = await secretsMask(deps.secrets);
  // Before claim and money: what runs again is looked at for a day, and a look costs nothing.
  const wanted =
    before.decided === null ? await wantedChecks(deps, { repository, failure: before, mask }) : null;
  const waits = wanted === null ? null : waitsFor(wanted, before, { now: deps.clock.now(), mask });
  if (waits !== null) {
    await restAnswer(deps, state, { stream, failure: id, holder }, waits.until);
    const until = new Date(waits.until).toISOString();
    return { kind: "later", why: `checks run again: ${waits.names.join(", ")}`, until };
  }
  const sight = await lookForIssue(deps, repository, before);
  if (sight.kind === "later") return { kind: "later", why: LISTS_BEHIND, until: sight.until };

  const taken = await holdAnswer(deps, state, { stream, failure: id, holder });
  if (taken.kind === "unknown") throw unknown(run);
  if (taken.kind === "answered") return { kind: "answered" };
  if (taken.kind === "claimed-by-other") return taken;
  const { held, failure } = taken;
  let outcome: TriageOutcome | null = null;
  try {
    const made = await decideOnce(deps, run, { repository, stream, held, failure, wanted, money, mask });
    outcome =
      made.kind === "decided"
        ? await finishTriage(deps, {
            ...{ repository, failure, held, money, config, mask },
            decision: made.decision,
            found: sight.issue,
          })
        : made;
    return outcome;
  } finally {
    // Whoever has taken it over, be it by another run of this holder, goes on with claim and money.
    if (outcome !== LOST) {
      await money.settle();
      if (outcome?.kind !== "done") await held.giveBack();
    }
  }
}

/** Whether it was written as well has to be looked for first. */
const DECIDED: TriageOutcome = {
  kind: "later",
  why: "another process has decided it meanwhile",
  until: null,
};
const UNREACHED = "the repository cannot be reached, or nobody can write there";
const LISTS_BEHIND = "the forge's lists do not tell yet whether its issue was opened";

function unknown({ failure, repository }: TriageRun): AssayError {
  return new AssayError("failure_unknown", { failure, repository });
}

interface Holding {
  readonly repository: RepositoryName;
  readonly stream: string;
  readonly held: HeldAnswer;
  readonly failure: FailureState;
  /** Null where it was decided when they would have been read. */
  readonly wanted: WantedChecks | null;
  readonly money: TriageMoney;
  readonly mask: SecretMask;
}

/** The decision that stands, or one that is made now, paid for and kept before anything is written. */
async function decideOnce(
  deps: TriageDeps,
  { config, callMs, holder }: TriageRun,
  { repository, stream, held, failure, wanted, money, mask }: Holding,
): Promise<{ readonly kind: "decided"; readonly decision: TriageDecision } | TriageOutcome> {
  const standing = failure.decided?.decision ?? null;
  if (wanted === null || standing !== null)
    return wanted === null && standing !== null ? { kind: "decided", decision: standing } : DECIDED;
  const refusal = await money.pay();
  if (refusal !== null) return waitsForMoney(deps, { stream, failure: failure.failure }, refusal);
  const { place, capMicros } = money;
  const decision = await makeDecision(deps, {
    ...{ repository, failure, wanted, config, mask, place, capMicros, callMs, holder },
  });
  return (await held.decide(decision)) ? { kind: "decided", decision } : LOST;
}

/** Has a triage that was refused for money wait, so that no look asks for it again before it can be paid for. */
async function waitsForMoney(
  { ledger, clock }: Pick<TriageDeps, "ledger" | "clock">,
  { stream, failure }: { readonly stream: string; readonly failure: string },
  { code, why, recover, roomAt }: MoneyRefusal,
): Promise<TriageOutcome> {
  const { answer: until } = await decide(ledger, stream, WATCH, ({ state }) =>
    waitForMoney(state, { failure, now: clock.now(), roomAt }),
  );
  return { kind: "refused", code, why, recover, until };
}
