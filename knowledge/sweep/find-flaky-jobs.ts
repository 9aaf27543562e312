import type { Found } from "./finding.ts";
import { type JobResult, jobKey, jobResults } from "./job-results.ts";
import type { ObservedRepository } from "./observed.ts";
import { counted, minutesOf, percent, sayJob, shortCommit } from "./say-numbers.ts";
import { wilsonBounds } from "./statistics/wilson.ts";

/** Commits at which a job has to go both ways before it is surely not one hiccup of a machine. */
const SURE = 3;
const LIKELY = 2;
const LINKS = 4;

/**
 * Jobs that failed at a commit at which they passed later, in another attempt or another run of the workflow: the code
 * was the same. A job that failed first and passed at the next commit is none. Pure.
 */
export function findFlakyJobs({ runs }: Pick<ObservedRepository, "runs">): readonly Found[] {
  const byJob = Map.groupBy(jobResults(runs), jobKey);
  return [...byJob.values()].flatMap((results) => {
    const byCommit = [...Map.groupBy(results, ({ run }) => run.commit).values()];
    const mixed = byCommit.filter(failedThenPassed);
    return mixed.length === 0 ? [] : [flakyJob(mixed, byCommit.length)];
  });
}

function failedThenPassed(results: readonly JobResult[]): boolean {
  const failed = results.findIndex(({ passed }) => !passed);
  return failed >= 0 && results.slice(failed).some(({ passed }) => passed);
}

function flakyJob(mixed: readonly (readonly JobResult[])[], commits: number): Found {
  const { path, job } = (mixed[0] ?? [])[0] as JobResult;
  const failures = mixed.flatMap((results) => results.filter(({ passed }) => !passed));
  const seconds = failures.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  const bounds = wilsonBounds(mixed.length, commits);
  return {
    kind: "flaky-job",
    subject: { path, job },
    says: `${sayJob(job, path)} failed and passed later at the same commit, at ${mixed.length} of ${counted(commits, "commit")}.`,
    evidence: [
      `Both results at ${mixed
        .slice(0, 5)
        .map((one) => shortCommit(one[0]?.run.commit ?? ""))
        .join(", ")}${mixed.length > 5 ? ` and ${mixed.length - 5} more` : ""}.`,
      `That is ${percent(mixed.length / commits)} of the commits at which it said yes or no (95 %: ${percent(bounds.low)} to ${percent(bounds.high)}).`,
      "Why it failed was not read: a test, or what the job depends on, such as a registry or the network.",
    ],
    samples: commits,
    rate: { found: mixed.length, all: commits, bounds },
    minutes: seconds / 60,
    reruns: failures.length,
    cost: `${counted(failures.length, "failed result")} that had to be run again, ${minutesOf(seconds)} in all`,
    confidence: mixed.length >= SURE ? "high" : mixed.length >= LIKELY ? "medium" : "low",
    links: failures
      .slice(0, LINKS)
      .flatMap(({ url, run, attempt }) =>
        url === null ? [] : [{ text: `${shortCommit(run.commit)}, attempt ${attempt}`, url }],
      ),
    trend: [],
  };
}
