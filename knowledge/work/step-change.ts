import { changeEvent, changeStream } from "../change/change-events.ts";
import { CHANGE_RUN, currentStep } from "../change/change-run.ts";
import type { ChangeRun, ChangeState } from "../change/change-state.ts";
import { moveEvents } from "../change/move-events.ts";
import { nextMove } from "../change/next-move.ts";
import { readyWhy } from "../change/ready-why.ts";
import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import { keepReadOuts } from "../ledger/keep-read-outs.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { appendEvents } from "./append-events.ts";
import { goneHolders } from "./gone-holders.ts";
import { observeChange } from "./observe-change.ts";
import { type ChangeId, type ReadChange, readChange } from "./read-change.ts";
import { withEvents } from "./with-events.ts";

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

/** Times that somebody else may come first. */
const ATTEMPTS = 5;
/** Moves that follow one another; a run has few steps. */
const TURNS = 50;

/**
 * Looks at a change without a checkout: keeps what follows from what the forge says by itself, and that it is ready where
 * the next thing is a host's. Writes to the ledger alone, and nothing where nothing is new. Errors: change_unknown,
 * ledger_contended, secrets_unreadable, those of the forge and the ledger.
 */
export async function stepChange(deps: StepDeps, { id, config, summarySeq }: StepQuestion): Promise<Stepped> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = await readChange(deps, id);
    const { events, run } = await lookAhead(deps, read, config);
    if (events.length === 0) {
      if (summarySeq !== read.seq) await keepSummary(deps, id, read);
      return { events: [], run };
    }
    if (await appendEvents(deps, id, read.seq, events))
      return { events: events.map(({ type }) => type), run };
  }
  throw new AssayError("ledger_contended", {
    stream: changeStream(id.repository, id.number),
    attempts: ATTEMPTS,
  });
}

/** The events that follow from one look, in order, and the run after them. */
async function lookAhead(
  deps: StepDeps,
  { run: before, state: known }: ReadChange,
  config: Pick<Config, "ci">,
): Promise<{ readonly events: readonly LedgerEvent[]; readonly run: ChangeRun }> {
  const look = (run: ChangeRun) => observeChange(deps, run, config, "as-told");
  const settings = {
    timeoutMinutes: config.ci.timeoutMinutes,
    holder: await deps.holder.name(),
    gone: await goneHolders(deps, before),
  };
  const events: LedgerEvent[] = [];
  let state: ChangeState = known;
  let run = before;
  const add = (more: readonly LedgerEvent[]) => {
    events.push(...more);
    state = withEvents(state, more);
    run = state.runs.at(-1) ?? run;
  };
  let sight = await look(run);
  for (let turn = 0; turn < TURNS; turn++) {
    // Of the CI of a step that has just begun nothing was asked yet.
    if (sight.ci === null && sight.state === "open" && currentStep(run)?.step.agentRole === "ci-resolver")
      sight = await look(run);
    const now = deps.clock.now();
    const at = new Date(now).toISOString();
    const move = nextMove(run, sight, now, settings);
    const why = readyWhy(move);
    if (why !== null) {
      const isKnown = run.ready?.why === why && run.ready.head === sight.head;
      if (!isKnown) add([changeEvent("ready", { run: run.run, at, head: sight.head, why })]);
      break;
    }
    if (move.kind !== "advance") break;
    add(moveEvents(move.events, { run: run.run, at, effects: [] }));
  }
  return { events, run };
}

async function keepSummary(
  { ledger }: Pick<Deps, "ledger">,
  { repository, number }: ChangeId,
  { state, seq }: ReadChange,
): Promise<void> {
  await keepReadOuts(ledger, changeStream(repository, number), CHANGE_RUN, { state, seq }, seq);
}
