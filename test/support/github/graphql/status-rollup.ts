import type { GithubState, RepositoryState } from "../state/state.ts";

const BAD = new Set(["failure", "timed_out", "cancelled", "action_required", "startup_failure", "stale"]);

/** What all check runs and statuses of a commit say together, or null where nothing has reported. */
export function statusRollup(
  { clock }: GithubState,
  repository: RepositoryState,
  sha: string,
): "SUCCESS" | "FAILURE" | "ERROR" | "PENDING" | null {
  const now = clock.now();
  const runs = new Map<string, { status: string; conclusion: string | null }>();
  for (const run of repository.checkRuns)
    if (run.sha === sha && run.shownAt <= now) runs.set(`${run.suite} ${run.name}`, run);
  const statuses = new Map<string, string>();
  for (const status of repository.statuses)
    if (status.sha === sha && status.shownAt <= now) statuses.set(status.context, status.state);
  const words = [
    ...statuses.values(),
    ...[...runs.values()].map(({ status, conclusion }) =>
      status !== "completed" ? "pending" : BAD.has(conclusion ?? "") ? "failure" : "success",
    ),
  ];
  if (words.length === 0) return null;
  if (words.includes("failure")) return "FAILURE";
  if (words.includes("error")) return "ERROR";
  return words.includes("pending") ? "PENDING" : "SUCCESS";
}
