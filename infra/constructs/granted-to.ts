import { Stack } from "aws-cdk-lib";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { Lambda, Resource } from "../../lambdas/lambda.ts";
import { gitTokenName } from "../../lambdas/token/git-token-name.ts";
import type { Deployment } from "../deployment.ts";
import type { DataStack } from "../stacks/data.ts";
import type { Accepted } from "./acknowledge.ts";
import type { Allowed } from "./assay-function.ts";
import type { DutyQueue } from "./duty-queue.ts";
import { indexArns } from "./index-arns.ts";
import { modelAccess } from "./model-access.ts";
import { OBJECTS, OBJECTS_ACCEPTED } from "./objects.ts";

interface Surroundings {
  readonly data: DataStack;
  readonly deployment: Deployment;
  readonly messages: DutyQueue | null;
  readonly queueOf: (name: string) => DutyQueue;
  readonly tokenAlias: Alias | null;
}

export interface Granted {
  readonly allowed: readonly Allowed[];
  /** What cdk-nag finds in it, all that is accepted. */
  readonly accepted: readonly Accepted[];
}

/** What the registry grants a function, and what its trigger, its queues and its token take, on resources by name. */
export function grantedTo(scope: Construct, lambda: Lambda, around: Surroundings): Granted {
  const { data, deployment, messages, queueOf, tokenAlias } = around;
  const { partition, region, account } = Stack.of(scope);
  const models = modelAccess(scope, deployment.organisations);
  const resources: Readonly<Record<Resource, readonly string[]>> = {
    table: [data.table.tableArn],
    indexes: indexArns(data.table),
    artifacts: [data.artifacts.arnForObjects(OBJECTS)],
    "app-key": [
      deployment.appKey,
      ...deployment.organisations.flatMap(({ name, forge }) => (forge === "git" ? [gitTokenName(name)] : [])),
    ].map((name) => `arn:${partition}:ssm:${region}:${account}:parameter/${name.replace(/^\//, "")}`),
    models: models.arns,
  };
  const sendTo = [
    ...lambda.sendsTo.map((name) => queueOf(name).queue.queueArn),
    ...(messages === null ? [] : [messages.dead.queueArn]),
  ];
  const allowed: Allowed[] = [
    ...lambda.grants.map(({ on, actions }) => ({ actions, resources: resources[on] })),
    { actions: ["sqs:SendMessage"], resources: sendTo },
    {
      actions: ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"],
      resources: messages === null ? [] : [messages.queue.queueArn],
    },
    { actions: ["lambda:InvokeFunction"], resources: tokenAlias === null ? [] : [tokenAlias.functionArn] },
  ];
  const granted = (on: Resource) => lambda.grants.some((grant) => grant.on === on);
  return {
    allowed: allowed.filter((one) => one.resources.length > 0),
    accepted: [
      ...(granted("artifacts") ? [OBJECTS_ACCEPTED] : []),
      ...(granted("models") ? models.accepted : []),
    ],
  };
}
