import * as z from "zod/mini";
import { CONCLUSIONS, conclusionWord } from "../cause/read-conclusion.ts";
import { RULES } from "../cause/rules/index.ts";
import { vocabulary } from "../cause/vocabulary.ts";
import { AssayError } from "../errors.ts";
import { explainSource } from "../explain/explain-source.ts";
import { Explanation, type FileExplanation, type Unread } from "../explain/explanation.ts";
import { readComparison } from "../explain/read-comparison.ts";
import type { Deps } from "../ports/deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";

const Reference = z.string().check(z.minLength(1));
const STANDARD_INPUT = "-";

const Input = z
  .object({
    files: z
      .array(Reference)
      .check(z.minLength(1), z.describe("paths of logs, reports and archives; `-` is standard input")),
    passing: z.optional(Reference).check(z.describe("a passing log of the same job")),
    base: z.optional(Reference).check(z.describe("a log or report of the same job on the base branch")),
    conclusion: z
      .optional(
        z
          .string()
          .check(
            z.refine((word) => conclusionWord(word) !== null, `must be one of ${CONCLUSIONS.join(", ")}`),
          ),
      )
      .check(z.describe("what the CI says the job ended with")),
    step: z.optional(z.string()).check(z.describe("the step that failed, as the CI names it")),
    job: z
      .optional(z.string())
      .check(z.describe("the job, matrix and all; else the file's name stands for it")),
    commit: z.optional(z.string()),
    branch: z.optional(z.string()),
    defaultBranch: z.optional(z.string()),
    record: z
      ._default(z.boolean(), false)
      .check(z.describe("keep the result of each test, to know flaky ones by")),
  })
  .check(
    z.refine(
      ({ files, passing, base }) =>
        [...files, passing, base].filter((reference) => reference === STANDARD_INPUT).length <= 1,
      "standard input (`-`) can be read only once",
    ),
  );

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
  async run(deps: Pick<Deps, "sources" | "history" | "clock" | "secrets">, input): Promise<Explanation> {
    const { conclusion, step, job = null, commit = null, branch = null, defaultBranch, record } = input;
    const words = vocabulary(RULES);
    const question = {
      ...(await readComparison(deps.sources, input, words)),
      vocabulary: words,
      said: {
        ...(conclusion === undefined ? {} : { conclusion }),
        ...(step === undefined ? {} : { step }),
        ...(defaultBranch === undefined ? {} : { defaultBranch }),
      },
      place: { job, commit, branch },
      record: record ? () => secretsMask(deps.secrets) : null,
      recordedNow: new Set<string>(),
    };
    const files: FileExplanation[] = [];
    const unread: Unread[] = [];
    let first: AssayError | null = null;
    const pass = (file: string, error: unknown): void => {
      if (!(error instanceof AssayError)) throw error;
      first ??= error;
      unread.push({ file, code: error.code, kind: error.kind, message: error.message, hint: error.hint });
    };
    for (const reference of input.files) {
      let sources = 0;
      try {
        for await (const source of deps.sources.open(reference)) {
          sources += 1;
          try {
            files.push(await explainSource(deps, source, question));
          } catch (error) {
            pass(source.name, error);
          }
        }
        if (sources === 0)
          throw new AssayError("archive_refused", { file: reference, reason: "it holds no file" });
      } catch (error) {
        pass(reference, error);
      }
    }
    if (files.length === 0 && first !== null) throw first;
    return { files, unread };
  },
});
