import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { AssayError, type Duty, type Pause } from "#knowledge";

/** As many messages as SQS takes in one call. */
const BATCH = 10;
/** Calls for what SQS did not take. */
const TRIES = 3;

export interface DutyQueues {
  readonly client: Pick<SQSClient, "send">;
  /** URL of the queue for each kind of duty that a function does. */
  readonly urls: Readonly<Partial<Record<Duty["kind"], string>>>;
  readonly pause: Pause;
}

/**
 * Sends each duty to the queue of its kind, and answers with those that no function does: they stay due and are named
 * again by the next look. What SQS does not take is sent again, a few times. A failure after some were sent is no
 * harm: whoever works claims first. Errors: queue_unavailable.
 */
export async function sendDuties(
  { client, urls, pause }: DutyQueues,
  duties: readonly Duty[],
): Promise<readonly Duty[]> {
  const byUrl = Map.groupBy(duties, ({ kind }) => urls[kind] ?? null);
  for (const [url, theirs] of byUrl)
    if (url !== null)
      for (let at = 0; at < theirs.length; at += BATCH) await sendBatch(url, theirs.slice(at, at + BATCH));
  return byUrl.get(null) ?? [];

  async function sendBatch(url: string, batch: readonly Duty[]): Promise<void> {
    let left = batch.map((duty, index) => ({ Id: String(index), MessageBody: JSON.stringify(duty) }));
    for (let attempt = 1; left.length > 0; attempt += 1) {
      const reply = await client
        .send(new SendMessageBatchCommand({ QueueUrl: url, Entries: left }))
        .catch((error: unknown) => {
          throw unsent(url, error instanceof Error ? error.name : "no answer", error);
        });
      const failed = reply.Failed ?? [];
      const fault = failed.find(({ SenderFault }) => SenderFault === true);
      if (fault !== undefined)
        throw new AssayError("internal", { problem: `SQS refuses a duty: ${fault.Code}` });
      const again = new Set(failed.map(({ Id }) => Id));
      left = left.filter(({ Id }) => again.has(Id));
      if (left.length === 0) return;
      if (attempt === TRIES) throw unsent(url, failed[0]?.Code ?? "it takes no messages");
      await pause.sleep(200 * 2 ** attempt);
    }
  }
}

function unsent(url: string, reason: string, cause?: unknown): AssayError {
  return new AssayError("queue_unavailable", { queue: url.split("/").at(-1) ?? url, reason }, cause);
}
