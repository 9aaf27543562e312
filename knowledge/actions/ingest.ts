import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import { RUN_VERDICTS } from "../learn/run-evidence.ts";
import type { Deps } from "../ports/deps.ts";
import { type AfterVerdictDeps, afterVerdict } from "../run/after-verdict.ts";
import { parsePart, recordParts } from "../run/record-parts.ts";
import { recordWhole } from "../run/record-whole.ts";
import { givenRunId, recordedFields, refuseSecretId, runFlags, secondsOf } from "../run/run-facts.ts";
import { readRunSummary } from "../run/run-queue.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z
    .object({
      reports: z
        ._default(z.array(z.string().check(z.minLength(1))), [])
        .check(
          z.describe(
            "paths of test reports and archives of them, and patterns from the top of the work tree; `-` is standard input; where none is named, the files that recorders left",
          ),
        ),
      run: z.optional(givenRunId()).check(z.describe("the run's id; else it is made of what was seen")),
      part: z
        .optional(
          z.string().check(z.refine((text) => parsePart(text) !== null, "must be a part of all, e.g. 2/4")),
        )
        .check(z.describe("which part of the run this is; it is learned from once all are there")),
      close: z._default(z.boolean(), false).check(z.describe("learn from the parts that are there")),
      allowEmpty: z
        ._default(z.boolean(), false)
        .check(z.describe("where there is no report, record nothing and say so, rather than fail")),
      commit: z.optional(z.string().check(z.minLength(1))),
      branch: z.optional(z.string().check(z.minLength(1))),
      ...runFlags,
    })
    .check(
      z.refine(({ run, part, close }) => run !== undefined || (part === undefined && !close), {
        error: "parts need the id of their run (`run`)",
      }),
      z.refine(({ reports, part, close }) => !close || reports.length === 0 || part !== undefined, {
        error: "say which part the reports are (`part`)",
      }),
    ),
);

export const Ingested = z.lazy(() =>
  z.object({
    verdict: z
      .nullable(z.enum(RUN_VERDICTS))
      .check(z.describe("null while parts are missing, and where nothing was recorded")),
    missing: z.array(z.int()).check(z.describe("parts of the run that are not there")),
    ...recordedFields(),
  }),
);
export type Ingested = z.output<typeof Ingested>;

type IngestDeps = AfterVerdictDeps & Pick<Deps, "configFile" | "runFiles" | "secrets" | "sources">;

/**
 * Records a run from the reports that it left, and learns from it. The same evidence of the same commit and job is
 * one run. Errors: report_none, report_expected, part_refused, parts_missing, secret_refused, secrets_unreadable, config_invalid,
 * and those of sources, artifacts and ledger; what goes wrong in learning is told and stays queued.
 */
export const ingest = operation({
  id: "ingest",
  title: "Learn from the reports of a finished run",
  input: Input,
  output: Ingested,
  writes: true,
  async run(deps: IngestDeps, input): Promise<Ingested> {
    const config = await readConfig(deps.configFile);
    const mask = await secretsMask(deps.secrets);
    refuseSecretId(input.run, mask);
    const part = input.part === undefined ? null : parsePart(input.part);
    const recorded = await (input.run !== undefined && (part !== null || input.close)
      ? recordParts(deps, { config, mask }, { ...input, run: input.run, part })
      : recordWhole(deps, { config, mask }, input));
    if (recorded.kind === "nothing")
      return { verdict: null, missing: [], run: null, known: false, summary: null };
    if (recorded.kind === "incomplete") {
      const { run, missing } = recorded;
      return { verdict: null, missing: [...missing], run, known: false, summary: null };
    }
    const { run, known, verdict, tests, missing } = recorded;
    deps.messages.tell({ kind: "verdict", run, verdict, tests, known });
    const budgetSeconds = secondsOf(input.budgetSeconds, config.learning.budgetSeconds);
    await afterVerdict(deps, { run, known, detach: input.detach, budgetSeconds });
    return { verdict, missing: [...missing], run, known, summary: await readRunSummary(deps.ledger, run) };
  },
});
