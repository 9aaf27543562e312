import type { StoredEvent } from "../ports/ledger.ts";
import type { AttemptPlace, ChangeEvents, ChangeEventType, StepPlace } from "./change-events.ts";
import type { AttemptState, ChangeRun, ChangeState, RoundState, StepState } from "./change-state.ts";
import type { PlannedEffect } from "./planned-effect.ts";

/** The state of a change after one more event; one of a type or version that nobody knows changes nothing. Pure. */
export function applyChange(state: ChangeState, { type, v, data }: StoredEvent): ChangeState {
  const name = type.replace(/^change\./, "");
  if (v !== 1 || !Object.hasOwn(APPLY, name)) return state;
  const applied = APPLY[name as ChangeEventType] as (state: ChangeState, data: unknown) => ChangeState;
  const after = applied(state, data);
  return KEEPS_READY.has(name) ? after : inRun(after, Number(data.run), notReady);
}

/** To begin with something brings nothing yet: a holder that dies leaves the run as ready as it was. */
const KEEPS_READY: ReadonlySet<string> = new Set<ChangeEventType>([
  "ready",
  "attempt.claimed",
  "attempt.extended",
  "effect.begun",
]);

function notReady(run: ChangeRun): ChangeRun {
  return run.ready === null ? run : { ...run, ready: null };
}

type Apply = {
  readonly [Type in ChangeEventType]: (state: ChangeState, data: ChangeEvents[Type]) => ChangeState;
};

const APPLY: Apply = {
  "run.started": ({ runs }, { run, at, by, change, workflow, hasBuilder, note, issue = null, secret }) => ({
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
        issue,
        secret,
        steps: workflow.steps.map(({ name }) => ({ name, rounds: [] })),
        returnRounds: 0,
        hasCi: false,
        effects: [],
        begun: {},
        done: {},
        dropped: [],
        ready: null,
        ended: null,
      },
    ],
  }),
  "step.started": (state, { run, step, round, at, head }) =>
    inStep(state, { run, step }, (rounds) => [
      ...rounds,
      {
        round,
        at,
        head,
        headAt: at,
        ci: null,
        failedBefore: null,
        attempts: [],
        handedOver: null,
        ended: null,
      },
    ]),
  "ci.seen": (state, { at, head, outcome, checks, ...place }) =>
    inRun(
      inRound(state, place, (round) => ({ ...round, ci: { at, head, outcome, checks } })),
      place.run,
      (run) => (outcome === "none" ? run : { ...run, hasCi: true }),
    ),
  "head.moved": (state, { at, to, ...place }) =>
    inRound(state, place, (round) => ({
      ...round,
      head: to,
      headAt: at,
      ci: null,
      failedBefore:
        round.ci?.outcome === "failed"
          ? { head: round.ci.head, checks: round.ci.checks }
          : round.failedBefore,
    })),
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
  ready: (state, { run, at, head, why }) =>
    inRun(state, run, (one) => ({ ...one, ready: { at, head, why } })),
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
