import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";

/** What a synthesised app deploys, as far as it runs: every name and number is the template's. */
export interface Assembly {
  readonly functions: readonly DeployedFunction[];
  readonly aliases: readonly Alias[];
  readonly queues: readonly QueueSettings[];
  readonly sources: readonly EventSource[];
  readonly schedules: readonly Schedule[];
  readonly tables: readonly CreateTableCommandInput[];
  /** Names. */
  readonly buckets: readonly string[];
}

export interface DeployedFunction {
  readonly name: string;
  readonly arn: string;
  /** Folder of its asset, with `index.cjs`. */
  readonly asset: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Reserved concurrency; null: none. */
  readonly reserved: number | null;
}

export interface Alias {
  readonly arn: string;
  readonly functionName: string;
}

export interface QueueSettings {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  /** How long a message that was received is hidden. */
  readonly hiddenSeconds: number;
  /** After which a message is dropped. */
  readonly keptSeconds: number;
  readonly dead: { readonly arn: string; readonly receives: number } | null;
}

/** A queue whose messages start a function. */
export interface EventSource {
  readonly queueArn: string;
  readonly functionName: string;
  readonly batchSize: number;
  /** Runs of the function at once that it starts; null: any number. */
  readonly mostAtOnce: number | null;
  /** Whether the function says which messages of a batch failed. */
  readonly reportsFailures: boolean;
}

export interface Schedule {
  readonly name: string;
  readonly expression: string;
  readonly timeZone: string;
  readonly queueArn: string;
  /** Body of its message. */
  readonly input: string;
  /** After which a message that could not be delivered is given up. */
  readonly maxAgeSeconds: number;
  readonly retries: number;
  readonly deadArn: string | null;
}
