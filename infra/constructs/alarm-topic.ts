import { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";

interface AlarmTopicProps {
  readonly email: string | null;
  readonly monthlyUSD: number;
}

/** Tag of everything that is deployed; the budget counts what bears it. */
export const COST_TAG = { key: "assay", value: "watch" } as const;

/** Where alarms go, and the one on what AWS costs: told when 80 % are spent, and when the month will go over. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { email, monthlyUSD }: AlarmTopicProps) {
    super(scope, id);
    this.topic = new Topic(this, "Topic", { topicName: "assay-alarms", enforceSSL: true });
    if (email !== null) this.topic.addSubscription(new EmailSubscription(email));
    for (const service of ["cloudwatch", "budgets"])
      this.topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
          actions: ["sns:Publish"],
          resources: [this.topic.topicArn],
          conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
        }),
      );
    const tell = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: "PERCENTAGE",
        comparisonOperator: "GREATER_THAN",
      },
      subscribers: [{ subscriptionType: "SNS", address: this.topic.topicArn }],
    });
    new CfnBudget(this, "Budget", {
      budget: {
        budgetName: "assay",
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: monthlyUSD, unit: "USD" },
        costFilters: { TagKeyValue: [`user:${COST_TAG.key}$${COST_TAG.value}`] },
      },
      notificationsWithSubscribers: [tell("ACTUAL", 80), tell("FORECASTED", 100)],
    });
  }
}
