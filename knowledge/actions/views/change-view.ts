import * as z from "zod/mini";
import { OUTSIDE_WORDS, VERDICT_WORDS } from "../../change/step-verdict.ts";
import { AGENT_ROLES } from "../../config/config.ts";
import { ReadyView } from "./ready-view.ts";

// Lazy: a command prints an answer without checking it, and building the schemas would delay its start.

export const ToldVerdict = z.lazy(() =>
  z.object({
    word: z.enum([...VERDICT_WORDS, ...OUTSIDE_WORDS]),
    by: z.enum(["rule", "model", "person"]),
    /** The reason, the cause or the question. */
    says: z.string(),
    check: z.nullable(z.string()),
    file: z.nullable(z.string()),
    line: z.nullable(z.int()),
    should: z.nullable(z.string()),
    files: z.array(z.string()),
    quotes: z.array(z.object({ source: z.string(), sentence: z.string() })),
  }),
);
export type ToldVerdict = z.output<typeof ToldVerdict>;

/** Money is a decimal number of USD. */
export const ToldRound = z.lazy(() =>
  z.object({
    round: z.int(),
    at: z.string(),
    endedAt: z.nullable(z.string()),
    head: z.string(),
    verdict: z.nullable(ToldVerdict),
    why: z.nullable(z.string()),
    ci: z.nullable(z.object({ outcome: z.string(), checks: z.array(z.string()), at: z.string() })),
    spentUSD: z.string(),
    attempts: z.array(
      z.object({
        attempt: z.int(),
        at: z.string(),
        head: z.string(),
        holder: z.string(),
        until: z.string(),
        isVoid: z.boolean(),
        verdict: z.nullable(ToldVerdict),
        spentUSD: z.string(),
        /** What it found. */
        found: z.array(
          z.object({
            check: z.string(),
            url: z.nullable(z.string()),
            cause: z.string(),
            rule: z.nullable(z.string()),
            quote: z.nullable(z.string()),
            whose: z.string(),
          }),
        ),
        /** The evidence it kept: what it wrote, with addresses. */
        wrote: z.array(
          z.object({
            what: z.string(),
            url: z.nullable(z.string()),
            done: z.boolean(),
            /** Why it is not taken, else null. */ refused: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    handedOver: z.nullable(
      z.object({
        at: z.string(),
        by: z.string(),
        to: z.enum(["next", "person"]),
        note: z.nullable(z.string()),
      }),
    ),
  }),
);
export type ToldRound = z.output<typeof ToldRound>;

/** A change with its run. Additive only under one `schemaVersion`. */
export const ChangeView = z.lazy(() =>
  z.object({
    change: z.object({
      repository: z.string(),
      number: z.int(),
      url: z.string(),
      title: z.string(),
      author: z.string(),
      headBranch: z.string(),
      baseBranch: z.string(),
    }),
    run: z.int(),
    workflow: z.string(),
    startedAt: z.string(),
    by: z.string(),
    hasBuilder: z.boolean(),
    /** Issue of ours that began the change, or null. */
    issue: z.nullable(z.int()),
    status: z.object({
      phase: z.enum(["running", "done", "person", "closed"]),
      why: z.nullable(z.string()),
      endedAt: z.nullable(z.string()),
      /** Times that the change was sent back to its builder. */
      returnRounds: z.int(),
      /** Where the next thing is for a host with a checkout, as it was seen without one. */
      ready: z.nullable(ReadyView),
      costUSD: z.string(),
      steps: z.array(
        z.object({
          name: z.string(),
          agentRole: z.enum(AGENT_ROLES),
          isCurrent: z.boolean(),
          /** The round that runs or was last, 0 before the first. */
          round: z.int(),
          /** What has to hold for the step to succeed. */
          criteria: z.array(z.string()),
          rounds: z.array(ToldRound),
        }),
      ),
    }),
  }),
);
export type ChangeView = z.output<typeof ChangeView>;
