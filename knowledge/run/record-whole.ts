import type { RunVerdict } from "../learn/run-evidence.ts";
import { runVerdict } from "../learn/see/run-verdict.ts";
import type { Deps } from "../ports/deps.ts";
import type { TestCounts } from "../test-counts.ts";
import { type KeepDeps, keepReadRun } from "./keep-run.ts";
import { type FoundRun, type Named, type ReadFoundDeps, type ReadingRules, readFound } from "./read-found.ts";
import { type Given, placeOf } from "./run-facts.ts";

export type RecordDeps = ReadFoundDeps &
  Pick<Deps, "artifacts" | "clock" | "ledger" | "mode" | "repository" | "secrets">;

/** What became of the reports of a run. */
export type Recorded =
  /** There is no report. */
  | { readonly kind: "nothing" }
  /** Kept; parts of it are still to come. */
  | { readonly kind: "incomplete"; readonly run: string; readonly missing: readonly number[] }
  | {
      readonly kind: "recorded";
      readonly run: string;
      /** It was recorded before. */
      readonly known: boolean;
      readonly verdict: RunVerdict;
      readonly tests: TestCounts;
      /** Parts that it was closed without. */
      readonly missing: readonly number[];
    };

/**
 * Records a run out of all its reports, under the id that is given or its own. Errors: those of {@link readFound}, of
 * the repository, the artifacts and the ledger.
 */
export async function recordWhole(
  deps: RecordDeps,
  rules: ReadingRules,
  given: Named & Given & { readonly run?: string | undefined },
): Promise<Recorded> {
  const found = await readFound(deps, rules, given);
  if (found === null) return { kind: "nothing" };
  const recorded = await recordRead(deps, rules, found, given);
  await found.clear();
  return recorded;
}

/** Records a run that was read. Errors: those of the repository, the artifacts and the ledger. */
export async function recordRead(
  deps: KeepDeps & Pick<Deps, "clock" | "messages" | "mode">,
  { mask }: Pick<ReadingRules, "mask">,
  { read, title }: Pick<FoundRun, "read" | "title">,
  given: Given & { readonly run?: string | undefined; readonly pulledFrom?: string },
): Promise<Extract<Recorded, { readonly kind: "recorded" }>> {
  const place = await placeOf(deps, given, read.info, mask);
  const run = given.run ?? read.id(place);
  const verdict = runVerdict(read.outcome, null);
  const { pulledFrom } = given;
  const from = pulledFrom === undefined ? {} : { pulledFrom };
  const kept = await keepReadRun(deps, read, { run, ...place, ...from, verdict, durationMs: null, title });
  return { kind: "recorded", run, known: kept === "known", verdict, tests: read.evidence.tests, missing: [] };
}
