import { classify } from "../cause/classify.ts";
import { RULES } from "../cause/rules/index.ts";
import type { Context, Symptoms } from "../cause/symptoms.ts";
import { symptomsOfLog } from "../cause/symptoms-of-log.ts";
import { symptomsOfReport } from "../cause/symptoms-of-report.ts";
import { unusableReport } from "../cause/unusable-report.ts";
import { AssayError } from "../errors.ts";
import type { ReportNote } from "../evidence/reader.ts";
import type { Clock } from "../ports/clock.ts";
import type { History } from "../ports/history.ts";
import type { Source } from "../ports/sources.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { excerptOf } from "./excerpt-of.ts";
import type { FileExplanation } from "./explanation.ts";
import { pastOf } from "./past-of.ts";
import type { Comparison } from "./read-comparison.ts";
import { readSource } from "./read-source.ts";
import { openRunRecorder, type RunPlace, type RunRecorder } from "./record-run.ts";

const EXCERPTS = 5;

/** What is asked about a source, and what is known besides it. */
export interface Question extends Comparison {
  /** Literals that the log scanner looks for. */
  readonly vocabulary: readonly string[];
  /** What a person or a CI said of the job. */
  readonly said: Pick<Context, "conclusion" | "step" | "defaultBranch">;
  readonly place: Omit<RunPlace, "at" | "job"> & { readonly job: string | null };
  /** Gives the mask of what is recorded; null where nothing is. Errors: secrets_unreadable. */
  readonly record: (() => Promise<SecretMask>) | null;
  /** Runs that the same command recorded: they are no past. */
  readonly recordedNow: Set<string>;
}

/**
 * Reads a source once and explains it. What a history cannot give or keep is a note and costs nothing else.
 * Errors: those of the source before its first byte.
 */
export async function explainSource(
  { history, clock }: { readonly history: History; readonly clock: Clock },
  source: Source,
  question: Question,
): Promise<FileExplanation> {
  const notes: ReportNote[] = [];
  const recorder = question.record === null ? null : await openRecorder(history, question.record, notes);
  try {
    const read = await readSource(source, {
      vocabulary: question.vocabulary,
      ...(question.passing?.lines ? { passing: question.passing.lines } : {}),
      ...(recorder === null ? {} : { onTest: recorder.test }),
    });
    const symptoms = read.kind === "log" ? symptomsOfLog(read.digest) : symptomsOfReport(read.digest, RULES);
    notes.unshift(
      ...(read.kind === "log" ? read.notes : read.digest.notes),
      ...comparisonNotes(read.kind, symptoms, question),
    );
    const place = { ...question.place, job: question.place.job ?? source.name, at: clock.now() };
    const context = await contextOf(history, symptoms, question, place, notes);
    const unusable = read.kind === "report" ? unusableReport(read.digest) : null;
    const verdict = unusable ?? classify(symptoms, RULES, context);
    if (recorder !== null) notes.push(await record(recorder, read.kind, place, question.recordedNow));
    return {
      file: source.name,
      format: read.digest.format,
      result: { ...verdict, evidence: [...verdict.evidence] },
      errors: symptoms.errors.map(({ line, endLine }) => ({ line, endLine })),
      excerpts: symptoms.errors.slice(0, EXCERPTS).map(excerptOf),
      tests:
        symptoms.tests === null || unusable !== null
          ? null
          : { ...symptoms.tests, failedNames: [...symptoms.tests.failedNames] },
      fingerprint: symptoms.fingerprint,
      notes,
    };
  } catch (error) {
    await recorder?.discard();
    throw error;
  }
}

/** Says where a comparison that was asked for told nothing. */
function comparisonNotes(kind: "log" | "report", { errors }: Symptoms, { passing }: Question): ReportNote[] {
  if (passing === null) return [];
  if (kind === "report") {
    return [{ kind: "info", message: "a passing log says nothing of a report: nothing was compared" }];
  }
  const same = passing.lines !== null && errors.length > 0 && errors.every(({ isNew }) => isNew === false);
  const note: ReportNote = {
    kind: "info",
    message: "the passing log shows the same errors: look for what else changed",
  };
  return same ? [...passing.notes, note] : [...passing.notes];
}

async function contextOf(
  history: History,
  symptoms: Symptoms,
  { said, base, recordedNow }: Question,
  { commit, job }: RunPlace,
  notes: ReportNote[],
): Promise<Context> {
  const past = await pastOf(history, symptoms, (error) => notes.push(withoutHistory(error)));
  return {
    ...said,
    ...(base === undefined ? {} : { base }),
    ...(commit === null ? {} : { commit }),
    ...(job === null ? {} : { job }),
    ...(past === undefined ? {} : { history: past }),
    runsToIgnore: recordedNow,
  };
}

async function openRecorder(
  history: History,
  maskOf: () => Promise<SecretMask>,
  notes: ReportNote[],
): Promise<RunRecorder | null> {
  try {
    return await openRunRecorder(history, await maskOf());
  } catch (error) {
    notes.push(withoutHistory(error));
    return null;
  }
}

async function record(
  recorder: RunRecorder,
  kind: "log" | "report",
  place: RunPlace,
  recordedNow: Set<string>,
): Promise<ReportNote> {
  if (kind === "log") {
    await recorder.discard();
    return { kind: "info", message: "a log names only some of its tests: nothing was recorded" };
  }
  try {
    const { run, known } = await recorder.commit(place);
    recordedNow.add(run);
    const where = place.commit === null ? "without a commit" : `at ${place.commit.slice(0, 12)}`;
    return { kind: "info", message: known ? `recorded before, ${where}` : `recorded ${where}` };
  } catch (error) {
    return withoutHistory(error);
  }
}

/** Without a history nothing is known to be flaky, and that is all. */
function withoutHistory(error: unknown): ReportNote {
  if (!(error instanceof AssayError)) throw error;
  return { kind: "info", message: `${error.message}; ${error.hint}` };
}
