import type { CiSnippet } from "../ci-snippet.ts";
import { azure } from "./azure.ts";
import { buildkite } from "./buildkite.ts";
import { circleci } from "./circleci.ts";
import { githubActions } from "./github-actions.ts";
import { gitlab } from "./gitlab.ts";
import { jenkins } from "./jenkins.ts";

/** Every CI system that init writes a snippet for, in the order in which they are told. */
export const CI_SNIPPETS = [
  githubActions,
  gitlab,
  circleci,
  azure,
  buildkite,
  jenkins,
] as const satisfies readonly CiSnippet[];
