import type { Projection } from "../ledger/projection.ts";
import type { SweepEvents, SweepEventType } from "./sweep-events.ts";
import type { Week } from "./week.ts";

/** What became of one week. */
export interface SweptWeek {
  readonly week: Week;
  readonly claim: Omit<SweepEvents["sweep.claimed"], "week"> | null;
  readonly decided: Omit<SweepEvents["sweep.decided"], "week"> | null;
  /** When the issue was last about to be written. */
  readonly writing: string | null;
  /** Null until all is written. */
  readonly done: Omit<SweepEvents["sweep.done"], "week"> | null;
}

/** The sweeps of a product. */
export interface Sweeps {
  /** By week, the oldest first; the newest {@link KEPT_WEEKS}. */
  readonly weeks: readonly SweptWeek[];
}

/** Weeks that are known in the state; the stream keeps all. */
export const KEPT_WEEKS = 120;

/** State of a stream `sweep/…`. */
export const SWEEPS: Projection<Sweeps> = {
  kind: "sweep",
  v: 1,
  initial: { weeks: [] },
  apply(state, { type, v, data }) {
    if (v !== 1 || !Object.hasOwn(CHANGES, type)) return state;
    const { week, ...told } = data as unknown as SweepEvents[SweepEventType];
    const change = CHANGES[type as SweepEventType] as (week: SweptWeek, told: unknown) => SweptWeek;
    return { weeks: withWeek(state.weeks, change(weekIn(state, week), told)) };
  },
  summary: { v: 1, of: ({ weeks }) => summaryOf(weeks.at(-1)) },
};

/** What is known of a week; nothing yet for one that nobody took on. */
export function weekIn({ weeks }: Sweeps, week: Week): SweptWeek {
  return (
    weeks.find((one) => one.week === week) ?? { week, claim: null, decided: null, writing: null, done: null }
  );
}

type Told<Type extends SweepEventType> = Omit<SweepEvents[Type], "week">;

/** What is decided or done stays as it was first told. */
const CHANGES: { readonly [Type in SweepEventType]: (week: SweptWeek, told: Told<Type>) => SweptWeek } = {
  "sweep.claimed": (week, claim) => ({ ...week, claim }),
  "sweep.decided": (week, decided) => ({ ...week, decided: week.decided ?? decided }),
  "sweep.writing": (week, { at }) => ({ ...week, writing: at }),
  "sweep.done": (week, done) => ({ ...week, done: week.done ?? done }),
};

function withWeek(weeks: readonly SweptWeek[], week: SweptWeek): readonly SweptWeek[] {
  return [...weeks.filter((one) => one.week !== week.week), week]
    .sort((a, b) => (a.week < b.week ? -1 : 1))
    .slice(-KEPT_WEEKS);
}

function summaryOf(last: SweptWeek | undefined): Readonly<Record<string, unknown>> {
  return {
    week: last?.week ?? null,
    findings: last?.decided?.findings ?? null,
    issue: last?.done?.issue?.number ?? null,
    doneAt: last?.done?.at ?? null,
  };
}
