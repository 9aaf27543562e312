import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AWS_ACCOUNT } from "../support/aws/aws-account.ts";
import { AWS_KEYS, AWS_REGION } from "../support/aws/start-dynamodb.ts";
import type { DeployedFunction } from "./assembly/assembly.ts";

/** What became of one run of a function. */
export type Ran = {
  /** All that it printed. */
  readonly output: string;
  readonly milliseconds: number;
} & (
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "thrown"; readonly message: string }
  /** It took longer than its template lets it. */
  | { readonly kind: "timed-out" }
  /** Its process ended without an answer: by a status, or by a signal where that is null. */
  | { readonly kind: "ended"; readonly status: number | null }
);

export interface Run {
  readonly event: unknown;
  /** ARN that was called; that of the function unless told. */
  readonly arn?: string;
  /** Beside the environment of the template, and over it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments of node itself. */
  readonly node?: readonly string[];
  /** Ends the process. */
  readonly signal?: AbortSignal;
}

const INVOKE = join(import.meta.dirname, "../support/invoke-bundle.ts");

/**
 * Runs a function as it is deployed: the file of its synthesised asset, required by a new process with an environment of
 * its own, as the runtime does, for as long as its template lets it.
 */
export async function runFunction(
  { name, arn, asset, environment, timeoutSeconds, memoryMb }: DeployedFunction,
  run: Run,
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "assay-run-"));
  const answer = join(folder, "answer.json");
  const began = performance.now();
  const child = spawn(process.execPath, [...(run.node ?? []), INVOKE, join(asset, "index.cjs"), answer], {
    env: {
      PATH: process.env.PATH ?? "",
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      LAMBDA_TASK_ROOT: asset,
      AWS_REGION,
      AWS_ACCESS_KEY_ID: AWS_KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: AWS_KEYS.secretAccessKey,
      ...environment,
      ...run.environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let isLate = false;
  const stop = () => void child.kill("SIGKILL");
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutSeconds * 1_000);
  run.signal?.addEventListener("abort", stop, { once: true });
  const context = {
    awsRequestId: crypto.randomUUID(),
    functionName: name,
    memoryLimitInMB: String(memoryMb),
    invokedFunctionArn: run.arn ?? arn,
  };
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify({ event: run.event, context }));
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stderr.on("data", (part: Buffer) => parts.push(part));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearTimeout(timer);
  run.signal?.removeEventListener("abort", stop);
  const output = Buffer.concat(parts).toString("utf8");
  const milliseconds = Math.round(performance.now() - began);
  try {
    if (isLate) return { kind: "timed-out", output, milliseconds };
    if (status !== 0) return { kind: "ended", status, output, milliseconds };
    return { ...(JSON.parse(readFileSync(answer, "utf8")) as Answer), output, milliseconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Answer =
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "thrown"; readonly message: string };

/** An event of SQS with these messages. */
export function sqsEvent(
  queueArn: string,
  messages: readonly {
    readonly id: string;
    readonly body: string;
    readonly receives: number;
    readonly sentAt: number;
  }[],
): unknown {
  return {
    Records: messages.map(({ id, body, receives, sentAt }) => ({
      messageId: id,
      receiptHandle: `${id}/${receives}`,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: String(sentAt),
        SenderId: AWS_ACCOUNT,
      },
      messageAttributes: {},
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: queueArn,
      awsRegion: AWS_REGION,
    })),
  };
}
