import { readCommit } from "../git/commits.ts";
import type { Call } from "../http/call.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { commitShape } from "../shapes/commit-shape.ts";
import { repositoryShape } from "../shapes/repository-shape.ts";
import type { Schemas } from "../shapes/schemas.ts";

const READ = { permissions: [{ contents: "read" }] } as const;
const HEADS = "refs/heads/";

/** A repository and its branches. */
export const repositoryRoutes = [
  route("GET", "/repos/{owner}/{repo}", { permissions: [{ metadata: "read" }] }, ({ state, repository }) => {
    const shape: Schemas["full-repository"] = {
      ...repositoryShape(state, repository),
      subscribers_count: 0,
      network_count: 0,
      ...(repository.parent === null ? {} : { parent: repositoryShape(state, repository.parent) }),
    };
    return { status: 200, json: shape };
  }),
  route("GET", "/repos/{owner}/{repo}/branches", READ, (call) => {
    const branches = call.repository.refs.list(HEADS).map(({ name, sha }): Schemas["short-branch"] => ({
      name: name.slice(HEADS.length),
      commit: { sha, url: commitUrl(call, sha) },
      protected: false,
    }));
    return page(call, branches);
  }),
  route("GET", "/repos/{owner}/{repo}/branches/{branch+}", READ, (call) => {
    const { state, repository } = call;
    const name = call.params.branch!;
    const commit = readCommit(repository.store, repository.refs.get(HEADS + name) ?? "");
    if (commit === null) throw refusal(404, "Branch not found");
    const self = `${state.api}/repos/${repository.owner}/${repository.name}/branches/${name}`;
    const shape: Schemas["branch-with-protection"] = {
      name,
      commit: commitShape(state, repository, commit),
      _links: { self, html: `${state.web}/${repository.owner}/${repository.name}/tree/${name}` },
      protected: false,
      protection: { enabled: false },
      protection_url: `${self}/protection`,
    };
    return { status: 200, json: shape };
  }),
];

function commitUrl({ state, repository }: Call, sha: string): string {
  return `${state.api}/repos/${repository.owner}/${repository.name}/commits/${sha}`;
}
