import type { CiSystem } from "../ci-system.ts";
import { azure } from "./azure.ts";
import { buildkite } from "./buildkite.ts";
import { circleci } from "./circleci.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { jenkins } from "./jenkins.ts";
import { taskcluster } from "./taskcluster.ts";
import { travis } from "./travis.ts";

/** Every CI whose logs are known, one line a file. Order decides nothing. */
export const CI_SYSTEMS = [
  azure,
  buildkite,
  circleci,
  github,
  gitlab,
  jenkins,
  taskcluster,
  travis,
] as const satisfies readonly CiSystem[];
