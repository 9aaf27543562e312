import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import type { Assembly } from "./assembly.ts";
import { type Place, resolver, type Template } from "./resolver.ts";

interface Found<Properties> {
  readonly properties: Properties;
  readonly arn: string;
  readonly reference: string;
}

/** What AWS takes where a template does not say. */
const DEFAULTS = {
  hiddenSeconds: 30,
  keptSeconds: 345_600,
  batchSize: 10,
  maxAgeSeconds: 86_400,
  retries: 185,
  timeoutSeconds: 3,
  memoryMb: 128,
};

/** Reads the templates of a folder of `cdk synth`. Errors: a folder without templates, a template that asks for what is not known here. */
export function readAssembly(folder: string, place: Place): Assembly {
  const stacks = new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith(".template.json"))
      .map((file) => [
        file.replace(/\.template\.json$/, ""),
        JSON.parse(readFileSync(join(folder, file), "utf8")) as Template,
      ]),
  );
  if (stacks.size === 0) throw new Error(`${folder} holds no synthesised templates`);
  const resolve = resolver(stacks, place);
  const of = <Properties>(type: string): readonly Found<Properties>[] =>
    [...stacks].flatMap(([stack, { Resources }]) =>
      Object.entries(Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id, { Properties = {} }]) => ({
          properties: resolve(stack, Properties) as Properties,
          arn: String(resolve(stack, { "Fn::GetAtt": [id, "Arn"] })),
          reference: String(resolve(stack, { Ref: id })),
        })),
    );
  return {
    functions: of<FunctionProperties>("AWS::Lambda::Function").map(({ properties, arn, reference }) => {
      const { Code, Environment, Timeout, MemorySize, ReservedConcurrentExecutions } = properties;
      return {
        name: reference,
        arn,
        asset: join(folder, `asset.${Code.S3Key.replace(/\.zip$/, "")}`),
        environment: Environment?.Variables ?? {},
        timeoutSeconds: Timeout ?? DEFAULTS.timeoutSeconds,
        memoryMb: MemorySize ?? DEFAULTS.memoryMb,
        reserved: ReservedConcurrentExecutions ?? null,
      };
    }),
    aliases: of<{ readonly FunctionName: string }>("AWS::Lambda::Alias").map(({ properties, reference }) => ({
      arn: reference,
      functionName: properties.FunctionName,
    })),
    queues: of<QueueProperties>("AWS::SQS::Queue").map(({ properties, arn, reference }) => {
      const { QueueName, VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy } = properties;
      return {
        name: QueueName,
        arn,
        url: reference,
        hiddenSeconds: VisibilityTimeout ?? DEFAULTS.hiddenSeconds,
        keptSeconds: MessageRetentionPeriod ?? DEFAULTS.keptSeconds,
        dead:
          RedrivePolicy === undefined
            ? null
            : { arn: RedrivePolicy.deadLetterTargetArn, receives: Number(RedrivePolicy.maxReceiveCount) },
      };
    }),
    sources: of<SourceProperties>("AWS::Lambda::EventSourceMapping").map(({ properties }) => {
      const { EventSourceArn, FunctionName, BatchSize, ScalingConfig, FunctionResponseTypes } = properties;
      return {
        queueArn: EventSourceArn,
        functionName: FunctionName,
        batchSize: BatchSize ?? DEFAULTS.batchSize,
        mostAtOnce: ScalingConfig?.MaximumConcurrency ?? null,
        reportsFailures: FunctionResponseTypes?.includes("ReportBatchItemFailures") ?? false,
      };
    }),
    schedules: of<ScheduleProperties>("AWS::Scheduler::Schedule").map(({ properties }) => {
      const { Name, ScheduleExpression, ScheduleExpressionTimezone, Target } = properties;
      return {
        name: Name,
        expression: ScheduleExpression,
        timeZone: ScheduleExpressionTimezone ?? "UTC",
        queueArn: Target.Arn,
        input: Target.Input ?? "",
        maxAgeSeconds: Target.RetryPolicy?.MaximumEventAgeInSeconds ?? DEFAULTS.maxAgeSeconds,
        retries: Target.RetryPolicy?.MaximumRetryAttempts ?? DEFAULTS.retries,
        deadArn: Target.DeadLetterConfig?.Arn ?? null,
      };
    }),
    tables: of<CreateTableCommandInput>("AWS::DynamoDB::GlobalTable").map(({ properties, reference }) => {
      const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode } = properties;
      return { TableName: reference, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode };
    }),
    buckets: of<unknown>("AWS::S3::Bucket").map(({ reference }) => reference),
  };
}

interface FunctionProperties {
  readonly Code: { readonly S3Key: string };
  readonly Environment?: { readonly Variables: Readonly<Record<string, string>> };
  readonly Timeout?: number;
  readonly MemorySize?: number;
  readonly ReservedConcurrentExecutions?: number;
}

interface QueueProperties {
  readonly QueueName: string;
  readonly VisibilityTimeout?: number;
  readonly MessageRetentionPeriod?: number;
  readonly RedrivePolicy?: { readonly deadLetterTargetArn: string; readonly maxReceiveCount: number };
}

interface SourceProperties {
  readonly EventSourceArn: string;
  readonly FunctionName: string;
  readonly BatchSize?: number;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: number };
  readonly FunctionResponseTypes?: readonly string[];
}

interface ScheduleProperties {
  readonly Name: string;
  readonly ScheduleExpression: string;
  readonly ScheduleExpressionTimezone?: string;
  readonly Target: {
    readonly Arn: string;
    readonly Input?: string;
    readonly RetryPolicy?: {
      readonly MaximumEventAgeInSeconds?: number;
      readonly MaximumRetryAttempts?: number;
    };
    readonly DeadLetterConfig?: { readonly Arn: string };
  };
}
