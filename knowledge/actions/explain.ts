import * as z from "zod/mini";
import { classify } from "../cause/classify.ts";
import { RULES } from "../cause/rules/index.ts";
import type { Context, Symptoms } from "../cause/symptoms.ts";
import { symptomsOfLog } from "../cause/symptoms-of-log.ts";
import { symptomsOfReport } from "../cause/symptoms-of-report.ts";
import { unusableReport } from "../cause/unusable-report.ts";
import { vocabulary } from "../cause/vocabulary.ts";
import { AssayError } from "../errors.ts";
import type { ReportNote } from "../evidence/reader.ts";
import type { History } from "../ports/history.ts";
import type { Source, Sources } from "../ports/sources.ts";
import type { Deps } from "./deps.ts";
import { Explanation, type FileExplanation, type Unread } from "./explanation.ts";
import { operation } from "./operation.ts";
import { readPassingSource, readSource } from "./read-source.ts";
import { openRunRecorder, type RunRecorder } from "./record-run.ts";

/** Failed tests whose past is looked up, and how far back. */
const NAMES_LOOKED_UP = 200;
const RUNS_LOOKED_UP = 50;
/** Lines of a stretch that are shown whole; of a longer one only its beginning is. */
const EXCERPT_LINES = 24;
const EXCERPTS = 5;

const Reference = z.string().check(z.minLength(1));

const Input = z.object({
  files: z
    .array(Reference)
    .check(z.minLength(1), z.describe("paths of logs, reports and archives; `-` is standard input")),
  passing: z.optional(Reference).check(z.describe("a passing log of the same job")),
  base: z.optional(Reference).check(z.describe("a log or report of the same job on the base branch")),
  conclusion: z.optional(z.string()).check(z.describe("what the CI says the job ended with")),
  step: z.optional(z.string()).check(z.describe("the step that failed, as the CI names it")),
  commit: z.optional(z.string()),
  branch: z.optional(z.string()),
  defaultBranch: z.optional(z.string()),
  record: z
    ._default(z.boolean(), false)
    .check(z.describe("keep the result of each test, to know flaky ones by")),
});
type Input = z.output<typeof Input>;

type Reading = Pick<Deps, "sources" | "history" | "clock">;

/**
 * Explains each file: one cause, the lines that show it, what to do next. A file that cannot be read is named
 * in `unread` and hides no other; when none could be read, its error is thrown.
 */
export const explain = operation({
  id: "explain",
  title: "Explain a red build from its logs and reports",
  input: Input,
  output: Explanation,
  writes: true,
  async run(deps: Reading, input): Promise<Explanation> {
    const words = vocabulary(RULES);
    const passing = input.passing === undefined ? null : await readPassing(deps.sources, input.passing);
    const base = input.base === undefined ? undefined : await readBase(deps.sources, input.base, words);
    const files: FileExplanation[] = [];
    const unread: Unread[] = [];
    let first: AssayError | null = null;
    const pass = (file: string, error: unknown): void => {
      if (!(error instanceof AssayError)) throw error;
      first ??= error;
      unread.push({ file, code: error.code, kind: error.kind, message: error.message, hint: error.hint });
    };
    for (const reference of input.files) {
      try {
        for await (const source of deps.sources.open(reference)) {
          try {
            files.push(await explainSource(deps, input, source, { words, passing, base }));
          } catch (error) {
            pass(source.name, error);
          }
        }
      } catch (error) {
        pass(reference, error);
      }
    }
    if (files.length === 0 && first !== null) throw first;
    return { files, unread };
  },
});

type Passing = Awaited<ReturnType<typeof readPassingSource>>;

interface Known {
  readonly words: readonly string[];
  readonly passing: Passing | null;
  readonly base: Context["base"];
}

async function explainSource(
  deps: Reading,
  input: Input,
  source: Source,
  known: Known,
): Promise<FileExplanation> {
  const recorder = input.record ? await openRunRecorder(deps.history) : null;
  try {
    const read = await readSource(source, {
      vocabulary: known.words,
      ...(known.passing === null ? {} : { passing: known.passing.lines }),
      ...(recorder === null ? {} : { onTest: recorder.test }),
    });
    const symptoms = read.kind === "log" ? symptomsOfLog(read.digest) : symptomsOfReport(read.digest, RULES);
    const notes: ReportNote[] = [
      ...(read.kind === "log" ? read.notes : read.digest.notes),
      ...(known.passing?.notes ?? []),
    ];
    const past = await pastOf(deps.history, symptoms, notes);
    const unusable = read.kind === "report" ? unusableReport(read.digest) : null;
    const verdict = unusable ?? classify(symptoms, RULES, contextOf(input, known.base, past));
    if (recorder !== null) notes.push(await record(recorder, deps, input, read.kind));
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

/** A stretch with its surroundings; what comes after one that is cut short is not shown. */
function excerptOf(block: Symptoms["errors"][number]): FileExplanation["excerpts"][number] {
  const inside = block.lines.slice(0, EXCERPT_LINES);
  const after = inside.length < block.lines.length ? [] : (block.after ?? []);
  const lines = [...(block.before ?? []), ...inside, ...after].map(({ line, text }) => ({
    line,
    text,
    isError: line === block.headline.line,
  }));
  return { line: block.line, endLine: block.endLine, lines };
}

async function readPassing(sources: Sources, reference: string): Promise<Passing> {
  for await (const source of sources.open(reference)) return await readPassingSource(source);
  throw new AssayError("source_unreadable", {
    file: reference,
    reason: "it holds no file",
  });
}

async function readBase(
  sources: Sources,
  reference: string,
  words: readonly string[],
): Promise<Context["base"]> {
  for await (const source of sources.open(reference)) {
    const read = await readSource(source, { vocabulary: words });
    const { fingerprint, tests } =
      read.kind === "log" ? symptomsOfLog(read.digest) : symptomsOfReport(read.digest, RULES);
    return { fingerprint, failedNames: tests?.failedNames ?? [] };
  }
  throw new AssayError("source_unreadable", {
    file: reference,
    reason: "it holds no file",
  });
}

/** Without a readable history nothing is known to be flaky, and that is all: a note, never a failure. */
async function pastOf(
  history: History,
  symptoms: Symptoms,
  notes: ReportNote[],
): Promise<Context["history"]> {
  const names = symptoms.tests?.failedNames.slice(0, NAMES_LOOKED_UP) ?? [];
  if (names.length === 0) return undefined;
  try {
    return await history.of(names, RUNS_LOOKED_UP);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    notes.push({ kind: "info", message: `${error.message}; ${error.hint}` });
    return undefined;
  }
}

function contextOf(input: Input, base: Context["base"], history: Context["history"]): Context {
  const { conclusion, step, commit, defaultBranch } = input;
  return {
    ...(conclusion === undefined ? {} : { conclusion }),
    ...(step === undefined ? {} : { step }),
    ...(commit === undefined ? {} : { commit }),
    ...(defaultBranch === undefined ? {} : { defaultBranch }),
    ...(base === undefined ? {} : { base }),
    ...(history === undefined ? {} : { history }),
  };
}

async function record(
  recorder: RunRecorder,
  deps: Reading,
  input: Input,
  kind: "log" | "report",
): Promise<ReportNote> {
  if (kind === "log") {
    await recorder.discard();
    return {
      kind: "info",
      message: "a log names only some of its tests: nothing was recorded",
    };
  }
  const { commit = null, branch = null } = input;
  const done = await recorder.commit(deps.clock.now(), commit, branch);
  const where = commit === null ? "without a commit" : `at ${commit.slice(0, 12)}`;
  return {
    kind: "info",
    message: done === "known" ? `recorded before, ${where}` : `recorded ${where}`,
  };
}
