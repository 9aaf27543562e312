import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import { ruledIn, summaryOf } from "../learn/learning-run.ts";
import type { Deps } from "../ports/deps.ts";
import type { PastResult } from "../ports/history.ts";
import type { AnalysisResults } from "../run/analyse-run.ts";
import { getJson } from "../run/evidence-artifact.ts";
import { findRun } from "../run/find-run.ts";
import { readLearningRun } from "../run/run-queue.ts";
import { RunView, toRunSummary } from "../run/run-summary.ts";
import { claimsOf } from "../store/claims-of.ts";
import { operation } from "./operation.ts";

/** Results of a failing test that are shown. */
const STRIP = 30;

const Input = z.lazy(() =>
  z.object({
    run: z.string().check(z.minLength(1), z.describe("an id, or the beginning of one only")),
  }),
);

/**
 * A run, what was found and what was learned from it. Without the history of results the strips are empty. Errors:
 * run_missing, run_ambiguous, those of the ledger, the artifacts, the
 * records and the proposals.
 */
export const runsShow = operation({
  id: "runs.show",
  title: "Show a run with its causes and what was learned",
  input: Input,
  output: RunView,
  writes: false,
  async run(
    deps: Pick<Deps, "artifacts" | "history" | "ledger" | "proposals" | "records">,
    { run: wanted },
  ): Promise<RunView> {
    const run = await findRun(deps.ledger, wanted);
    const state = await readLearningRun(deps.ledger, run);
    const row = summaryOf(state);
    if (row.kind !== "run") throw new AssayError("run_missing", { run });
    const { analysis, marks } = state;
    const { promoted, held, journal } = ruledIn(state);
    const failures =
      analysis === null
        ? []
        : (await getJson<AnalysisResults>(deps.artifacts, analysis.results, run)).failures;
    const strips = await stripsOf(
      deps,
      failures.flatMap(({ test }) => (test === null ? [] : [test])),
    );
    const claims = await claimsOf(
      deps,
      new Set(journal.flatMap(({ record, other, proposal }) => [record, other, proposal]).filter(isId)),
    );
    const claimOf = (id: string | null) => (id === null ? null : (claims.get(id) ?? null));
    return {
      ...toRunSummary(row),
      failures: failures.map((failure) => ({ ...failure, history: strips.get(failure.test ?? "") ?? [] })),
      promoted: [...promoted],
      held: [...held],
      changes: journal.map(({ op, record, other = null, outcome, reason, proposal = null }) => ({
        op,
        record,
        other,
        outcome,
        reason,
        proposal,
        claim: outcome === "applied" ? claimOf(record) : claimOf(proposal),
        otherClaim: claimOf(other),
      })),
      markings: marks.map(({ mark, test, cause, by, at, reason }) => ({ mark, test, cause, by, at, reason })),
    };
  },
});

function isId(id: string | null | undefined): id is string {
  return id !== null && id !== undefined;
}

type Strip = RunView["failures"][number]["history"];

async function stripsOf(
  { history }: Pick<Deps, "history">,
  tests: readonly string[],
): Promise<ReadonlyMap<string, Strip>> {
  try {
    const past = await history.of(tests, STRIP);
    return new Map([...past].map(([test, rows]) => [test, rows.map(resultOf).reverse()]));
  } catch (error) {
    if (error instanceof AssayError) return new Map();
    throw error;
  }
}

function resultOf({ outcome, flaky }: PastResult): Strip[number] {
  return flaky && outcome === "passed" ? "flaky" : outcome;
}
