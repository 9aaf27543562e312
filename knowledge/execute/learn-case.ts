import { createHash } from "node:crypto";
import { readConfig } from "../config/read-config.ts";
import type { TestCase } from "../evidence/test-case.ts";
import { maskLine } from "../learn/see/mask-test.ts";
import { openObserver } from "../learn/see/observe.ts";
import type { Deps } from "../ports/deps.ts";
import type { QaRun } from "../qa/qa-run.ts";
import type { Requirement } from "../qa/requirement.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { type AfterVerdictDeps, afterVerdict } from "../run/after-verdict.ts";
import { keepRun } from "../run/keep-run.ts";
import { titleOf } from "../run/run-facts.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import type { CarriedOut } from "./runner.ts";

interface Carried extends Pick<CarriedOut, "steps" | "corrections"> {
  readonly row: Requirement;
  readonly run: QaRun;
}

/** Suite of all cases, and so the scope of what they teach. */
const SUITE = "qa";

export type LearnCaseDeps = AfterVerdictDeps & Pick<Deps, "configFile">;

/**
 * Keeps what the steps of a judged browser case showed as a run of one test, and learns from it. Its id is a digest of case,
 * commit, verdict and what was seen: the same once more is the same run, and confirms nothing twice. Null where nothing was
 * kept: no verdict, or no step. Errors: those of the settings, the artifacts and the ledger.
 */
export async function learnCase(
  deps: LearnCaseDeps,
  { row, run, steps, corrections }: Carried,
  mask: SecretMask,
): Promise<{ readonly run: string; readonly known: boolean } | null> {
  const { verdict } = run;
  if (steps.length === 0 || (verdict !== "pass" && verdict !== "fail")) return null;
  const isPass = verdict === "pass";
  const code = run.raw_result.code_identity;
  const test: TestCase = {
    suites: [SUITE, row.plan_case?.plan ?? "requirements"],
    name: row.plan_case?.case_key ?? row.title,
    outcome: isPass ? "passed" : "failed",
    flaky: false,
    ...(isPass ? {} : { failure: { message: run.verdict_reason ?? "it did not hold", line: 1, endLine: 1 } }),
    steps,
    line: 1,
  };
  const config = await readConfig(deps.configFile);
  const observer = openObserver({ mask, config });
  observer.test(test);
  // What is known in another scope stays as it is there.
  for (const { test: anchor, step } of corrections) {
    const name = anchor.startsWith(`test:${SUITE}/`) ? anchor.slice(`test:${SUITE}/`.length) : "";
    if (name !== "")
      observer.test({ suites: [SUITE], name, outcome: "passed", flaky: false, steps: [step], line: 1 });
  }
  const id = idOf(test, code?.sha ?? null);
  const tests = {
    total: 1,
    passed: isPass ? 1 : 0,
    failed: isPass ? 0 : 1,
    errored: 0,
    skipped: 0,
    flaky: 0,
  };
  const kept = await keepRun(
    deps,
    { v: 1, tests, ...observer.end(), output: null },
    {
      run: id,
      at: run.started_at,
      commit: code?.sha ?? null,
      branch: code?.branch == null ? null : maskLine(code.branch, mask),
      job: "qa",
      mode: deps.mode,
      verdict,
      durationMs: null,
      title: titleOf([...test.suites, test.name], mask),
    },
  );
  const known = kept === "known";
  await afterVerdict(deps, {
    run: id,
    known,
    detach: false,
    budgetSeconds: config.learning.budgetSeconds,
  });
  return { run: id, known };
}

/** How long a step took is no other evidence. */
function idOf({ suites, name, outcome, steps = [] }: TestCase, sha: string | null): string {
  const seen = steps.map(({ durationMs: _, ...step }) => step);
  return createHash("sha256")
    .update(canonicalJson({ suites, name, outcome, sha, seen }))
    .digest("hex")
    .slice(0, 32);
}
