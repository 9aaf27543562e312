import * as z from "zod/mini";
import { jobResults } from "./job-results.ts";
import type { ObservedRepository, OwnIssue } from "./observed.ts";
import type { WeekRange } from "./week.ts";

/** Issues that are told of a repository, the newest. */
const MOST_ISSUES = 30;

/** What a sweep looked at in a repository, in numbers. */
export const LookedAt = z.lazy(() =>
  z.object({
    repository: z.string(),
    branch: z.string(),
    runsBegun: z.int(),
    runsRead: z.int(),
    runsFailed: z.int().check(z.describe("of those that were read, runs with a job that failed")),
    weeksBefore: z.int().check(z.describe("weeks that it was compared with")),
    merged: z.nullable(z.int()).check(z.describe("changes merged in the week; null where that is not known")),
    learnedRuns: z.int(),
    unread: z.array(z.string()),
    issues: z.array(
      z.object({
        number: z.int(),
        url: z.string(),
        title: z.string(),
        label: z.enum(["flaky", "triage", "sweep"]),
        state: z.enum(["open", "closed"]),
        when: z.nullable(z.enum(["opened", "closed"])),
      }),
    ),
  }),
);
export type LookedAt = z.output<typeof LookedAt>;

/** The numbers of what was read of a repository, and its issues that are open or had to do with the week. Pure. */
export function lookedAt(observed: ObservedRepository): LookedAt {
  const { repository, branch, begun, runs, earlier, merged, tests, unread, issues, range } = observed;
  const failed = new Set(jobResults(runs).flatMap(({ passed, run }) => (passed ? [] : [run.id])));
  return {
    repository,
    branch,
    runsBegun: begun.length,
    runsRead: runs.length,
    runsFailed: failed.size,
    weeksBefore: earlier.length,
    merged: merged.unknown === null ? merged.changes.length + merged.unread : null,
    learnedRuns: tests.runs,
    unread: [...unread],
    issues: issues
      .map((issue) => ({ issue, when: whenOf(issue, range) }))
      .filter(({ issue, when }) => issue.state === "open" || when !== null)
      .slice(0, MOST_ISSUES)
      .map(({ issue: { number, url, title, label, state }, when }) => ({
        number,
        url,
        title,
        label,
        state,
        when,
      })),
  };
}

function whenOf({ createdAt, closedAt }: OwnIssue, { since, until }: WeekRange): "opened" | "closed" | null {
  const isIn = (at: string) => Date.parse(at) >= since && Date.parse(at) < until;
  if (closedAt !== null && isIn(closedAt)) return "closed";
  return isIn(createdAt) ? "opened" : null;
}
