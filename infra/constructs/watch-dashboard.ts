import { Dashboard, GraphWidget, type IMetric, TextWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Lambda } from "../../lambdas/lambda.ts";
import type { DutyQueue } from "./duty-queue.ts";

interface Row {
  readonly lambda: Lambda;
  readonly handler: LambdaFunction;
  readonly messages: DutyQueue | null;
}

/** One row a function: how often it ran and failed, how long it took, what waits. */
export class WatchDashboard extends Construct {
  constructor(scope: Construct, id: string, { rows }: { readonly rows: readonly Row[] }) {
    super(scope, id);
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 5 });
    new Dashboard(this, "Dashboard", {
      dashboardName: "assay",
      widgets: rows.flatMap(({ lambda, handler, messages }) => [
        [new TextWidget({ markdown: `## ${lambda.name}: ${lambda.summary}`, width: 24, height: 1 })],
        [
          graph("runs", [handler.metricInvocations(), handler.metricErrors(), handler.metricThrottles()]),
          graph("time", [
            handler.metricDuration({ statistic: "p50" }),
            handler.metricDuration({ statistic: "p99" }),
          ]),
          ...(messages === null
            ? []
            : [
                graph("messages", [
                  messages.queue.metricApproximateNumberOfMessagesVisible(),
                  messages.dead.metricApproximateNumberOfMessagesVisible(),
                ]),
              ]),
        ],
      ]),
    });
  }
}
