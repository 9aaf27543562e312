import { commitTypes, createCommitOnBranch } from "./create-commit.ts";
import { objectTypes } from "./object-types.ts";
import type { QueryType } from "./query-type.ts";
import { queryType } from "./query-type.ts";
import { needRepository, repositoryTypes } from "./repository-types.ts";

const types: readonly QueryType[] = [
  ...objectTypes,
  ...repositoryTypes,
  ...commitTypes,
  queryType("Query", {
    repository: {
      type: "Repository",
      args: { owner: "String!", name: "String!", followRenames: "Boolean" },
      resolve: (_, { owner, name, followRenames }, context) =>
        needRepository(context, `${owner}/${name}`, followRenames ?? true),
    },
    viewer: { type: "User", resolve: (_, __, { actor }) => ({ login: actor.login }) },
    rateLimit: { type: "RateLimit", resolve: (_, __, { quota }) => quota },
  }),
  queryType("Mutation", { createCommitOnBranch }),
  queryType("User", { login: { type: "String", resolve: ({ login }: { login: string }) => login } }),
  queryType("RateLimit", {
    cost: { type: "Int", resolve: ({ cost }) => cost },
    limit: { type: "Int", resolve: ({ limit }) => limit },
    nodeCount: { type: "Int", resolve: () => 0 },
    remaining: { type: "Int", resolve: ({ limit, used }) => limit - used },
    resetAt: { type: "DateTime", resolve: ({ reset }, _, { state }) => state.clock.iso(reset * 1_000) },
    used: { type: "Int", resolve: ({ used }) => used },
  }),
];

/** The part of GitHub's schema that the double knows, by the names of its types. */
export const schema: ReadonlyMap<string, QueryType> = new Map(types.map((type) => [type.name, type]));
