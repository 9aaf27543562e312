import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { AssayError, type Duty } from "#knowledge";
import { METRICS } from "../metric-names.ts";
import { type Composed, compose } from "./compose.ts";
import { OUTCOMES, type Outcome } from "./outcomes.ts";
import { readEnv } from "./read-env.ts";
import { sendDuties } from "./send-duties.ts";
import { type Telemetry, telemetry } from "./telemetry.ts";
import { toldError } from "./told-error.ts";
import { traced } from "./traced.ts";
import type { Watched } from "./watched-repositories.ts";

/** A message; its organisation's settings are the ones in force. */
interface Message {
  readonly organisation: string;
}

export interface Worker<Body extends Message> {
  /** Name in the registry. */
  readonly lambda: string;
  readonly message: z.core.$ZodType<Body>;
  /** The repositories that a message is about: its token is for these; any other is asked about with one of its own. */
  readonly repositories: (message: Body, watch: Watched) => readonly string[];
  /** Dispatches the operation and answers with what is due now and what the log shall tell: code's words only. */
  readonly carryOut: (message: Body, deps: Composed) => Promise<Done>;
}

export interface Done {
  readonly due: readonly Duty[];
  readonly told: Readonly<Record<string, string | number | boolean | null>>;
  /** Whether the message shall come again, though nothing is wrong. */
  readonly again?: boolean;
  /** Things that went wrong on the way without stopping it. */
  readonly problems?: readonly { readonly code: string }[];
}

/**
 * A handler for the messages of a queue. Each message succeeds or fails by itself: an error that passes is left to the
 * queue, one that stays is parked with a metric, and where we are at fault the function fails too, once the other
 * messages are done (architecture, Errors). The log's keys are fixed words; texts from outside are values, masked.
 */
export function queueHandler<Body extends Message>(
  worker: Worker<Body>,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const tools = telemetry(worker.lambda);
  const client = new SQSClient({ maxAttempts: 3 });
  return async (event, context) => {
    const { logger, metrics, tracer } = tools;
    logger.addContext(context);
    metrics.captureColdStartMetric();
    return await traced(tracer, worker.lambda, async () => {
      const failed: string[] = [];
      let thrown: unknown = null;
      try {
        for (const record of event.Records) {
          const outcome = await carryOut(worker, record, { context, client, tools });
          if (outcome.kind === "done" || outcome.kind === "parked") continue;
          failed.push(record.messageId);
          if (outcome.kind === "thrown") thrown ??= outcome.error;
        }
      } finally {
        if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
      }
      // Every message of the batch comes again then; those that are done find that they are. The runtime and the trace
      // write it out past the mask, so it is the code alone: the log has the rest, masked.
      if (thrown !== null) throw new Error(toldError(thrown).code);
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    });
  };
}

interface Place {
  readonly context: Context;
  readonly client: SQSClient;
  readonly tools: Telemetry;
}

type Ended = { readonly kind: "done" | "later" } | { readonly kind: Outcome; readonly error: unknown };

async function carryOut<Body extends Message>(
  worker: Worker<Body>,
  record: SQSRecord,
  place: Place,
): Promise<Ended> {
  const { logger, metrics } = place.tools;
  const { messageId } = record;
  const tries = Number(record.attributes.ApproximateReceiveCount);
  try {
    const message = parse(worker.message, record.body);
    const deps = await compose({
      organisation: message.organisation,
      repositories: (watch) => worker.repositories(message, watch),
      lambda: worker.lambda,
      requestId: place.context.awsRequestId,
      note: (text) => logger.warn("note", { text }),
    });
    const { due, told, again = false, problems = [] } = await worker.carryOut(message, deps);
    const urls = JSON.parse(readEnv(["ASSAY_QUEUES"]).ASSAY_QUEUES) as Record<string, string>;
    const undone = await sendDuties({ client: place.client, urls, pause: deps.pause }, due);
    if (undone.length > 0) metrics.addMetric(METRICS.undone, "Count", undone.length);
    if (problems.length > 0) metrics.addMetric(METRICS.problem, "Count", problems.length);
    const { organisation } = message;
    logger.info("done", { organisation, messageId, tries, told, due: due.length, undone: undone.length });
    for (const problem of problems) logger.warn("problem", { organisation, problem });
    return { kind: again ? "later" : "done" };
  } catch (error) {
    const kind = outcomeOf(error);
    logger.error(kind === "parked" ? "parked" : "failed", {
      messageId,
      tries,
      outcome: kind,
      failure: toldError(error),
    });
    if (kind !== "parked") {
      metrics.addMetric(METRICS.failed, "Count", 1);
      return { kind, error };
    }
    return (await park(record, error, place)) ? { kind, error } : { kind: "again", error };
  }
}

function parse<Body>(form: z.core.$ZodType<Body>, body: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new AssayError("message_invalid", { problem: "it is no JSON" }, error);
  }
  const parsed = z.safeParse(form, value);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.map(String).join(".") || "the whole";
  throw new AssayError("message_invalid", { problem: `${at} is not of the form that the function reads` });
}

/** An error that is none of the product's fails the message alone. */
function outcomeOf(error: unknown): Outcome {
  return error instanceof AssayError ? OUTCOMES[error.kind] : "again";
}

/** Puts the message among the dead letters, with why; false where that failed too. */
async function park(record: SQSRecord, error: unknown, { client, tools }: Place): Promise<boolean> {
  const code = error instanceof AssayError ? error.code : "internal";
  try {
    await client.send(
      new SendMessageCommand({
        QueueUrl: readEnv(["ASSAY_PARKED_QUEUE"]).ASSAY_PARKED_QUEUE,
        MessageBody: record.body,
        MessageAttributes: { code: { DataType: "String", StringValue: code } },
      }),
    );
    tools.metrics.addMetric(METRICS.parked, "Count", 1);
    return true;
  } catch (unparked) {
    tools.logger.error("not parked", { failure: toldError(unparked) });
    return false;
  }
}
