import type { CommitReports, OnlyReports } from "../../ports/forge.ts";
import type { ApiCheckRun, ApiStatus } from "./api-types.ts";
import { checkRunOf } from "./check-run-of.ts";
import { commitStatusOf } from "./commit-status-of.ts";
import type { Place } from "./github-clients.ts";
import { newestCheckRuns } from "./newest-check-runs.ts";

/** What came in while pages were read can push something off them; then they are read once more. */
const MOST_READINGS = 3;

/** All that reported on a commit: of each status, and of each check run of an app and a workflow, the newest. */
export async function readReports(
  place: Place,
  commit: string,
  only: OnlyReports | undefined,
): Promise<CommitReports> {
  const names = only === undefined ? [undefined] : [...new Set(only.checkRuns)];
  const [runs, statuses] = await Promise.all([
    Promise.all(names.map((name) => readCheckRuns(place, commit, name))),
    only === undefined || only.statuses ? readStatuses(place, commit) : [],
  ]);
  return {
    commit,
    checkRuns: await newestCheckRuns(place, runs.flat().map(checkRunOf)),
    statuses: statuses.map(commitStatusOf),
  };
}

async function readCheckRuns(place: Place, commit: string, name: string | undefined) {
  const { client, owner, repo } = place;
  for (let reading = 1; ; reading += 1) {
    const found = new Map<number, ApiCheckRun>();
    let total = 0;
    const pages = client.paginate.iterator("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
      owner,
      repo,
      ref: commit,
      filter: "latest",
      per_page: 100,
      ...(name === undefined ? {} : { check_name: name }),
    });
    for await (const { data } of pages) {
      // Octokit leaves the list alone of the answer, and hangs the total on it.
      total = Number(Reflect.get(data, "total_count") ?? 0);
      for (const run of data) found.set(Number(run.id), run);
    }
    if (found.size >= total || reading === MOST_READINGS) return [...found.values()];
  }
}

async function readStatuses({ client, owner, repo }: Place, commit: string): Promise<ApiStatus[]> {
  const newest = new Map<string, ApiStatus>();
  const pages = client.paginate.iterator("GET /repos/{owner}/{repo}/commits/{ref}/status", {
    owner,
    repo,
    ref: commit,
    per_page: 100,
  });
  for await (const { data } of pages)
    for (const status of data.statuses)
      if (status.id >= (newest.get(status.context)?.id ?? 0)) newest.set(status.context, status);
  return [...newest.values()];
}
