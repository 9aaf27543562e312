import * as z from "zod/mini";
import { Finding } from "../../sweep/finding.ts";
import { LookedAt } from "../../sweep/looked-at.ts";
import type { SweepContent } from "../../sweep/sweep-content.ts";
import type { SweptWeek } from "../../sweep/sweeps.ts";

/** What a sweep found and wrote. */
export const SweptView = z.lazy(() =>
  z.object({
    findings: z.array(Finding).check(z.describe("the most important one first")),
    leftOut: z.int().check(z.describe("findings that weigh less and are not told")),
    looked: z.array(LookedAt),
    problems: z.array(z.string()),
    files: z.array(z.string()).check(z.describe("paths of the report and its pictures")),
    home: z.nullable(z.string()).check(z.describe("repository to which the report is proposed")),
    issue: z.nullable(
      z.object({ repository: z.string(), number: z.int(), url: z.string(), title: z.string() }),
    ),
    noIssue: z.nullable(z.string()).check(z.describe("why no issue was opened")),
    decidedAt: z.nullable(z.string()),
    doneAt: z.nullable(z.string()).check(z.describe("null until all is written")),
  }),
);
export type SweptView = z.output<typeof SweptView>;

/** A week for people and programs, out of what is known of it and what was kept. */
export function viewSwept({ decided, done }: SweptWeek, content: SweepContent | null): SweptView {
  const planned = decided?.issue ?? null;
  const issue = done?.issue ?? null;
  return {
    findings: [...(content?.findings ?? [])],
    leftOut: content?.leftOut ?? 0,
    looked: [...(content?.looked ?? [])],
    problems: [...(content?.problems ?? [])],
    files: (content?.files ?? []).map(({ path }) => path),
    home: decided?.home ?? null,
    issue:
      issue === null || planned === null
        ? null
        : { repository: planned.repository, ...issue, title: planned.title },
    noIssue: done?.why ?? decided?.why ?? null,
    decidedAt: decided?.at ?? null,
    doneAt: done?.at ?? null,
  };
}
