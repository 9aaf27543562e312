import * as z from "zod/mini";
import { CAUSES } from "../../cause/cause.ts";
import type { Check, CiOutcome } from "../../ci/check.ts";
import type { CiTarget } from "../../ci/find-target.ts";
import { maskText } from "../../record/mask-text.ts";
import type { SecretMask } from "../../record/secret-mask.ts";

// Lazy: a command prints an answer without checking it, and building the schemas would delay its start.

/** What was asked about, as it is shown. */
export const ToldTarget = z.lazy(() =>
  z.object({
    repository: z.string(),
    change: z.nullable(
      z.object({
        number: z.int(),
        url: z.string(),
        title: z.string(),
        author: z.string(),
        state: z.enum(["open", "closed", "merged"]),
        headBranch: z.string(),
        baseBranch: z.string(),
      }),
    ),
    commit: z.string(),
    branch: z.nullable(z.string()),
    note: z.nullable(z.string()),
  }),
);
export type ToldTarget = z.output<typeof ToldTarget>;

/** A check as {@link Check} has it. */
export const ToldCheck = z.lazy(() =>
  z.object({
    key: z.string(),
    name: z.string(),
    app: z.string(),
    kind: z.enum(["check-run", "status", "both"]),
    state: z.enum(["running", "passed", "failed", "unclear"]),
    conclusion: z.nullable(z.string()),
    url: z.nullable(z.string()),
    checkRun: z.nullable(z.int()),
    job: z.nullable(z.int()),
    workflowRun: z.nullable(z.int()),
    annotations: z.int(),
    says: z.string(),
    startedAt: z.nullable(z.string()),
    completedAt: z.nullable(z.string()),
  }),
);

export const ToldOutcome = z.enum(["running", "passed", "failed", "unclear", "silent", "none"]);

/** What CI says of a target: the answer of `ci.status`. `until`: when a commit without any report counts as one without CI. */
export const CiStatus = z.lazy(() =>
  z.object({
    target: ToldTarget,
    outcome: ToldOutcome,
    until: z.nullable(z.string()),
    checks: z.array(ToldCheck),
  }),
);
export type CiStatus = z.output<typeof CiStatus>;

/** A list as the domain has it, which nobody changes. */
const listOf = <Item extends z.core.$ZodType>(item: Item) => z.readonly(z.array(item));

const Part = z.lazy(() =>
  z.object({
    line: z.int(),
    endLine: z.int(),
    lines: listOf(z.object({ line: z.int(), text: z.string(), isError: z.boolean() })),
  }),
);

/** A failed check as `FailedCheck` (ci/failed-check.ts) has it. */
export const ToldFailedCheck = z.lazy(() =>
  z.object({
    check: ToldCheck,
    annotations: listOf(
      z.object({
        path: z.string(),
        line: z.int(),
        level: z.enum(["notice", "warning", "failure"]),
        message: z.string(),
      }),
    ),
    annotationsLeftOut: z.int(),
    result: z.object({
      cause: z.enum(CAUSES),
      infrastructure: z.boolean(),
      preExisting: z.boolean(),
      confidence: z.number(),
      rule: z.nullable(z.string()),
      evidence: listOf(
        z.object({ line: z.int(), endLine: z.int(), file: z.optional(z.string()), quote: z.string() }),
      ),
      nextAction: z.string(),
    }),
    tests: listOf(z.string()),
    fingerprint: z.nullable(z.string()),
    excerpt: z.nullable(
      z.object({ errors: listOf(Part), tail: z.nullable(Part), lines: z.int(), cut: z.boolean() }),
    ),
    noLog: z.nullable(z.string()),
    base: z.union([
      z.object({
        kind: z.literal("failed"),
        same: z.nullable(z.boolean()),
        url: z.nullable(z.string()),
        tests: z.optional(listOf(z.string())),
      }),
      z.object({ kind: z.enum(["passed", "running", "unclear", "absent", "unknown"]) }),
    ]),
  }),
);

/** A target as it is shown: what people wrote of it is masked. */
export function toldTarget(
  { repository, change, commit, branch, note }: CiTarget,
  mask: SecretMask,
): ToldTarget {
  const masked = (text: string) => maskText(text, mask);
  return {
    repository,
    change:
      change === null
        ? null
        : {
            number: change.number,
            url: change.url,
            title: masked(change.title),
            author: change.author,
            state: change.state,
            headBranch: masked(change.head.branch),
            baseBranch: masked(change.base.branch),
          },
    commit,
    branch: branch === null ? null : masked(branch),
    note,
  };
}

/** The answer of `ci.status` out of checks that are masked already. */
export function toldStatus(
  target: CiTarget,
  checks: readonly Check[],
  outcome: CiOutcome,
  mask: SecretMask,
): CiStatus {
  return {
    target: toldTarget(target, mask),
    outcome: outcome.kind,
    until: outcome.kind === "silent" ? outcome.until : null,
    checks: [...checks],
  };
}
