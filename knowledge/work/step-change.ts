import { changeEvent, changeStream } from "../change/change-events.ts";
import { CHANGE_RUN, currentStep, lastRun } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import { foresee } from "../change/foresee.ts";
import type { Move } from "../change/move.ts";
import { readyWhy } from "../change/ready-why.ts";
import { withEvents } from "../change/with-events.ts";
import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import { asSeen } from "../ledger/as-seen.ts";
import { keepReadOuts } from "../ledger/keep-read-outs.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { decideChange } from "./decide-change.ts";
import { goneFromRun } from "./gone-from-run.ts";
import { observeChange } from "./observe-change.ts";
import { type ChangeId, type ReadChange, readChange } from "./read-change.ts";

export type StepDeps = Pick<Deps, "clock" | "forge" | "holder" | "ledger" | "secrets">;

/** What a look without a checkout came to. */
export interface Stepped {
  /** Types of the events that were appended; none where nothing is new. */
  readonly events: readonly string[];
  /** The run as it stands now. */
  readonly run: ChangeRun;
}

export interface StepQuestion {
  readonly id: ChangeId;
  readonly config: Pick<Config, "ci">;
  /** Sequence that the kept summary knows of, or null; one that is behind is written anew. */
  readonly summarySeq: number | null;
}

/** Looks that somebody else may overtake: each asks the forge anew. */
const LOOKS = 5;
/** Looks in which something follows and CI is asked for next; a run has few steps. */
const TURNS = 50;

/**
 * Looks at a change without a checkout: keeps what follows from what the forge says by itself, and that it is ready where
 * the next thing is a host's. Writes to the ledger alone, and nothing where nothing is new. Errors: change_unknown,
 * ledger_contended, secrets_unreadable, those of the forge and the ledger.
 */
export async function stepChange(deps: StepDeps, { id, config, summarySeq }: StepQuestion): Promise<Stepped> {
  for (let look = 0; look < LOOKS; look++) {
    const read = await readChange(deps, id);
    const { events, run } = await lookAhead(deps, read.run, config);
    if (events.length === 0) {
      if (summarySeq !== read.seq) await keepSummary(deps, id, read);
      return { events: [], run };
    }
    const { answer: isKept } = await decideChange(deps, id, asSeen(read.seq, events));
    if (isKept) return { events: events.map(({ type }) => type), run };
  }
  throw new AssayError("ledger_contended", {
    stream: changeStream(id.repository, id.number),
    attempts: LOOKS,
  });
}

/** The events that follow from what the forge says, in order, and the run after them. */
async function lookAhead(
  deps: StepDeps,
  before: ChangeRun,
  config: Pick<Config, "ci">,
): Promise<{ readonly events: readonly LedgerEvent[]; readonly run: ChangeRun }> {
  const settings = {
    timeoutMinutes: config.ci.timeoutMinutes,
    holder: await deps.holder.name(),
    isGone: await goneFromRun(deps, before),
  };
  const isOurs = (advance: Move) => readyWhy(advance) === null;
  const events: LedgerEvent[] = [];
  let run = before;
  let move: Move | null = null;
  let sight = await observeChange(deps, run, config, "as-told");
  for (let turn = 0; turn < TURNS && move === null; turn++) {
    // Of the CI of a step that has just begun nothing was asked yet.
    if (sight.ci === null && sight.state === "open" && currentStep(run)?.step.agentRole === "ci-resolver")
      sight = await observeChange(deps, run, config, "as-told");
    const foreseen = foresee(run, sight, deps.clock.now(), settings, isOurs);
    events.push(...foreseen.events);
    ({ run, move } = foreseen);
  }
  const why = move === null ? null : readyWhy(move);
  const isKnown = run.ready?.why === why && run.ready?.head === sight.head;
  if (why === null || isKnown) return { events, run };
  const { head } = sight;
  const at = new Date(deps.clock.now()).toISOString();
  const ready = changeEvent("ready", { run: run.run, at, head, why });
  return { events: [...events, ready], run: lastRun(withEvents({ runs: [run] }, [ready])) ?? run };
}

async function keepSummary(
  { ledger }: Pick<Deps, "ledger">,
  { repository, number }: ChangeId,
  { state, seq }: ReadChange,
): Promise<void> {
  await keepReadOuts(ledger, changeStream(repository, number), CHANGE_RUN, { state, seq }, seq);
}
