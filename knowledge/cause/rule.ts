import type { Cause } from "./cause.ts";

/**
 * The order in which rules are asked. A match of an earlier stage wins over any match of a later one unless
 * the later one is much more confident. What no single line shows (not a failure, no log, the base branch, a
 * flake) is asked in between by classify.ts.
 */
export const RULE_STAGES = [
  "runner",
  "timeout",
  "infrastructure",
  "environment",
  "config",
  "compile",
  "assertion",
] as const;

export type RuleStage = (typeof RULE_STAGES)[number];

/**
 * One way a line can show the cause. Both conditions are asked of one cleaned line (≤ 2,000 characters).
 * `has` is a lower-case literal of three characters or more and finds the line cheaply in a log of any
 * size; `re` refines it and must run in linear time (checked by a test).
 */
export interface Sign {
  readonly has: string;
  readonly re?: RegExp;
  readonly not?: RegExp;
}

/** A root-cause rule: data, plus examples that run as tests. */
export interface Rule {
  /** Equal to the file's slug or prefixed by it: `disk-full`, `disk-full/quota`. */
  readonly id: string;
  readonly stage: RuleStage;
  readonly cause: Cause;
  readonly infrastructure?: boolean;
  /**
   * The tool may try again and go on: outside every error block, or in words of a retry, the line counts for
   * little.
   */
  readonly recoverable?: boolean;
  /** The cause instead of `cause` where the line names a file of test code. */
  readonly inTests?: Cause;
  /** 0..1: how often an engineer would agree, seeing only this line in a failed job. */
  readonly confidence: number;
  /** Any of them. */
  readonly signs: readonly Sign[];
  /** A sentence in the imperative; `{1}`, `{2}` are filled from the sign's capture groups. */
  readonly nextAction: string;
  /** Lines that must match and lines, close to them, that must not. At least one of each. */
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}
