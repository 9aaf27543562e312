import type { Cause } from "./cause.ts";
import type { RuleStage } from "./rule.ts";
import type { Context } from "./symptoms.ts";

/** What the CI's own word about a job says of the cause. */
export interface Conclusion {
  readonly rule: string;
  readonly stage: RuleStage;
  readonly cause: Cause;
  readonly infrastructure: boolean;
  /** 0..1. */
  readonly confidence: number;
  readonly nextAction: string;
}

/** Steps that the runner adds to every job, by the names that GitHub, GitLab and Azure give them. */
const RUNNER_STEP =
  /^(?:set up job|initialize containers|initialize job|prepare environment|preparing environment|prepare executor|start containers)$/i;

/** Every conclusion that a CI gives (GitHub's check runs; other CIs' words are told in these). */
export const CONCLUSIONS = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
  "stale",
  "startup_failure",
] as const;

export type ConclusionWord = (typeof CONCLUSIONS)[number];

/** The conclusion in the one spelling used here (`TIMED_OUT`, `timed-out`, `canceled`), or null for a word that is none. */
export function conclusionWord(word: string): ConclusionWord | null {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  const spelled = plain === "canceled" ? "cancelled" : plain;
  return CONCLUSIONS.find((known) => known === spelled) ?? null;
}

const BY_CONCLUSION: Readonly<Partial<Record<ConclusionWord, Conclusion>>> = {
  timed_out: {
    rule: "conclusion/timed-out",
    stage: "timeout",
    cause: "timeout",
    infrastructure: false,
    confidence: 0.9,
    nextAction:
      "Find what used the time (the last lines before the end); raise the limit only if that time is needed.",
  },
  startup_failure: {
    rule: "conclusion/startup-failure",
    stage: "runner",
    cause: "config",
    infrastructure: false,
    confidence: 0.85,
    nextAction: "Correct the workflow file: the run could not be started from it.",
  },
  cancelled: {
    rule: "conclusion/cancelled",
    stage: "runner",
    cause: "unknown",
    infrastructure: false,
    confidence: 0.3,
    nextAction: "See who or what cancelled it (a newer push, fail-fast, a time limit), and run it again.",
  },
  action_required: {
    rule: "conclusion/action-required",
    stage: "runner",
    cause: "unknown",
    infrastructure: false,
    confidence: 0.3,
    nextAction: "Approve the run, or do what the check asks a person for.",
  },
  stale: {
    rule: "conclusion/stale",
    stage: "runner",
    cause: "unknown",
    infrastructure: false,
    confidence: 0.3,
    nextAction: "Run the check again: it was never finished.",
  },
};

/** What conclusion and failed step alone say; null where they say no more than that it failed (schemas.md §3). */
export function readConclusion({ conclusion, step }: Context): Conclusion | null {
  const word = conclusion === undefined ? null : conclusionWord(conclusion);
  const known = word === null ? undefined : BY_CONCLUSION[word];
  if (known !== undefined) return known;
  if (step !== undefined && RUNNER_STEP.test(step.trim())) {
    return {
      rule: "step/runner",
      stage: "runner",
      cause: "environment",
      infrastructure: true,
      confidence: 0.8,
      nextAction: "Run the job again: it failed in a step of the runner, before any of its own.",
    };
  }
  return null;
}
