import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { attempt } from "../attempt.ts";
import { type Config, DEFAULT_CONFIG } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { RUN_VERDICTS, type RunIdentity } from "../learn/run-evidence.ts";
import { runVerdict } from "../learn/see/run-verdict.ts";
import type { Deps } from "../ports/deps.ts";
import type { CommandEnd } from "../ports/runner.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { type AfterVerdictDeps, afterVerdict } from "../run/after-verdict.ts";
import { keepReadRun } from "../run/keep-run.ts";
import { type ReadRun, readRun } from "../run/read-run.ts";
import { placeOf, recordedFields, runFlags, secondsOf, titleOf } from "../run/run-facts.ts";
import { readRunSummary } from "../run/run-queue.ts";
import { killedWait } from "../run/run-reports.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { tellError } from "../tell-error.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    command: z.array(z.string()).check(z.minLength(1), z.describe("the program and its arguments")),
    reports: z
      .optional(z.array(z.string().check(z.minLength(1))))
      .check(z.describe("glob patterns of the reports it writes; else those of the settings")),
    ...runFlags,
  }),
);
type Input = z.output<typeof Input>;

export const RunAnswer = z.lazy(() =>
  z.object({
    verdict: z.enum(RUN_VERDICTS),
    exit: z.nullable(z.int()).check(z.describe("of the command; null where a signal ended it")),
    signal: z.nullable(z.string()),
    ...recordedFields(),
  }),
);
export type RunAnswer = z.output<typeof RunAnswer>;

type RunDeps = AfterVerdictDeps & Pick<Deps, "configFile" | "runFiles" | "runner" | "secrets" | "sources">;

/**
 * Runs a team's own command and learns from what it reports. What goes wrong after the command is told, and changes
 * neither its status nor the verdict. Errors: command_missing, command_denied.
 */
export const run = operation({
  id: "run",
  title: "Run a command and learn from its tests",
  input: Input,
  output: RunAnswer,
  writes: true,
  async run(deps: RunDeps, input): Promise<RunAnswer> {
    const started = deps.clock.now();
    const folder = await attempt(deps, null, () => deps.runFiles.open());
    const env = folder === null ? {} : { ASSAY_RUN_FOLDER: folder };
    try {
      const end = await deps.runner.run(input.command, { env });
      return await learnFrom(deps, input, end, { started, folder });
    } finally {
      if (folder !== null) await attempt(deps, undefined, () => deps.runFiles.close(folder));
    }
  },
});

interface Began {
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly folder: string | null;
}

async function learnFrom(deps: RunDeps, input: Input, end: CommandEnd, began: Began): Promise<RunAnswer> {
  const config = await attempt(deps, DEFAULT_CONFIG, () => readConfig(deps.configFile));
  // Without the secrets nothing can be masked, and then nothing is kept.
  const secrets = await attempt(deps, null, () => secretsMask(deps.secrets));
  const mask: SecretMask = secrets ?? ((value) => value);
  const references = await attempt(deps, [], () => reportsOf(deps, input, config, began));
  const read = await readRun(deps, references, {
    mask,
    config,
    ...(end.code === 0 ? {} : { output: end.tail }),
    unread: (error) => deps.messages.tell({ kind: "note", text: tellError(error) }),
  });
  const verdict = runVerdict(read.outcome, end);
  const title = titleOf(input.command, mask);
  const kept =
    secrets === null
      ? null
      : await attempt(deps, null, async () => {
          const place = await placeOf(deps, input, { startedAt: began.started, ...read.info }, mask);
          const id = read.outcome.reports > 0 ? read.id(place) : commandRunId(place, title, read);
          const facts = { ...place, run: id, verdict, durationMs: end.durationMs, title };
          return { run: id, known: (await keepReadRun(deps, read, facts)) === "known" };
        });
  if (kept === null) await read.discard();
  const { run: recorded, known } = kept ?? { run: null, known: false };
  deps.messages.tell({ kind: "verdict", run: recorded, verdict, tests: read.evidence.tests, known });
  const left = await attempt(deps, [], () => deps.runFiles.left());
  const killed = left.filter(({ by }) => by === "killed-run").length;
  if (killed > 0) deps.messages.tell({ kind: "note", text: killedWait(killed) });
  if (recorded !== null) {
    const budgetSeconds = secondsOf(input.budgetSeconds, config.learning.budgetSeconds);
    await afterVerdict(deps, { run: recorded, known, detach: input.detach, budgetSeconds });
  }
  const summary =
    recorded === null ? null : await attempt(deps, null, () => readRunSummary(deps.ledger, recorded));
  return { verdict, exit: end.code, signal: end.signal, run: recorded, known, summary };
}

/** What the recorders left; else the reports that the command wrote. */
async function reportsOf(
  { runFiles }: RunDeps,
  { reports }: Input,
  config: Config,
  { started, folder }: Began,
): Promise<readonly string[]> {
  const recorded = folder === null ? [] : await runFiles.recorded(folder);
  if (recorded.length > 0) return recorded;
  const patterns = reports ?? config.reports;
  return patterns.length === 0 ? [] : runFiles.reports(patterns, started);
}

/** Without a report no two executions of a command are the same run. */
function commandRunId(
  { at, commit, job }: Omit<RunIdentity, "run">,
  title: string,
  { evidence }: ReadRun,
): string {
  const identity = ["command", at, commit, job, title, evidence.output];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32);
}
