import { Stack, type StackProps } from "aws-cdk-lib";
import { Alias, EventSourceMapping, type IVersion } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { EnvName, Lambda } from "../../lambdas/lambda.ts";
import { LAMBDAS } from "../../lambdas/registry.ts";
import { AlarmTopic } from "../constructs/alarm-topic.ts";
import { AssayFunction } from "../constructs/assay-function.ts";
import { DutyQueue } from "../constructs/duty-queue.ts";
import { DutySchedules } from "../constructs/duty-schedules.ts";
import { FunctionAlarms } from "../constructs/function-alarms.ts";
import { grantedTo } from "../constructs/granted-to.ts";
import { WatchDashboard } from "../constructs/watch-dashboard.ts";
import type { Deployment } from "../deployment.ts";
import type { DataStack } from "./data.ts";

export interface WatchStackProps extends StackProps {
  readonly data: DataStack;
  readonly deployment: Deployment;
}

/** A schedule, a queue and a function for everything that the registry names, and who is told when it does not work. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { data, deployment, ...props }: WatchStackProps) {
    super(scope, id, props);
    const lambdas: readonly Lambda[] = LAMBDAS;
    const queues = new Map(
      lambdas.flatMap(({ name, trigger, timeoutSeconds }) =>
        trigger.kind === "queue"
          ? [[name, new DutyQueue(this, `${name}-messages`, { name, trigger, timeoutSeconds })] as const]
          : [],
      ),
    );
    const queueOf = (name: string): DutyQueue => {
      const queue = queues.get(name);
      if (queue === undefined) throw new Error(`${name} has no queue`);
      return queue;
    };

    const aliases = new Map<string, Alias>();
    const made = lambdas
      // The aliases of those that serve the others come first.
      .toSorted((a, b) => Number(a.trigger.kind === "queue") - Number(b.trigger.kind === "queue"))
      .map((lambda) => {
        const { name, trigger } = lambda;
        const messages = queues.get(name) ?? null;
        const tokenAlias = lambda.token === null ? null : (aliases.get(lambda.token) ?? null);
        const { handler } = new AssayFunction(this, name, {
          lambda,
          bundle: bundleOf(deployment, name),
          environment: pick(lambda.env, {
            ASSAY_TABLE: data.table.tableName,
            ASSAY_BUCKET: data.artifacts.bucketName,
            ASSAY_TOKEN_FUNCTION: tokenAlias?.functionArn,
            ASSAY_PARKED_QUEUE: messages?.dead.queueUrl,
            ASSAY_QUEUES: this.toJsonString(
              Object.fromEntries(
                lambda.sendsTo.flatMap((other) => {
                  const to = lambdas.find((one) => one.name === other)?.trigger;
                  return to?.kind === "queue"
                    ? to.duties.map((kind) => [kind, queueOf(other).queue.queueUrl])
                    : [];
                }),
              ),
            ),
            ASSAY_APP_ID: deployment.appId,
            ASSAY_APP_KEY: deployment.appKey,
          }),
          ...grantedTo(this, lambda, { data, deployment, messages, queueOf, tokenAlias }),
        });
        if (trigger.kind === "invoke")
          for (const aliasName of trigger.aliases)
            aliases.set(
              aliasName,
              new Alias(this, `${name}-${aliasName}`, {
                aliasName,
                version: handler.currentVersion as IVersion,
              }),
            );
        if (trigger.kind === "queue")
          new EventSourceMapping(this, `${name}-source`, {
            target: handler,
            eventSourceArn: queueOf(name).queue.queueArn,
            batchSize: trigger.batchSize,
            reportBatchItemFailures: true,
            // The least there is: messages that find the function busy come again.
            ...(lambda.reserved === null ? {} : { maxConcurrency: Math.max(2, lambda.reserved) }),
          });
        return { lambda, handler, messages };
      });

    const { topic } = new AlarmTopic(this, "alarms", {
      email: deployment.alarmEmail,
      monthlyUSD: deployment.monthlyUSD,
    });
    for (const row of made) new FunctionAlarms(this, `${row.lambda.name}-alarms`, { ...row, topic });
    new DutySchedules(this, "schedules", {
      organisations: deployment.organisations,
      topic,
      scheduled: made.flatMap(({ lambda, messages }) =>
        messages !== null && lambda.trigger.kind === "queue" && lambda.trigger.schedule !== null
          ? [{ lambda, messages }]
          : [],
      ),
    });
    new WatchDashboard(this, "dashboard", { rows: made });
  }
}

function bundleOf({ bundles }: Deployment, name: string): string {
  const folder = bundles.get(name);
  if (folder === undefined) throw new Error(`${name} is not bundled`);
  return folder;
}

/** Exactly the variables that the registry names. */
function pick(
  names: readonly EnvName[],
  values: Readonly<Record<EnvName, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`nothing gives ${name}`);
      return [name, value];
    }),
  );
}
