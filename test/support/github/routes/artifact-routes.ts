import type { Call } from "../http/call.ts";
import { page } from "../http/page.ts";
import { type Reply, refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { artifactShape } from "../shapes/artifact-shape.ts";
import type { ArtifactState } from "../state/state.ts";
import { storedAt } from "../state/stored-at.ts";

const READ = { permissions: [{ actions: "read" }] } as const;

/** Files that workflow runs left. */
export const artifactRoutes = [
  route("GET", "/repos/{owner}/{repo}/actions/artifacts", READ, (call) =>
    pageOf(call, call.repository.artifacts),
  ),
  route("GET", "/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", READ, (call) => {
    const run = call.repository.workflowRuns.find((one) => String(one.id) === call.params.run_id);
    if (run === undefined) throw refusal(404, "Not Found");
    return pageOf(
      call,
      call.repository.artifacts.filter((artifact) => artifact.run === run),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/actions/artifacts/{artifact_id}", READ, (call) => {
    return { status: 200, json: artifactShape(call.state, call.repository, needArtifact(call)) };
  }),
  route(
    "GET",
    "/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}",
    { ...READ, signedIn: true },
    (call) => {
      const artifact = needArtifact(call);
      if (call.params.archive_format !== "zip") throw refusal(404, "Not Found");
      if (artifact.expiresAt <= call.state.clock.now()) throw refusal(410, "Artifact has expired");
      return storedAt(call.state, `${artifact.id}/${encodeURIComponent(artifact.name)}.zip`, {
        type: "application/zip",
        content: () => artifact.zip,
      });
    },
  ),
];

function pageOf(call: Call, artifacts: readonly ArtifactState[]): Reply {
  const name = call.query.get("name");
  const shown = artifacts.filter((artifact) => name === null || artifact.name === name).toReversed();
  return page(
    call,
    shown.map((artifact) => artifactShape(call.state, call.repository, artifact)),
    (list, total_count) => ({ total_count, artifacts: list }),
  );
}

function needArtifact({ repository, params }: Call): ArtifactState {
  const artifact = repository.artifacts.find((one) => String(one.id) === params.artifact_id);
  if (artifact === undefined) throw refusal(404, "Not Found");
  return artifact;
}
