import type { CiFeed } from "../../ports/ci-feed.ts";
import { githubClients } from "./github-clients.ts";
import type { GithubOptions } from "./github-options.ts";
import { readDatedRuns } from "./read-dated-runs.ts";
import { readHeads } from "./read-heads.ts";
import { readRelation } from "./read-relation.ts";
import { readRunArtifact } from "./read-run-artifact.ts";
import { readRunArtifacts } from "./read-run-artifacts.ts";
import { readTimedJobs } from "./read-timed-jobs.ts";

/**
 * The CI feed over GitHub: tips by GraphQL, one query for 50 repositories; the rest by REST. `clients` are shared with
 * other ports where they are given. Reading fails and is repeated as it is for the forge.
 */
export function githubCiFeed(options: GithubOptions, clients = githubClients(options)): CiFeed {
  const at = clients;
  return {
    heads: (repositories) => readHeads(at, repositories),
    relation: async (repository, before, after) => readRelation(await at(repository), before, after),
    workflowRuns: async (repository, range) => readDatedRuns(await at(repository), range),
    timedJobs: async (repository, run, attempt) => readTimedJobs(await at(repository), run, attempt),
    runArtifacts: async (repository, run) => readRunArtifacts(await at(repository), run),
    runArtifact: async (repository, id) => readRunArtifact(await at(repository), id, options),
  };
}
