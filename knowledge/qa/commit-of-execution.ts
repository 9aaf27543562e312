import type { StandingContext } from "./standing.ts";
import { standingOf } from "./standing-of.ts";
import type { SubjectState } from "./subject-state.ts";

/** The commit of an execution's last run that counts and names one; null where none does. Pure. */
export function commitOfExecution(state: SubjectState, context: StandingContext): string | null {
  const counting = Object.values(state.requirements).flatMap((one) => {
    const { qualifying } = standingOf(one, state, context);
    return one.runs.filter(
      ({ id, raw_result }) => qualifying.includes(id) && raw_result.code_identity !== null,
    );
  });
  const last = counting.reduce<(typeof counting)[number] | null>(
    (latest, run) => (latest === null || run.started_at >= latest.started_at ? run : latest),
    null,
  );
  return last?.raw_result.code_identity?.sha ?? null;
}
