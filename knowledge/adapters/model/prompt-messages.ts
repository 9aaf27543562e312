import type { AssistantModelMessage, ModelMessage as PromptMessage, ToolModelMessage, UserContent } from "ai";
import type { ModelCall, ModelMessage } from "../../ports/model.ts";

/** What providers are told to keep for the next call of one conversation. */
const KEPT = {
  anthropic: { cacheControl: { type: "ephemeral" } },
  amazonBedrock: { cachePoint: { type: "default" } },
} as const;

/** What a provider's protocol can say. */
export interface Protocol {
  readonly keeps: boolean;
  readonly saysErrors: boolean;
}

/** Gives what an assistant's message was, with its reasoning, where this process saw it; null elsewhere. */
export type Recall = (message: ModelMessage) => AssistantModelMessage["content"] | null;

/**
 * The instructions and messages of a call as the AI SDK takes them. With `keeps` the provider keeps what was said so
 * far; that pays where another call follows, so it is left out of a call with one tool only: an answer, no talk.
 * Without `saysErrors` the protocol has no word for a tool that failed, and its result says so.
 */
export function promptMessages(call: ModelCall, { keeps, saysErrors }: Protocol, recall: Recall) {
  const kept = keeps && call.tools.length > 1 ? { providerOptions: KEPT } : {};
  return {
    instructions: { role: "system" as const, content: call.system, ...kept },
    messages: call.messages.map((message, index) => {
      const prompt = promptMessage(message, saysErrors, recall);
      return index === call.messages.length - 1 ? { ...prompt, ...kept } : prompt;
    }),
  };
}

function promptMessage(message: ModelMessage, saysErrors: boolean, recall: Recall): PromptMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message) };
    case "assistant": {
      const text = message.text === "" ? [] : [{ type: "text" as const, text: message.text }];
      const calls = message.calls.map(({ id, name, input }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input: isRecord(input) ? input : {},
      }));
      return { role: "assistant", content: recall(message) ?? [...text, ...calls] };
    }
    case "tool":
      return {
        role: "tool",
        content: message.results.map(({ id, name, text, isError }) => ({
          type: "tool-result" as const,
          toolCallId: id,
          toolName: name,
          output: isError
            ? { type: "error-text" as const, value: saysErrors ? text : `error: ${text}` }
            : { type: "text" as const, value: text },
        })),
      } satisfies ToolModelMessage;
  }
}

function userContent({ text, images = [] }: Extract<ModelMessage, { role: "user" }>): UserContent {
  if (images.length === 0) return text;
  const files = images.map(({ mediaType, bytes }) => ({ type: "file" as const, mediaType, data: bytes }));
  return [{ type: "text", text }, ...files];
}

/** Providers take nothing but an object as the input of a tool. */
function isRecord(input: unknown): boolean {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
