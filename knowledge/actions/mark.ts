import * as z from "zod/mini";
import { markRun } from "../acts/mark-run.ts";
import { actFlags, receiptFields } from "../acts/receipt.ts";
import { refuseSecrets } from "../acts/refuse-secrets.ts";
import { digestsOf, planDrafts, refuseUnseen, writeDrafts } from "../acts/write-drafts.ts";
import { CAUSES, type Cause } from "../cause/cause.ts";
import { AssayError } from "../errors.ts";
import { fullTestName } from "../evidence/test-case.ts";
import type { Candidate } from "../learn/candidate.ts";
import { cautionCandidates } from "../learn/cautions.ts";
import { type AnalysedFailure, learningStream, MARKS, type RunMarked } from "../learn/learning-events.ts";
import { LEARNING_RUN, type LearningRun, learningEvent, waitingJobs } from "../learn/learning-run.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";
import { testAnchor } from "../learn/see/test-anchor.ts";
import { decide } from "../ledger/decide.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { primaryAnchor } from "../record/record.ts";
import type { AnalysisResults } from "../run/analyse-run.ts";
import { getJson } from "../run/evidence-artifact.ts";
import { findRun } from "../run/find-run.ts";
import { findTest } from "../run/find-test.ts";
import { readKnownRecords } from "../store/known-records.ts";
import { recordsAbout } from "../store/records-about.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    run: z.string().check(z.minLength(1), z.describe("an id, or the beginning of one only")),
    mark: z.enum(MARKS),
    test: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe("full name of the test that it is about, or a part of one only; else the whole run")),
    cause: z.optional(z.enum(CAUSES)).check(z.describe("the right cause, with `wrong-cause`")),
    ...actFlags,
  }),
);

export const MarkReceipt = z.lazy(() =>
  z.object({
    ...receiptFields(),
    run: z.string(),
    mark: z.enum(MARKS),
    test: z.nullable(z.string()),
    cause: z.nullable(z.enum(CAUSES)),
    left: z
      .array(z.object({ id: z.string(), why: z.string() }))
      .check(z.describe("records of the run that stay as they are")),
  }),
);
export type MarkReceipt = z.output<typeof MarkReceipt>;

/**
 * A person says of a run whether its explanation was right, and what was learned from it follows. The same locally
 * and in CI; the same mark again is the one that is there. Errors: run_missing, run_ambiguous, run_waiting where it
 * is not learned from yet, mark_unclear, record_changed, secret_refused, and those of the ports.
 */
export const mark = operation({
  id: "mark",
  title: "Say whether a run was explained right",
  input: Input,
  output: MarkReceipt,
  writes: true,
  async run(
    deps: Pick<Deps, "artifacts" | "records" | "journal" | "ledger" | "person" | "clock" | "secrets">,
    { run: given, mark: said, test: named, cause: right, reason, dryRun, seen },
  ): Promise<MarkReceipt> {
    const { ledger, records, person, clock, secrets } = deps;
    await refuseSecrets(secrets, [["the reason", reason]]);
    const run = await findRun(ledger, given);
    const state = (await readState(ledger, learningStream(run), LEARNING_RUN)).state;
    const evidence = await evidenceOf(deps, state, run);
    const cause = causeOf(said, right);
    const test = said === "flaky" || named !== undefined ? findTest(evidence, run, named) : null;
    const cautions = cause === null ? [] : await cautionsBy(deps, state, evidence, { run, test, cause });

    const { known, folders } = await recordsOf(deps, state, cautions);
    refuseUnseen(known, seen);
    const by = await person.name();
    const at = new Date(clock.now()).toISOString();
    const marked = await markRun({
      mark: said,
      test: test === null ? null : testAnchor(test),
      run: { run, at: state.recorded?.at ?? at },
      learned: state.curation?.journal ?? [],
      cautions,
      known,
      folders,
      person: { by, at, reason: reason ?? null },
    });
    const event: RunMarked = {
      mark: said,
      test: test === null ? null : fullTestName(test),
      cause: said === "wrong-cause" ? cause : null,
      by,
      at,
      reason: reason ?? null,
      journal: marked.journal,
    };
    const told = {
      by,
      at,
      run,
      mark: said,
      test: event.test,
      cause: event.cause,
      removed: [],
      refused: [],
      seen: digestsOf(known),
    };
    const { left } = marked;
    if (dryRun) {
      const isThere = marked.drafts.length === 0 && isMarked(state, event);
      const changes = planDrafts(marked.drafts, known);
      return { ...told, result: isThere ? "unchanged" : "planned", changes, left: [...left] };
    }
    const changes = await writeDrafts(records, marked.drafts, known);
    const { answer: isNew } = await decide(ledger, learningStream(run), LEARNING_RUN, ({ state: now }) =>
      changes.length === 0 && isMarked(now, event)
        ? { events: [], answer: false }
        : { events: [learningEvent("run.marked", event)], answer: true },
    );
    return { ...told, result: isNew ? "done" : "unchanged", changes, left: [...left] };
  },
});

/** The cause that the mark says is the right one, if it says one. */
function causeOf(said: RunMarked["mark"], right: Cause | undefined): Cause | null {
  if (said === "flaky") return "flaky";
  if (said === "wrong-cause" && right === undefined)
    throw new AssayError("mark_unclear", {
      problem: "which cause is the right one is not said",
      way: `add --cause, one of ${CAUSES.join(", ")}`,
    });
  if (said !== "wrong-cause" && right !== undefined)
    throw new AssayError("mark_unclear", {
      problem: `a cause says nothing beside \`${said}\``,
      way: "leave --cause out, or mark the run wrong-cause",
    });
  return right ?? null;
}

async function evidenceOf({ artifacts }: Pick<Deps, "artifacts">, state: LearningRun, run: string) {
  if (state.recorded === null || state.curation === null) {
    const waiting = waitingJobs(state).join(", ");
    throw new AssayError("run_waiting", { run, jobs: waiting === "" ? "parts of it are missing" : waiting });
  }
  return getJson<RunEvidence>(artifacts, state.recorded.evidence, run);
}

/** What the run would have warned of, had its failures (or this test's) had that cause. */
async function cautionsBy(
  { artifacts }: Pick<Deps, "artifacts">,
  { analysis, recorded }: LearningRun,
  evidence: RunEvidence,
  about: { readonly run: string; readonly test: ReturnType<typeof findTest> | null; readonly cause: Cause },
): Promise<readonly Candidate[]> {
  const { run, test, cause } = about;
  if (test !== null) {
    const only = { ...evidence, failures: [test], flakyTests: [] };
    return cautionCandidates(only, [because(fullTestName(test), cause)], { job: recorded?.job ?? null });
  }
  const results =
    analysis === null ? { failures: [] } : await getJson<AnalysisResults>(artifacts, analysis.results, run);
  const failures = results.failures.map((failure) => because(failure.test, cause));
  return cautionCandidates(evidence, failures, { job: recorded?.job ?? null });
}

function because(test: string | null, cause: Cause): AnalysedFailure {
  return {
    test,
    cause,
    rule: null,
    confidence: 1,
    preExisting: false,
    fingerprint: null,
    quote: null,
    nextAction: "",
  };
}

/** What the run touched, and what is known where the cautions would stand. */
async function recordsOf(
  deps: Pick<Deps, "records" | "journal">,
  { curation }: LearningRun,
  cautions: readonly Candidate[],
) {
  const anchors = new Set(cautions.map(primaryAnchor));
  const { known: about, folders } = await recordsAbout(deps, anchors);
  const touched = new Set(curation?.journal.flatMap(({ record }) => (record === null ? [] : [record])));
  const there = new Set(about.map(({ file }) => file.path));
  const stem = (path: string) => path.slice(path.lastIndexOf("/") + 1, -".md".length);
  const others = (await deps.records.list()).filter((path) => touched.has(stem(path)) && !there.has(path));
  return { known: [...about, ...(await readKnownRecords(deps, others))], folders };
}

/** Whether the last mark of the same test says the same. */
function isMarked({ marks }: LearningRun, { mark: said, test, cause }: RunMarked): boolean {
  const last = marks.findLast((other) => other.test === test);
  return last?.mark === said && last.cause === cause;
}
