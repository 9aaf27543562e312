import type { Lambda, QueueTrigger } from "../../lambdas/lambda.ts";
import type { Random } from "./random.ts";
import type { Troubles } from "./trouble.ts";

/** As infra's queues hide a message: so many runs of its function. */
const RUNS_HIDDEN = 6;
const MINUTE = 60_000;

export interface QueuedMessage {
  readonly lambda: string;
  readonly body: Readonly<Record<string, unknown>> & { readonly kind: string; readonly organisation: string };
  readonly sentAt: number;
  visibleAt: number;
  /** Times that it was received. */
  receives: number;
}

export type MessageBody = QueuedMessage["body"];

/** Queues of functions as SQS keeps them, by the numbers of the registry; messages come late, twice or not at all. */
export interface Queues {
  send(lambda: string, body: MessageBody, now: number): void;
  /** When the next message is to be received; infinite where there is none. */
  next(): number;
  /** All that are to be received now, hidden from then on; those that are too old or came too often are gone. */
  receive(now: number): readonly QueuedMessage[];
  remove(message: QueuedMessage): void;
  park(message: QueuedMessage): void;
  /** Messages among the dead letters, by function; and those that grew too old. */
  readonly dead: ReadonlyMap<string, number>;
  readonly expired: ReadonlyMap<string, number>;
}

/** How often a message goes astray, of one. */
export interface Delivery {
  readonly lost: number;
  readonly twice: number;
  readonly late: number;
  /** Milliseconds. */
  readonly latest: number;
}

export function queuesOf(
  lambdas: readonly Lambda[],
  delivery: () => Delivery,
  { random, troubles }: { readonly random: Random; readonly troubles: Troubles },
): Queues {
  const triggers = new Map(
    lambdas.flatMap(({ name, trigger, timeoutSeconds }): [string, Hidden][] =>
      trigger.kind === "queue"
        ? [[name, { ...trigger, hiddenMs: RUNS_HIDDEN * timeoutSeconds * 1_000 }]]
        : [],
    ),
  );
  const messages = new Set<QueuedMessage>();
  const dead = new Map<string, number>();
  const expired = new Map<string, number>();
  const count = (counts: Map<string, number>, { lambda }: QueuedMessage) =>
    counts.set(lambda, (counts.get(lambda) ?? 0) + 1);

  return {
    dead,
    expired,
    send(lambda, body, now) {
      const { lost, late: lateOnes, twice, latest } = delivery();
      if (random.chance(lost)) {
        troubles.note("message lost");
        return;
      }
      const late = random.chance(lateOnes) ? random.below(latest) : 0;
      if (late > 0) troubles.note("message late");
      const message = { lambda, body, sentAt: now, visibleAt: now + late, receives: 0 };
      messages.add(message);
      if (!random.chance(twice)) return;
      troubles.note("message twice");
      messages.add({ ...message, visibleAt: now + (random.chance(0.5) ? 0 : random.below(latest)) });
    },
    next: () =>
      [...messages].reduce((least, { visibleAt }) => Math.min(least, visibleAt), Number.POSITIVE_INFINITY),
    receive(now) {
      const received: QueuedMessage[] = [];
      for (const message of messages) {
        if (message.visibleAt > now) continue;
        const { receives, maxAgeMinutes, hiddenMs } = triggers.get(message.lambda)!;
        const isOld = now - message.sentAt > maxAgeMinutes * MINUTE;
        if (isOld || message.receives >= receives) {
          messages.delete(message);
          count(isOld ? expired : dead, message);
          continue;
        }
        message.receives += 1;
        message.visibleAt = now + hiddenMs;
        received.push(message);
      }
      return received;
    },
    remove: (message) => void messages.delete(message),
    park(message) {
      messages.delete(message);
      count(dead, message);
    },
  };
}

type Hidden = QueueTrigger & { readonly hiddenMs: number };
