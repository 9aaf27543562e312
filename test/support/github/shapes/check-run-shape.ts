import type { CheckRunState, GithubState, RepositoryState } from "../state/state.ts";
import { appShape } from "./app-shape.ts";
import { minimalPullShapes } from "./minimal-pull-shape.ts";
import type { Schemas } from "./schemas.ts";

export function checkRunShape(
  state: GithubState,
  repository: RepositoryState,
  run: CheckRunState,
): Schemas["check-run"] {
  const name = `${repository.owner}/${repository.name}`;
  const url = `${state.api}/repos/${name}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: `CR_${run.id}`,
    head_sha: run.sha,
    external_id: run.externalId,
    url,
    html_url: run.job === null ? `${state.web}/${name}/runs/${run.id}` : run.detailsUrl,
    details_url: run.detailsUrl,
    status: run.status,
    // The description leaves out `stale`, which GitHub itself sets after 14 days.
    conclusion: run.conclusion as Schemas["check-run"]["conclusion"],
    started_at: run.startedAt === null ? null : state.clock.iso(run.startedAt),
    completed_at: run.completedAt === null ? null : state.clock.iso(run.completedAt),
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite },
    app: appShape(state, run.app),
    pull_requests: minimalPullShapes(state, repository, run.sha),
  };
}
