import { RULES } from "../cause/rules/index.ts";
import { symptomsOfLog } from "../cause/symptoms-of-log.ts";
import { vocabulary } from "../cause/vocabulary.ts";
import type { Verdict } from "../change/step-verdict.ts";
import type { Check } from "../ci/check.ts";
import type { FailedCheck } from "../ci/failed-check.ts";
import { explainCheck } from "../ci/read-failed-check.ts";
import { type JobLog, readJobLog } from "../ci/read-job-log.ts";
import type { Scene } from "../engineer/scene.ts";
import { FRAMEWORKS } from "../log/frameworks/index.ts";
import type { LogDigest } from "../log/log-digest.ts";
import { readLog } from "../log/read-log.ts";
import type { Deps } from "../ports/deps.ts";
import type { CommandChoice } from "./choose-command.ts";
import type { Engagement } from "./engagement.ts";
import { runTests, type TestRun } from "./run-tests.ts";
import { testOutput } from "./test-output.ts";

/** What the repository's own tests say of a change whose repository has no CI for changes. */
export type OwnTests =
  | { readonly kind: "decided"; readonly verdict: Verdict }
  | {
      readonly kind: "failed";
      readonly failed: readonly FailedCheck[];
      readonly command: Extract<CommandChoice, { kind: "chosen" }>;
      /** Whether an output shows only tests that fail on the base branch too. */
      readonly failsAsBase: (output: string) => boolean;
    };

type OwnDeps = Pick<Deps, "changeBranch" | "sandbox" | "history" | "host">;

const NAME = "the repository's own tests";

/**
 * Runs the repository's own tests over the head in the sandbox and, where they fail, over the base branch: tests that
 * fail there too are left out of the change. Without a command or a sandbox a person is asked. Errors: those of git.
 */
export async function ownTests(
  deps: OwnDeps,
  { sight, config, read, base }: Engagement & { readonly base: string },
  command: Extract<CommandChoice, { kind: "chosen" }>,
  { mask }: Scene,
): Promise<OwnTests> {
  if (command.command === null)
    return blocked(
      "No check reports on this change, and nothing says how the repository's tests are run. What is their command (`ci.command` in .assay/config.yaml)?",
    );
  const facts = await deps.host.facts();
  const request = {
    edits: [],
    command: command.command.command,
    settings: config.sandbox,
    workTree: facts.repository?.top ?? "",
  };
  const head = await runTests(deps, { ...request, commit: sight.head });
  if (head.kind === "refused")
    return blocked(`The tests cannot be run here: ${head.why}. To go on, ${head.recover}.`);
  if (head.code === 0) {
    const why = `no check reports on this repository's changes; its own tests passed (${request.command})`;
    return { kind: "decided", verdict: { word: "NO CHANGE NEEDED", why, by: "rule" } };
  }
  const onBase = await runTests(deps, { ...request, commit: base });
  const [log, compared] = await Promise.all([logOf(head), logOf(onBase)]);
  const baseFailed = compared === null ? [] : namesOf(compared.digest);
  const ranBase = onBase.kind === "ran" ? onBase : null;
  const state = ranBase === null ? null : ranBase.code === 0 ? ("passed" as const) : ("failed" as const);
  const check = checkOf("failed");
  const failed = await explainCheck(
    deps,
    check,
    {
      commit: sight.head,
      baseBranch: read.run.change.baseBranch,
      base: state === null ? null : new Map([[check.key, checkOf(state)]]),
      mask,
    },
    {
      annotations: { annotations: [], annotationsLeftOut: 0 },
      log,
      noLog: null,
      compared: state === "failed" ? compared : null,
    },
  );
  const known = new Set(baseFailed.map((name) => mask(name)));
  return {
    kind: "failed",
    failed: [leftOut(failed, known)],
    command,
    failsAsBase: baseline(new Set(baseFailed)),
  };
}

/** The tests that fail on the base branch are no part of the change; where no other fails, the check is the base's. */
function leftOut(failed: FailedCheck, known: ReadonlySet<string>): FailedCheck {
  const own = failed.tests.filter((name) => !known.has(name));
  const isBase = failed.tests.length > 0 && own.length === 0;
  const base = isBase && failed.base.kind === "failed" ? { ...failed.base, same: true } : failed.base;
  // With failures of its own beside, the check is not as the base's.
  const mixed = own.length > 0 && base.kind === "failed" ? { ...base, same: false } : base;
  return {
    ...failed,
    tests: isBase ? failed.tests : own,
    base: mixed,
    result: own.length > 0 ? { ...failed.result, preExisting: false } : failed.result,
  };
}

function baseline(known: ReadonlySet<string>): (output: string) => boolean {
  const words = vocabulary(RULES);
  return (output) => {
    const log = readLog({ vocabulary: words, frameworks: FRAMEWORKS });
    log.write(new TextEncoder().encode(output));
    const names = namesOf(log.end());
    return names.length > 0 && names.every((name) => known.has(name));
  };
}

function namesOf(digest: LogDigest): readonly string[] {
  return symptomsOfLog(digest).tests?.failedNames ?? [];
}

async function logOf(run: TestRun): Promise<JobLog | null> {
  if (run.kind === "refused") return null;
  const bytes = new TextEncoder().encode(testOutput(run));
  return readJobLog(
    (async function* () {
      yield bytes;
    })(),
    vocabulary(RULES),
  );
}

function checkOf(state: "failed" | "passed"): Check {
  return {
    key: "assay/own-tests",
    name: NAME,
    app: "assay",
    kind: "check-run",
    state,
    conclusion: state === "failed" ? "failure" : "success",
    url: null,
    checkRun: null,
    job: null,
    workflowRun: null,
    annotations: 0,
    says: "",
    startedAt: null,
    completedAt: null,
  };
}

function blocked(question: string): OwnTests {
  return { kind: "decided", verdict: { word: "BLOCKED", question, by: "rule" } };
}
