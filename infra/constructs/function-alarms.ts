import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { Lambda } from "../../lambdas/lambda.ts";
import { METRICS, NAMESPACE } from "../../lambdas/metric-names.ts";
import { deadLetterAlarm } from "./dead-letter-alarm.ts";
import type { DutyQueue } from "./duty-queue.ts";

interface FunctionAlarmsProps {
  readonly lambda: Lambda;
  readonly handler: LambdaFunction;
  /** Null for a function that is called by name. */
  readonly messages: DutyQueue | null;
  readonly topic: ITopic;
}

/** A look every ten minutes that was missed for this long is told. */
const SILENT = Duration.hours(1);
const PERIOD = Duration.minutes(5);

/** What a person is told of one function; docs/operators-guide.md says what to do about each. */
export class FunctionAlarms extends Construct {
  constructor(scope: Construct, id: string, { lambda, handler, messages, topic }: FunctionAlarmsProps) {
    super(scope, id);
    const sum = { statistic: "Sum", period: PERIOD };
    const raise = (what: string, told: string, metric: IMetric, threshold: number) => {
      const alarm = new Alarm(this, what, {
        alarmName: `assay-${lambda.name}-${what.toLowerCase()}`,
        alarmDescription: `assay-${lambda.name} ${told}; docs/operators-guide.md, Alarms`,
        metric,
        threshold,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(new SnsAction(topic));
    };
    raise("Errors", "failed", handler.metricErrors(sum), 1);
    // One that may run once at a time is throttled as a matter of course.
    raise("Throttles", "was throttled", handler.metricThrottles(sum), lambda.reserved === null ? 1 : 50);
    if (messages === null) {
      raise("Refusals", "gave no token", own(lambda, METRICS.notMinted), 1);
      return;
    }
    const most = { statistic: "Maximum", period: PERIOD };
    deadLetterAlarm(this, { name: lambda.name, dead: messages.dead, topic });
    if (lambda.trigger.kind !== "queue") return;
    raise(
      "Age",
      "leaves messages waiting",
      messages.queue.metricApproximateAgeOfOldestMessage(most),
      (lambda.trigger.maxAgeMinutes * 60) / 2,
    );
    if (lambda.trigger.schedule?.per !== "organisation") return;
    const silent = new Alarm(this, "Silent", {
      alarmName: `assay-${lambda.name}-silent`,
      alarmDescription: `assay-${lambda.name} has not run for an hour; docs/operators-guide.md, Alarms`,
      metric: handler.metricInvocations({ statistic: "Sum", period: SILENT }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
    silent.addAlarmAction(new SnsAction(topic));
  }
}

function own({ name }: Lambda, metricName: string): Metric {
  return new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: `assay-${name}` },
    statistic: "Sum",
    period: PERIOD,
  });
}
