import type { DatedRun, RunRange } from "../../ports/ci-feed.ts";
import type { Place } from "./github-clients.ts";
import { workflowPath } from "./workflow-path.ts";

/** A search tells no more than so many of what it found. */
const MOST_FOUND = 1_000;
const SECOND = 1_000;

/**
 * The workflow runs of a branch that were begun in [since, until), newest first. A search that finds more than GitHub
 * tells is made for each half of its time again, down to a second.
 */
export async function readDatedRuns(place: Place, range: RunRange): Promise<readonly DatedRun[]> {
  const since = Date.parse(range.since);
  const until = Date.parse(range.until);
  const found = new Map<number, DatedRun>();
  if (since < until) await search(place, range.branch, floor(since), floor(until - 1), found);
  return [...found.values()]
    .filter(({ createdAt }) => Date.parse(createdAt) >= since && Date.parse(createdAt) < until)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt) || other.id - one.id);
}

/** Both ends count, in whole seconds. */
async function search(
  place: Place,
  branch: string,
  from: number,
  to: number,
  found: Map<number, DatedRun>,
): Promise<void> {
  const { client, owner, repo } = place;
  const pages = client.paginate.iterator("GET /repos/{owner}/{repo}/actions/runs", {
    owner,
    repo,
    branch,
    created: `${iso(from)}..${iso(to)}`,
    exclude_pull_requests: true,
    per_page: 100,
  });
  for await (const { data } of pages) {
    // Octokit leaves the list alone of the answer, and hangs the total on it.
    const total = Number(Reflect.get(data, "total_count") ?? 0);
    if (total > MOST_FOUND && from < to) {
      const middle = floor((from + to) / 2);
      await search(place, branch, middle + SECOND, to, found);
      await search(place, branch, from, middle, found);
      return;
    }
    for (const run of data) if (isOwn(run)) found.set(Number(run.id), datedRun(run));
  }
}

type ApiRun = Parameters<typeof datedRun>[0] & {
  readonly repository?: { readonly id: number | bigint } | null;
  readonly head_repository?: { readonly id: number | bigint } | null;
};

/** A branch of a fork may have the same name. */
function isOwn({ repository, head_repository: head, event }: ApiRun): boolean {
  if (head == null) return !event.startsWith("pull_request");
  return repository == null || head.id === repository.id;
}

function datedRun(run: {
  readonly id: number | bigint;
  readonly name?: string | null;
  readonly path: string;
  readonly event: string;
  readonly head_sha: string;
  readonly run_attempt?: number;
  readonly conclusion: string | null;
  readonly html_url: string;
  readonly created_at: string;
}): DatedRun {
  return {
    id: Number(run.id),
    name: run.name ?? "",
    path: workflowPath(run.path),
    event: run.event,
    commit: run.head_sha,
    attempt: run.run_attempt ?? 1,
    conclusion: run.conclusion,
    url: run.html_url,
    createdAt: run.created_at,
  };
}

function floor(time: number): number {
  return Math.floor(time / SECOND) * SECOND;
}

function iso(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
