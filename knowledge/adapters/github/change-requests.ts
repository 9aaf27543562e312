import type { ChangeRequests } from "../../ports/change-requests.ts";
import { editRequest } from "./edit-request.ts";
import { githubClients } from "./github-clients.ts";
import type { GithubOptions } from "./github-options.ts";
import { mergeRequest } from "./merge-request.ts";
import { openRequest } from "./open-request.ts";
import { readChangesOf } from "./read-changes-of.ts";

/**
 * Requests to merge as pull requests of GitHub. `clients` are shared with other ports where they are given, and with
 * them the pace of what is written. A write whose answer is lost is not sent again.
 */
export function githubChangeRequests(
  options: GithubOptions,
  clients = githubClients(options),
): ChangeRequests {
  const at = clients;
  return {
    find: async (repository, branch) => readChangesOf(await at(repository), branch, { state: "all" }),
    open: async (repository, request) => openRequest(await at(repository), request),
    edit: async (repository, number, { title, body }) =>
      editRequest(await at(repository), number, { title, body }),
    close: async (repository, number) => editRequest(await at(repository), number, { state: "closed" }),
    merge: async (repository, number, head) => mergeRequest(await at(repository), number, head),
    mergedByHand: async () => null,
  };
}
