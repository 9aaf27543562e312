import type { Check } from "../../../knowledge/ci/check.ts";
import type { FailedCheck, LogExcerpt } from "../../../knowledge/ci/failed-check.ts";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import type { Scene } from "../../../knowledge/engineer/scene.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";

export function checkCase(change: Partial<Check> = {}): Check {
  return {
    key: "github-actions/unit",
    name: "unit",
    app: "github-actions",
    kind: "check-run",
    state: "failed",
    conclusion: "failure",
    url: "https://github.com/shop/shop/actions/runs/1/job/2",
    checkRun: 1,
    job: 2,
    workflowRun: 1,
    annotations: 0,
    says: "",
    startedAt: null,
    completedAt: null,
    ...change,
  };
}

/** A failed check of the change: an assertion that the rules see as a fault of the code. */
export function failedCase(
  change: Partial<Omit<FailedCheck, "check" | "result">> & {
    readonly check?: Partial<Check>;
    readonly result?: Partial<FailedCheck["result"]>;
  } = {},
): FailedCheck {
  const { check, result, ...rest } = change;
  return {
    check: checkCase(check),
    annotations: [],
    annotationsLeftOut: 0,
    tests: ["Cart > shipping"],
    fingerprint: "f1",
    excerpt: excerptCase(["AssertionError: expected 12.99 to be 14.99"]),
    noLog: null,
    base: { kind: "passed" },
    ...rest,
    result: {
      cause: "app_bug",
      infrastructure: false,
      preExisting: false,
      confidence: 0.8,
      rule: "assertion/vitest",
      evidence: [{ line: 1, endLine: 1, quote: "AssertionError: expected 12.99 to be 14.99" }],
      nextAction: "Look at the total.",
      ...result,
    },
  };
}

export function excerptCase(lines: readonly string[]): LogExcerpt {
  const part = {
    line: 1,
    endLine: lines.length,
    lines: lines.map((text, index) => ({ line: index + 1, text, isError: index === 0 })),
  };
  return { errors: [part], tail: null, lines: lines.length, cut: false };
}

export const SECRET = "hunter2-hunter2";

export function sceneCase(change: Partial<Scene> = {}): Scene {
  return {
    run: 1,
    step: "qa",
    round: 1,
    change: {
      host: "github.com",
      repository: "shop/shop",
      number: 12,
      url: "https://github.com/shop/shop/pull/12",
      title: "Raise shipping",
      author: "ann",
      headRepository: "shop/shop",
      headBranch: "shipping",
      baseBranch: "main",
    },
    hasBuilder: true,
    labels: { ...DEFAULT_CONFIG.labels, needsPerson: "assay:needs-person", triage: "assay:triage" },
    owners: { people: ["owner-one"], teams: ["shop/qa"] },
    hasWebhook: true,
    mask: secretMask([SECRET]),
    quotesLogs: true,
    ...change,
  };
}
