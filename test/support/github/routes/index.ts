import type { Route } from "../http/route.ts";
import { accountRoutes } from "./account-routes.ts";
import { actionRoutes } from "./action-routes.ts";
import { appRoutes } from "./app-routes.ts";
import { artifactRoutes } from "./artifact-routes.ts";
import { assigneeRoutes } from "./assignee-routes.ts";
import { checkRoutes } from "./check-routes.ts";
import { commentRoutes } from "./comment-routes.ts";
import { commitRoutes } from "./commit-routes.ts";
import { compareRoutes } from "./compare-routes.ts";
import { contentRoutes } from "./content-routes.ts";
import { gitRoutes } from "./git-routes.ts";
import { issueRoutes } from "./issue-routes.ts";
import { labelRoutes } from "./label-routes.ts";
import { pullRoutes } from "./pull-routes.ts";
import { pullWriteRoutes } from "./pull-write-routes.ts";
import { repositoryRoutes } from "./repository-routes.ts";
import { statusRoutes } from "./status-routes.ts";

/** All routes; the first that meets a request answers, so those with a path that takes slashes stand last. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...appRoutes,
  ...actionRoutes,
  ...artifactRoutes,
  ...assigneeRoutes,
  ...checkRoutes,
  ...statusRoutes,
  ...issueRoutes,
  ...commentRoutes,
  ...labelRoutes,
  ...pullRoutes,
  ...pullWriteRoutes,
  ...compareRoutes,
  ...contentRoutes,
  ...gitRoutes,
  ...commitRoutes,
  ...repositoryRoutes,
];
