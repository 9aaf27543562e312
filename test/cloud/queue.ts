import { randomUUID } from "node:crypto";
import type { QueueSettings } from "./assembly/assembly.ts";

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly sentAt: number;
  /** Until when it is hidden from whoever asks for messages. */
  readonly hiddenUntil: number;
  readonly receives: number;
}

/** What was taken out of a queue; all but `messages` are in it no more. */
export interface Received {
  readonly messages: readonly Message[];
  /** Received too often: they belong among the dead letters. */
  readonly given: readonly Message[];
  /** Older than what is kept. */
  readonly dropped: readonly Message[];
}

/** A queue as SQS keeps one; the time is whoever's who asks, milliseconds. */
export interface Queue {
  readonly settings: QueueSettings;
  send(body: string, now: number, attributes?: Message["attributes"]): Message;
  /** Puts a message of another queue here, with the time at which it was sent. */
  take(message: Message): void;
  /** Hides up to `most` messages, oldest first, and counts that they were received. */
  receive(most: number, now: number): Received;
  delete(id: string): void;
  /** All that are there, oldest first, hidden or not. */
  readonly messages: readonly Message[];
}

export function memoryQueue(settings: QueueSettings): Queue {
  let messages: readonly Message[] = [];
  const put = (message: Message) => {
    messages = [...messages, message];
    return message;
  };
  return {
    settings,
    get messages() {
      return messages;
    },
    send: (body, now, attributes = {}) =>
      put({ id: randomUUID(), body, attributes, sentAt: now, hiddenUntil: now, receives: 0 }),
    take: (message) => void put({ ...message, hiddenUntil: 0, receives: 0 }),
    receive(most, now) {
      const isOld = ({ sentAt }: Message) => sentAt + settings.keptSeconds * 1_000 <= now;
      const isSpent = ({ receives }: Message) => settings.dead !== null && receives >= settings.dead.receives;
      const shown = messages.filter(({ hiddenUntil }) => hiddenUntil <= now);
      const dropped = messages.filter(isOld);
      const given = shown.filter((message) => !isOld(message) && isSpent(message));
      const received = shown
        .filter((message) => !isOld(message) && !isSpent(message))
        .slice(0, most)
        .map((message) => ({
          ...message,
          receives: message.receives + 1,
          hiddenUntil: now + settings.hiddenSeconds * 1_000,
        }));
      const fresh = new Map(received.map((message) => [message.id, message]));
      const gone = new Set([...dropped, ...given].map(({ id }) => id));
      messages = messages
        .filter(({ id }) => !gone.has(id))
        .map((message) => fresh.get(message.id) ?? message);
      return { messages: received, given, dropped };
    },
    delete(id) {
      messages = messages.filter((message) => message.id !== id);
    },
  };
}
