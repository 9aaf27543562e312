import type { Call } from "../http/call.ts";
import { textField, wordField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal, validationFailed } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { repositoryShape } from "../shapes/repository-shape.ts";
import type { Schemas } from "../shapes/schemas.ts";
import { simpleStatusShape, statusShape } from "../shapes/status-shape.ts";
import { addStatus } from "../state/add-status.ts";
import type { StatusState } from "../state/state.ts";
import { needCommit, resolveCommit } from "./resolve-commit.ts";

const READ = { permissions: [{ statuses: "read" }] } as const;
const LONGEST = 140;
const MOST_OF_A_CONTEXT = 1_000;

/** Commit statuses, one by one and combined. */
export const statusRoutes = [
  route("GET", "/repos/{owner}/{repo}/commits/{ref+}/status", READ, (call) => {
    const { state, repository } = call;
    const commit = resolveCommit(repository, call.params.ref!);
    if (commit === null) throw refusal(404, "Not Found");
    const newest = new Map<string, StatusState>();
    for (const status of shown(call, commit.sha)) newest.set(status.context, status);
    const url = `${state.api}/repos/${repository.owner}/${repository.name}/commits/${commit.sha}`;
    return page(call, [...newest.values()], (statuses, total): Schemas["combined-commit-status"] => ({
      state: combined([...newest.values()]),
      statuses: statuses.map((status) => simpleStatusShape(state, repository, status)),
      sha: commit.sha,
      total_count: total,
      repository: repositoryShape(state, repository),
      commit_url: url,
      url: `${url}/status`,
    }));
  }),
  route("GET", "/repos/{owner}/{repo}/commits/{ref+}/statuses", READ, (call) => {
    const commit = resolveCommit(call.repository, call.params.ref!);
    if (commit === null) throw refusal(404, "Not Found");
    const statuses = shown(call, commit.sha).reverse();
    return page(
      call,
      statuses.map((status) => statusShape(call.state, call.repository, status)),
    );
  }),
  route(
    "POST",
    "/repos/{owner}/{repo}/statuses/{sha}",
    { permissions: [{ statuses: "write" }], content: true },
    (call) => {
      const { state, repository, actor } = call;
      const { sha } = needCommit(repository, call.params.sha!);
      textField(call, "state", { given: true });
      const word = wordField(call, "state", ["error", "failure", "pending", "success"])!;
      const description = textField(call, "description");
      const context = textField(call, "context") ?? "default";
      if ((description ?? "").length > LONGEST) {
        const message = `description is too long (maximum is ${LONGEST} characters)`;
        throw validationFailed({ resource: "Status", code: "custom", field: "description", message });
      }
      if (
        repository.statuses.filter((one) => one.sha === sha && one.context === context).length >=
        MOST_OF_A_CONTEXT
      ) {
        const message = "This SHA and context has reached the maximum number of statuses.";
        throw validationFailed({ resource: "Status", code: "custom", message });
      }
      const url = textField(call, "target_url");
      const status = addStatus(state, repository, sha, {
        context,
        state: word,
        description,
        url,
        author: actor.login,
      });
      return { status: 201, json: statusShape(state, repository, status) };
    },
  ),
];

function shown({ state, repository }: Call, sha: string): StatusState[] {
  const now = state.clock.now();
  return repository.statuses.filter((status) => status.sha === sha && status.shownAt <= now);
}

function combined(statuses: readonly StatusState[]): string {
  if (statuses.some((status) => status.state === "failure" || status.state === "error")) return "failure";
  return statuses.length === 0 || statuses.some((status) => status.state === "pending")
    ? "pending"
    : "success";
}
