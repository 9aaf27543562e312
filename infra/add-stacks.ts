import { type App, Tags } from "aws-cdk-lib";
import { checkRules } from "./check-rules.ts";
import { COST_TAG } from "./constructs/alarm-topic.ts";
import type { Deployment } from "./deployment.ts";
import { AccessStack } from "./stacks/access.ts";
import { DataStack } from "./stacks/data.ts";
import { WatchStack } from "./stacks/watch.ts";

/** Everything that is deployed. */
export function addStacks(app: App, deployment: Deployment): void {
  // The log of accesses is let in by the bucket's policy: access control lists are off.
  app.node.setContext("@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy", true);
  // What CloudFormation itself would refuse stops the synthesis too.
  app.node.setContext("@aws-cdk/core:validateAgainstDefaultRules", true);
  // A table that others use cannot be taken away under them.
  app.node.setContext("@aws-cdk/core:defaultCrossStackReferences", "strong");
  checkRules(app);
  Tags.of(app).add(COST_TAG.key, COST_TAG.value);
  const data = new DataStack(app, "assay-data");
  new WatchStack(app, "assay-watch", { data, deployment });
  new AccessStack(app, "assay-access", { data });
}
