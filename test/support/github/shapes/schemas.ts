import type { components } from "@octokit/openapi-types/types.d.ts";

/** Shapes of GitHub's published description of its API. */
export type Schemas = components["schemas"];
