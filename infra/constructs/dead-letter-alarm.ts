import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

interface DeadLetters {
  readonly name: string;
  readonly dead: IQueue;
  readonly topic: ITopic;
}

/** Tells of the first dead letter. */
export function deadLetterAlarm(scope: Construct, { name, dead, topic }: DeadLetters): void {
  const alarm = new Alarm(scope, "DeadLetters", {
    alarmName: `assay-${name}-dead`,
    alarmDescription: `assay-${name} has dead letters; docs/operators-guide.md, Alarms`,
    metric: dead.metricApproximateNumberOfMessagesVisible({
      statistic: "Maximum",
      period: Duration.minutes(5),
    }),
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
}
