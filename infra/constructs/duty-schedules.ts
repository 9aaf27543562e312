import { Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnSchedule, CfnScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Lambda, Schedule } from "../../lambdas/lambda.ts";
import type { Organisation } from "../organisation.ts";
import { acknowledge } from "./acknowledge.ts";
import { deadLetterAlarm } from "./dead-letter-alarm.ts";
import type { DutyQueue } from "./duty-queue.ts";
import { scheduleName } from "./schedule-name.ts";

interface DutySchedulesProps {
  readonly organisations: readonly Organisation[];
  readonly topic: ITopic;
  /** The functions that have a schedule. */
  readonly scheduled: readonly { readonly lambda: Lambda; readonly messages: DutyQueue }[];
}

/**
 * What is due by the clock: a message for each organisation or product, in the organisation's own time. Nothing is due in
 * one on a plain git remote.
 */
export class DutySchedules extends Construct {
  /** Messages that could not be delivered in time. */
  readonly dead: Queue;

  constructor(scope: Construct, id: string, { organisations, topic, scheduled }: DutySchedulesProps) {
    super(scope, id);
    this.dead = new Queue(this, "Dead", {
      queueName: "assay-schedules-dead",
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.dead, {
      finding: "AwsSolutions-SQS3",
      why: "It holds the dead letters of the schedules, which are no queue.",
    });
    deadLetterAlarm(this, { name: "schedules", dead: this.dead, topic });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
      description: "What the schedules may do: put messages into the queues of the functions that they start",
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ["sqs:SendMessage"],
        resources: [...scheduled.map(({ messages }) => messages.queue.queueArn), this.dead.queueArn],
      }),
    );
    const group = new CfnScheduleGroup(this, "Group", { name: "assay" });
    for (const { lambda, messages } of scheduled) {
      if (lambda.trigger.kind !== "queue" || lambda.trigger.schedule === null) continue;
      const { schedule } = lambda.trigger;
      for (const organisation of organisations.filter(({ forge }) => forge === "github"))
        for (const { name, message } of messagesOf(lambda, schedule, organisation)) {
          const made = new CfnSchedule(this, name, {
            name,
            groupName: "assay",
            scheduleExpression: schedule.expression,
            scheduleExpressionTimezone: organisation.timeZone,
            flexibleTimeWindow: { mode: "OFF" },
            target: {
              arn: messages.queue.queueArn,
              roleArn: role.roleArn,
              input: JSON.stringify(message),
              retryPolicy: {
                maximumEventAgeInSeconds: schedule.maxAgeMinutes * 60,
                maximumRetryAttempts: schedule.retries,
              },
              deadLetterConfig: { arn: this.dead.queueArn },
            },
          });
          // A schedule asks for its role's right when it is made.
          made.node.addDependency(group, role);
        }
    }
  }
}

function messagesOf(
  { name: kind }: Lambda,
  { per }: Schedule,
  { name: organisation, products }: Organisation,
) {
  const message = { kind, organisation };
  if (per === "organisation") return [{ name: scheduleName(kind, [organisation]), message }];
  return products.map((product) => ({
    name: scheduleName(kind, [organisation, product]),
    message: { ...message, product },
  }));
}
