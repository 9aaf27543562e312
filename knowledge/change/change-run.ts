import type { Workflow, WorkflowStep } from "../config/config.ts";
import type { Projection } from "../ledger/projection.ts";
import type { StoredEvent } from "../ports/ledger.ts";
import type {
  AttemptPlace,
  ChangeEvents,
  ChangeEventType,
  ChangeIdentity,
  RunOutcome,
  StepEnd,
  StepPlace,
} from "./change-events.ts";
import type { DoneEffect, PlannedEffect } from "./planned-effect.ts";
import type { FailureNote, Verdict } from "./step-verdict.ts";

/** A change under QA: its runs, the last of which may be live. */
export interface ChangeState {
  readonly runs: readonly ChangeRun[];
}

export interface ChangeRun {
  readonly run: number;
  readonly at: string;
  readonly by: string;
  readonly change: ChangeIdentity;
  readonly workflow: Workflow;
  readonly hasBuilder: boolean;
  readonly note: string | null;
  readonly secret: string;
  readonly steps: readonly StepState[];
  /** Times that the change was sent back to its builder. */
  readonly returnRounds: number;
  /** Some check has reported on the change: its repository has CI for changes. */
  readonly hasCi: boolean;
  /** In the order in which they were planned. */
  readonly effects: readonly PlannedEffect[];
  /** Who last began to carry one out, by key. */
  readonly begun: Readonly<Record<string, { readonly at: string; readonly holder: string }>>;
  readonly done: Readonly<Record<string, DoneEffect>>;
  /** Keys that were planned by what counts for nothing any more; planned again, they are due again. */
  readonly dropped: readonly string[];
  readonly ended: { readonly at: string; readonly outcome: RunOutcome; readonly why: string } | null;
}

export interface StepState {
  readonly name: string;
  /** Oldest first; none before the step's first turn. */
  readonly rounds: readonly RoundState[];
}

export interface RoundState {
  readonly round: number;
  readonly at: string;
  /** Head of the branch that the round is about now. */
  readonly head: string;
  /** When that head was first seen. */
  readonly headAt: string;
  readonly ci: Pick<ChangeEvents["ci.seen"], "at" | "head" | "outcome" | "checks"> | null;
  readonly attempts: readonly AttemptState[];
  readonly handedOver: Pick<ChangeEvents["step.handed-over"], "at" | "by" | "to" | "note"> | null;
  readonly ended: {
    readonly at: string;
    readonly head: string;
    readonly verdict: Verdict;
    readonly why: StepEnd;
  } | null;
}

export interface AttemptState {
  readonly attempt: number;
  readonly at: string;
  readonly head: string;
  readonly holder: string;
  readonly until: string;
  readonly ended: {
    readonly at: string;
    readonly verdict: Verdict;
    readonly failures: readonly FailureNote[];
    /** Keys of its effects. */
    readonly effects: readonly string[];
  } | null;
  /** The branch moved before its commit could be made: it counts for nothing. */
  readonly isVoid: boolean;
}

/** State of a stream `change/…`. */
export const CHANGE_RUN: Projection<ChangeState> = {
  kind: "change",
  v: 1,
  initial: { runs: [] },
  apply,
  summary: { v: 1, of: (state) => ({ ...summaryOf(state) }) },
};

/** What a list shows of a change. */
export interface ChangeSummary {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly run: number;
  readonly workflow: string;
  readonly step: string | null;
  readonly round: number;
  readonly returnRounds: number;
  readonly outcome: RunOutcome | null;
  /** Last word of a verdict, or null. */
  readonly word: Verdict["word"] | null;
  /** Role of the step, or why the run has ended. */
  readonly why: string | null;
  readonly at: string;
}

/** The run that is live, or the last one; null where there was none. */
export function lastRun({ runs }: ChangeState): ChangeRun | null {
  return runs.at(-1) ?? null;
}

/** The step whose turn it is with its definition and its last round; null where the run has ended. */
export function currentStep(
  run: ChangeRun,
): { readonly index: number; readonly step: WorkflowStep; readonly round: RoundState } | null {
  if (run.ended !== null) return null;
  const index = run.steps.findIndex(({ rounds }) => {
    const last = rounds.at(-1);
    return last !== undefined && last.ended === null;
  });
  const step = run.workflow.steps[index];
  const round = run.steps[index]?.rounds.at(-1);
  return step === undefined || round === undefined ? null : { index, step, round };
}

/** Effects that are planned and not carried out, in order. */
export function pendingEffects({ effects, done, dropped }: ChangeRun): readonly PlannedEffect[] {
  return effects.filter(({ key }) => done[key] === undefined && !dropped.includes(key));
}

/** Attempts of a round that count. */
export function countedAttempts({ attempts }: RoundState): readonly AttemptState[] {
  return attempts.filter(({ isVoid }) => !isVoid);
}

function summaryOf(state: ChangeState): ChangeSummary | Record<string, never> {
  const run = lastRun(state);
  if (run === null) return {};
  const current = currentStep(run);
  const last = run.steps.flatMap(({ rounds }) => rounds).findLast(({ ended }) => ended !== null);
  return {
    repository: run.change.repository,
    number: run.change.number,
    title: run.change.title,
    url: run.change.url,
    run: run.run,
    workflow: run.workflow.name,
    step: current?.step.name ?? null,
    round: current?.round.round ?? 0,
    returnRounds: run.returnRounds,
    outcome: run.ended?.outcome ?? null,
    word: last?.ended?.verdict.word ?? null,
    why: current === null ? (run.ended?.why ?? null) : current.step.agentRole,
    at: run.ended?.at ?? current?.round.ci?.at ?? current?.round.at ?? run.at,
  };
}

function apply(state: ChangeState, { type, v, data }: StoredEvent): ChangeState {
  const name = type.replace(/^change\./, "");
  if (v !== 1 || !Object.hasOwn(APPLY, name)) return state;
  const applied = APPLY[name as ChangeEventType] as (state: ChangeState, data: unknown) => ChangeState;
  return applied(state, data);
}

type Apply = {
  readonly [Type in ChangeEventType]: (state: ChangeState, data: ChangeEvents[Type]) => ChangeState;
};

const APPLY: Apply = {
  "run.started": ({ runs }, { run, at, by, change, workflow, hasBuilder, note, secret }) => ({
    runs: [
      ...runs,
      {
        run,
        at,
        by,
        change,
        workflow,
        hasBuilder,
        note,
        secret,
        steps: workflow.steps.map(({ name }) => ({ name, rounds: [] })),
        returnRounds: 0,
        hasCi: false,
        effects: [],
        begun: {},
        done: {},
        dropped: [],
        ended: null,
      },
    ],
  }),
  "step.started": (state, { run, step, round, at, head }) =>
    inStep(state, { run, step }, (rounds) => [
      ...rounds,
      { round, at, head, headAt: at, ci: null, attempts: [], handedOver: null, ended: null },
    ]),
  "ci.seen": (state, { at, head, outcome, checks, ...place }) =>
    inRun(
      inRound(state, place, (round) => ({ ...round, ci: { at, head, outcome, checks } })),
      place.run,
      (run) => (outcome === "none" ? run : { ...run, hasCi: true }),
    ),
  "head.moved": (state, { at, to, ...place }) =>
    inRound(state, place, (round) => ({ ...round, head: to, headAt: at, ci: null })),
  "attempt.claimed": (state, { attempt, at, head, holder, until, ...place }) =>
    inRound(state, place, (round) => {
      const claimed = { attempt, at, head, holder, until, ended: null, isVoid: false };
      return { ...round, attempts: [...round.attempts.filter((one) => one.attempt !== attempt), claimed] };
    }),
  "attempt.extended": (state, { until, ...place }) => inAttempt(state, place, (one) => ({ ...one, until })),
  "attempt.ended": (state, { at, verdict, failures, effects, ...place }) =>
    inRun(
      inAttempt(state, place, (one) => ({
        ...one,
        ended: { at, verdict, failures, effects: effects.map(({ key }) => key) },
      })),
      place.run,
      (run) => planned(run, effects),
    ),
  "effect.begun": (state, { run, at, key, holder }) =>
    inRun(state, run, (one) => ({ ...one, begun: { ...one.begun, [key]: { at, holder } } })),
  "effect.done": (state, { run, at, key, what, url, outcome, why = null }) => {
    const noted = inRun(state, run, (one) => ({
      ...one,
      done: { ...one.done, [key]: { at, url, outcome, why } },
    }));
    if (what !== "commit" || outcome === "refused") return noted;
    return inRun(noted, run, (one) =>
      outcome === "moved" ? voided(one, key) : url === null ? one : committed(one, key, { url, at }),
    );
  },
  "step.ended": (state, { at, head, verdict, why, effects, ...place }) =>
    inRun(
      inRound(state, place, (round) => ({ ...round, ended: { at, head, verdict, why } })),
      place.run,
      (run) => planned(run, effects),
    ),
  "run.returned": (state, { run }) =>
    inRun(state, run, (one) => ({ ...one, returnRounds: one.returnRounds + 1 })),
  "run.ended": (state, { run, at, outcome, why }) =>
    inRun(state, run, (one) => ({ ...one, ended: { at, outcome, why } })),
  "step.handed-over": (state, { at, by, to, note, ...place }) =>
    inRun(
      inRound(state, place, (round) => ({ ...round, handedOver: { at, by, to, note } })),
      place.run,
      (run) => withoutCommits(run, place),
    ),
};

/** What is planned again is due again, as it is planned now, unless it was carried out. */
function planned(run: ChangeRun, effects: readonly PlannedEffect[]): ChangeRun {
  const keys = new Set(effects.map(({ key }) => key));
  const known = new Set(run.effects.map(({ key }) => key));
  const revived = new Set(run.dropped.filter((key) => keys.has(key)));
  return {
    ...run,
    effects: [
      ...run.effects.filter(({ key }) => !revived.has(key)),
      ...effects.filter(({ key }) => revived.has(key) || !known.has(key)),
    ],
    dropped: run.dropped.filter((key) => !revived.has(key)),
  };
}

/** The attempt that wanted the commit counts for nothing, and neither does what else it planned. */
function voided(run: ChangeRun, key: string): ChangeRun {
  const isIt = ({ ended }: AttemptState) => ended?.effects.includes(key) === true;
  const attempts = run.steps.flatMap(({ rounds }) => rounds.flatMap((round) => round.attempts));
  const keys = attempts.filter(isIt).flatMap(({ ended }) => ended?.effects ?? []);
  return {
    ...drop(run, keys),
    steps: mapRounds(run, (round) => ({
      ...round,
      attempts: round.attempts.map((attempt) => (isIt(attempt) ? { ...attempt, isVoid: true } : attempt)),
    })),
  };
}

/** The round is about the commit from now on. */
function committed(
  run: ChangeRun,
  key: string,
  { url, at }: { readonly url: string; readonly at: string },
): ChangeRun {
  return {
    ...run,
    steps: mapRounds(run, (round) =>
      round.ended === null && round.attempts.some(({ ended }) => ended?.effects.includes(key))
        ? { ...round, head: url, headAt: at, ci: null }
        : round,
    ),
  };
}

/** Commits of a step that was handed over are not made any more. */
function withoutCommits(run: ChangeRun, { step, round }: StepPlace): ChangeRun {
  const attempts =
    run.steps.find(({ name }) => name === step)?.rounds.find((one) => one.round === round)?.attempts ?? [];
  const keys = new Set(attempts.flatMap(({ ended }) => ended?.effects ?? []));
  return drop(
    run,
    run.effects.filter(({ key, what }) => what === "commit" && keys.has(key)).map(({ key }) => key),
  );
}

function drop(run: ChangeRun, keys: readonly string[]): ChangeRun {
  const open = keys.filter((key) => run.done[key] === undefined);
  return { ...run, dropped: [...new Set([...run.dropped, ...open])] };
}

function mapRounds({ steps }: ChangeRun, change: (round: RoundState) => RoundState): readonly StepState[] {
  return steps.map((step) => ({ ...step, rounds: step.rounds.map(change) }));
}

function inRun(state: ChangeState, run: number, change: (run: ChangeRun) => ChangeRun): ChangeState {
  return { runs: state.runs.map((one) => (one.run === run ? change(one) : one)) };
}

function inStep(
  state: ChangeState,
  { run, step }: Pick<StepPlace, "run" | "step">,
  change: (rounds: readonly RoundState[]) => readonly RoundState[],
): ChangeState {
  return inRun(state, run, (one) => ({
    ...one,
    steps: one.steps.map((known) =>
      known.name === step ? { ...known, rounds: change(known.rounds) } : known,
    ),
  }));
}

function inRound(
  state: ChangeState,
  { round, ...place }: StepPlace,
  change: (round: RoundState) => RoundState,
): ChangeState {
  return inStep(state, place, (rounds) => rounds.map((one) => (one.round === round ? change(one) : one)));
}

function inAttempt(
  state: ChangeState,
  { attempt, ...place }: AttemptPlace,
  change: (attempt: AttemptState) => AttemptState,
): ChangeState {
  return inRound(state, place, (round) => ({
    ...round,
    attempts: round.attempts.map((one) => (one.attempt === attempt ? change(one) : one)),
  }));
}
