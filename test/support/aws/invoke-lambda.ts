import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { templateOf } from "../templates.ts";

export type Invoked = { readonly stdout: string } & (
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "thrown"; readonly code: string | null; readonly message: string }
);

export interface Invocation {
  readonly event: unknown;
  /** Called through this alias. */
  readonly alias?: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a function as it is deployed: the file of its synthesised asset, required by a new process with an environment of
 * its own, as the runtime does.
 */
export async function invokeLambda(
  folder: string,
  name: string,
  { event, alias, env }: Invocation,
): Promise<Invoked> {
  const asset = assetOf(folder, name);
  const answers = mkdtempSync(join(tmpdir(), "assay-invoked-"));
  const answer = join(answers, "answer.json");
  const functionName = `assay-${name}`;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../invoke-bundle.ts"), join(asset, "index.cjs"), answer],
    {
      env: {
        PATH: process.env.PATH ?? "",
        NODE_ENV: "production",
        AWS_LAMBDA_FUNCTION_NAME: functionName,
        LAMBDA_TASK_ROOT: asset,
        AWS_REGION: "eu-central-1",
        AWS_ACCESS_KEY_ID: "S3RVER",
        AWS_SECRET_ACCESS_KEY: "S3RVER",
        ...env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const arn = `arn:aws:lambda:eu-central-1:123456789012:function:${functionName}`;
  const context = {
    awsRequestId: "c6af9ac6-7b61-11e6-9a41-93e8deadbeef",
    functionName,
    memoryLimitInMB: "512",
    invokedFunctionArn: alias === undefined ? arn : `${arn}:${alias}`,
  };
  child.stdin.end(JSON.stringify({ event, context }));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${functionName} ended with ${code}: ${stderr}`);
  const told = JSON.parse(readFileSync(answer, "utf8")) as Invoked;
  rmSync(answers, { recursive: true, force: true });
  return { ...told, stdout: stdout + stderr };
}

/** Folder of the asset that the template names as the function's code. */
function assetOf(folder: string, name: string): string {
  const { Properties } = templateOf(folder, "assay-watch").named(
    "AWS::Lambda::Function",
    "FunctionName",
    `assay-${name}`,
  );
  const key = Properties.Code.S3Key as string;
  return join(folder, `asset.${key.replace(/\.zip$/, "")}`);
}

/** An event of SQS with these bodies. */
export function sqsEvent(bodies: readonly unknown[]): unknown {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `message-${index}`,
      receiptHandle: `handle-${index}`,
      body: typeof body === "string" ? body : JSON.stringify(body),
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: "0", SenderId: "x" },
      messageAttributes: {},
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:eu-central-1:123456789012:assay-test",
      awsRegion: "eu-central-1",
    })),
  };
}
