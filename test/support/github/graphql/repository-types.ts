import { entryAt } from "../git/trees.ts";
import { resolveCommit } from "../routes/resolve-commit.ts";
import { findRepository } from "../state/find-repository.ts";
import type { GithubState, RepositoryState } from "../state/state.ts";
import { isFor, needPermission } from "./may.ts";
import type { ObjectSource } from "./object-types.ts";
import { fieldFailure } from "./query-error.ts";
import { type QueryContext, queryType } from "./query-type.ts";

interface RefSource {
  readonly repository: RepositoryState;
  readonly branch: string;
}

/** A repository by name, old names too, as far as the token sees it. */
export function needRepository(
  { state, actor }: QueryContext,
  fullName: string,
  followRenames = true,
): RepositoryState {
  const found = findRepository(state, fullName) ?? (followRenames ? movedFrom(state, fullName) : undefined);
  if (found === undefined || (found.private && !isFor(actor, found)))
    throw fieldFailure("NOT_FOUND", `Could not resolve to a Repository with the name '${fullName}'.`);
  return found;
}

function movedFrom(state: GithubState, fullName: string): RepositoryState | undefined {
  const id = state.renamed.get(fullName.toLowerCase());
  return [...state.repositories.values()].find((one) => one.id === id);
}

function refOf(repository: RepositoryState, branch: string): RefSource | null {
  return repository.refs.get(`refs/heads/${branch}`) === null ? null : { repository, branch };
}

function objectOf(
  repository: RepositoryState,
  { oid, expression }: { oid?: string | null; expression?: string | null },
): ObjectSource | null {
  if (oid != null) return repository.store.get(oid) === null ? null : { repository, sha: oid };
  const [, revision = "", path] = /^([^:]*)(?::([\s\S]*))?$/.exec(expression ?? "") ?? [];
  const commit = resolveCommit(repository, revision);
  if (commit === null) return null;
  if (path === undefined) return { repository, sha: commit.sha };
  const entry = entryAt(repository.store, commit.tree, path);
  return entry === null || repository.store.get(entry.sha) === null ? null : { repository, sha: entry.sha };
}

/** Repositories and their refs. */
export const repositoryTypes = [
  queryType("Repository", {
    id: { type: "ID", resolve: ({ id }: RepositoryState) => `R_${id}` },
    name: { type: "String", resolve: ({ name }: RepositoryState) => name },
    nameWithOwner: { type: "String", resolve: ({ owner, name }: RepositoryState) => `${owner}/${name}` },
    isPrivate: { type: "Boolean", resolve: (repository: RepositoryState) => repository.private },
    isArchived: { type: "Boolean", resolve: ({ archived }: RepositoryState) => archived },
    visibility: {
      type: "RepositoryVisibility",
      resolve: (repository: RepositoryState) => (repository.private ? "PRIVATE" : "PUBLIC"),
    },
    defaultBranchRef: {
      type: "Ref",
      resolve: (repository: RepositoryState, _, { actor }) => {
        needPermission(actor, repository, { contents: "read" });
        return refOf(repository, repository.defaultBranch);
      },
    },
    ref: {
      type: "Ref",
      args: { qualifiedName: "String!" },
      resolve: (repository: RepositoryState, { qualifiedName }, { actor }) => {
        needPermission(actor, repository, { contents: "read" });
        return refOf(repository, String(qualifiedName).replace(/^refs\/heads\//, ""));
      },
    },
    object: {
      type: "GitObject",
      args: { oid: "GitObjectID", expression: "String" },
      resolve: (repository: RepositoryState, args, { actor }) => {
        needPermission(actor, repository, { contents: "read" });
        return objectOf(repository, args);
      },
    },
  }),
  queryType("Ref", {
    id: {
      type: "ID",
      resolve: ({ branch }: RefSource) => `REF_${Buffer.from(branch).toString("base64url")}`,
    },
    name: { type: "String", resolve: ({ branch }: RefSource) => branch },
    prefix: { type: "String", resolve: () => "refs/heads/" },
    target: {
      type: "GitObject",
      resolve: ({ repository, branch }: RefSource): ObjectSource => ({
        repository,
        sha: repository.refs.get(`refs/heads/${branch}`)!,
      }),
    },
  }),
];
