import { describe, expect, inject, test } from "vitest";
import { LONGEST_WAIT } from "../../knowledge/adapters/github/longest-wait.ts";
import { LAMBDAS } from "../../lambdas/registry.ts";
import { readable, templateOf } from "../support/templates.ts";

const { folder } = inject("synthesised");
const watch = templateOf(folder, "assay-watch");
const functionOf = (name: string) => watch.named("AWS::Lambda::Function", "FunctionName", `assay-${name}`);
const queueOf = (name: string) => watch.named("AWS::SQS::Queue", "QueueName", `assay-${name}`);
const roleOf = (name: string): string => functionOf(name).Properties.Role["Fn::GetAtt"][0];

/** Times that one request waits for a limit. */
const MOST_WAITS = 2;

/** What everybody who takes messages does to its own queue, its log and its traces, beside what it is for. */
const common = (name: string) => [
  `logs:CreateLogStream ${name}Log`,
  `logs:PutLogEvents ${name}Log`,
  "xray:PutTelemetryRecords *",
  "xray:PutTraceSegments *",
];
const queued = (name: string) => [
  `sqs:DeleteMessage ${name}messagesQueue`,
  `sqs:GetQueueAttributes ${name}messagesQueue`,
  `sqs:ReceiveMessage ${name}messagesQueue`,
  `sqs:SendMessage ${name}messagesDead`,
];
const LEDGER = ["dynamodb:GetItem Ledger", "dynamodb:PutItem Ledger", "dynamodb:Query Ledger"];
const ARTIFACTS = ["s3:GetObject Artifacts/sha256/*", "s3:PutObject Artifacts/sha256/*"];
const MODEL = "anthropic.claude-sonnet-4-20250514-v1:0";

/** By hand, and not out of the registry: what each function's operations do. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  token: [
    "ssm:GetParameter arn:AWS::Partition:ssm:AWS::Region:AWS::AccountId:parameter/assay/github-app/key",
  ],
  watch: [
    ...queued("watch"),
    ...LEDGER,
    "lambda:InvokeFunction tokenread",
    "sqs:SendMessage learnmessagesQueue",
    "sqs:SendMessage triagemessagesQueue",
  ],
  triage: [
    ...queued("triage"),
    ...LEDGER,
    ...ARTIFACTS,
    "lambda:InvokeFunction tokenissues",
    `bedrock:InvokeModel arn:AWS::Partition:bedrock:*::foundation-model/${MODEL}`,
    `bedrock:InvokeModel arn:AWS::Partition:bedrock:eu-central-1:AWS::AccountId:inference-profile/eu.${MODEL}`,
  ],
  learn: [
    ...queued("learn"),
    ...LEDGER,
    "dynamodb:Query Ledger/index/feed",
    "dynamodb:Query Ledger/index/streams",
    ...ARTIFACTS,
    "lambda:InvokeFunction tokenread",
    "sqs:SendMessage proposemessagesQueue",
  ],
  step: [...queued("step"), ...LEDGER, "lambda:InvokeFunction tokenread"],
  sweep: [
    ...queued("sweep"),
    ...LEDGER,
    ...ARTIFACTS,
    "lambda:InvokeFunction tokenissues",
    "sqs:SendMessage proposemessagesQueue",
  ],
  propose: [...queued("propose"), ...LEDGER, ...ARTIFACTS, "lambda:InvokeFunction tokenrequests"],
};

describe.each(LAMBDAS)("$name", (lambda) => {
  const { name, trigger } = lambda;

  test("may do what its operations need, on these resources, and nothing else", () => {
    expect(watch.allowed(roleOf(name))).toEqual([...(NEEDED[name] ?? []), ...common(name)].sort());
  });

  test("has a role that no other function has", () => {
    const others = LAMBDAS.filter((other) => other.name !== name).map((other) => roleOf(other.name));
    expect(others).not.toContain(roleOf(name));
    const { Properties } = watch.of("AWS::IAM::Role").find(({ id }) => id === roleOf(name))!;
    expect(Properties.ManagedPolicyArns).toBeUndefined();
    expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
      { Action: "sts:AssumeRole", Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" } },
    ]);
  });

  test("runs on the newest runtime, traced, with the time and memory of the registry", () => {
    expect(functionOf(name).Properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Handler: "index.handler",
      TracingConfig: { Mode: "Active" },
      Timeout: lambda.timeoutSeconds,
      MemorySize: lambda.memoryMb,
    });
    expect(functionOf(name).Properties.ReservedConcurrentExecutions).toBe(lambda.reserved ?? undefined);
    const log = watch.named("AWS::Logs::LogGroup", "LogGroupName", `/aws/lambda/assay-${name}`);
    expect(log.Properties.RetentionInDays).toBe(90);
  });

  test("gets the variables that the registry names and no others", () => {
    const { Variables } = functionOf(name).Properties.Environment;
    expect(Object.keys(Variables).sort()).toEqual([...lambda.env, "NODE_ENV"].sort());
  });

  test("raises alarms that reach the topic", () => {
    const alarms = watch
      .of("AWS::CloudWatch::Alarm")
      .filter(({ Properties }) => Properties.AlarmName.startsWith(`assay-${name}-`));
    const expected = ["errors", "throttles", ...(trigger.kind === "queue" ? ["dead", "age"] : ["refusals"])];
    const names = alarms.map(({ Properties }) => Properties.AlarmName.slice(`assay-${name}-`.length));
    expect(names.filter((one) => one !== "silent").sort()).toEqual(expected.sort());
    for (const { Properties } of alarms)
      expect(Properties.AlarmActions.map(readable)).toEqual(["alarmsTopic"]);
  });

  // A function that is only called has no queue.
  if (trigger.kind === "queue")
    test("takes messages out of a queue with dead letters and bounds at each hop", () => {
      const queue = queueOf(name).Properties;
      const dead = queueOf(`${name}-dead`);
      expect(queue).toMatchObject({
        MessageRetentionPeriod: trigger.maxAgeMinutes * 60,
        VisibilityTimeout: 6 * lambda.timeoutSeconds,
        RedrivePolicy: {
          deadLetterTargetArn: { "Fn::GetAtt": [dead.id, "Arn"] },
          maxReceiveCount: trigger.receives,
        },
        SqsManagedSseEnabled: true,
      });
      expect(dead.Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600);
      // What is hidden for longer than it is kept never comes again.
      expect(trigger.receives * queue.VisibilityTimeout).toBeLessThanOrEqual(queue.MessageRetentionPeriod);
      const source = watch
        .of("AWS::Lambda::EventSourceMapping")
        .find(({ Properties }) => readable(Properties.FunctionName) === functionOf(name).id.slice(0, -8));
      expect(source?.Properties).toMatchObject({
        BatchSize: trigger.batchSize,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
      });
    });
});

test("the functions are those of the registry", () => {
  const made = watch.of("AWS::Lambda::Function").map(({ Properties }) => Properties.FunctionName);
  expect(made.sort()).toEqual(LAMBDAS.map(({ name }) => `assay-${name}`).sort());
});

test("only the proposer is held to one at a time, and only the token function knows the App's key", () => {
  expect(LAMBDAS.filter(({ reserved }) => reserved !== null).map(({ name }) => name)).toEqual(["propose"]);
  const readers = LAMBDAS.filter(({ name }) =>
    watch.allowed(roleOf(name)).some((one) => /^(ssm|secrets)/.test(one)),
  );
  expect(readers.map(({ name }) => name)).toEqual(["token"]);
});

test("a message that the proposer has no time for is received more often than it would be given up", () => {
  const { trigger } = LAMBDAS.find(({ name }) => name === "propose")!;
  expect(trigger.kind === "queue" && trigger.receives).toBeGreaterThanOrEqual(10);
});

test("a look outlasts the waits for a limit of GitHub's, with as much again for the look itself", () => {
  const { timeoutSeconds } = LAMBDAS.find(({ name }) => name === "watch")!;
  expect(timeoutSeconds).toBeGreaterThanOrEqual(2 * MOST_WAITS * LONGEST_WAIT);
});

test("the watch that no longer looks is told", () => {
  const silent = watch.named("AWS::CloudWatch::Alarm", "AlarmName", "assay-watch-silent").Properties;
  expect(silent).toMatchObject({
    ComparisonOperator: "LessThanThreshold",
    TreatMissingData: "breaching",
    Period: 3600,
  });
});

test("a budget tells before the month costs more than was said", () => {
  const [budget] = watch.of("AWS::Budgets::Budget");
  expect(budget?.Properties.Budget).toMatchObject({
    BudgetLimit: { Amount: 30, Unit: "USD" },
    TimeUnit: "MONTHLY",
  });
  const told = budget?.Properties.NotificationsWithSubscribers as { readonly Notification: unknown }[];
  expect(told.map(({ Notification }) => Notification)).toMatchObject([
    { NotificationType: "ACTUAL", Threshold: 80 },
    { NotificationType: "FORECASTED", Threshold: 100 },
  ]);
});

test("every function has a row on the dashboard", () => {
  const [dashboard] = watch.of("AWS::CloudWatch::Dashboard");
  const body = readable(dashboard?.Properties.DashboardBody);
  for (const { name, summary } of LAMBDAS) expect(body).toContain(`## ${name}: ${summary}`);
});
