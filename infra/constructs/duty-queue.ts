import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { QueueTrigger } from "../../lambdas/lambda.ts";

/** A message is hidden for this many runs of its function, as AWS asks for. */
const RUNS_HIDDEN = 6;
/** As long as SQS keeps one. */
const DEAD_LETTERS_KEPT = Duration.days(14);

interface DutyQueueProps {
  readonly name: string;
  readonly trigger: QueueTrigger;
  readonly timeoutSeconds: number;
}

/** The messages of a function, and its dead letters: received too often, or parked. */
export class DutyQueue extends Construct {
  readonly queue: Queue;
  readonly dead: Queue;

  constructor(scope: Construct, id: string, { name, trigger, timeoutSeconds }: DutyQueueProps) {
    super(scope, id);
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.dead = new Queue(this, "Dead", {
      ...common,
      queueName: `assay-${name}-dead`,
      retentionPeriod: DEAD_LETTERS_KEPT,
    });
    this.queue = new Queue(this, "Queue", {
      ...common,
      queueName: `assay-${name}`,
      visibilityTimeout: Duration.seconds(RUNS_HIDDEN * timeoutSeconds),
      retentionPeriod: Duration.minutes(trigger.maxAgeMinutes),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: trigger.receives },
    });
  }
}
