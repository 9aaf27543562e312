import type { AssistantModelMessage } from "ai";
import type { ModelMessage, ModelReply } from "../../ports/model.ts";

type Content = AssistantModelMessage["content"];

/** Replies that are kept; a conversation of more is sent on without the reasoning of its oldest ones. */
const KEPT_REPLIES = 200;

/**
 * Remembers, in this process alone, what providers want back and no caller reads: the signed reasoning in front of a
 * reply's tool calls. Some models refuse a conversation from which it is gone.
 */
export function saidBefore() {
  const kept = new Map<string, Content>();
  return {
    remember(reply: Pick<ModelReply, "text" | "calls">, content: Content): void {
      if (reply.calls.length === 0 || typeof content === "string") return;
      if (!content.some((part) => part.type === "reasoning")) return;
      kept.set(keyOf(reply), content);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_REPLIES && oldest !== undefined) kept.delete(oldest);
    },
    /** Null where the message is not word for word the reply. */
    recall(message: ModelMessage): Content | null {
      return message.role === "assistant" ? (kept.get(keyOf(message)) ?? null) : null;
    },
  };
}

function keyOf({ text, calls }: Pick<ModelReply, "text" | "calls">): string {
  return JSON.stringify([text, calls.map(({ id, name, input }) => [id, name, input])]);
}
