import { blocks, number, record, text } from "./json-reads.ts";
import { filledUsage, finishOf, type ModelProtocol } from "./model-script.ts";

const KEY = "sk-ant-test-0123456789abcdef";
const STOP = {
  stop: "end_turn",
  tools: "tool_use",
  length: "max_tokens",
  filtered: "refusal",
  other: "compaction",
};
const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic's Messages API. */
export const ANTHROPIC_PROTOCOL: ModelProtocol = {
  provider: "anthropic",
  defaultModel: "claude-sonnet-4-5",
  url: (origin) => `${origin}/v1`,
  env: { ANTHROPIC_API_KEY: KEY },
  path: () => "/v1/messages",
  opens: (headers) => headers["x-api-key"] === KEY && headers["anthropic-version"] === "2023-06-01",
  read: (body) => ({
    model: text(body.model),
    system: blocks(body.system)
      .map((block) => text(block.text))
      .join("\n"),
    messages: blocks(body.messages).map((message) => {
      const content = blocks(message.content);
      const of = (type: string) => content.filter((block) => block.type === type);
      return {
        role: message.role === "assistant" ? "assistant" : "user",
        text: of("text")
          .map((block) => text(block.text))
          .join("\n"),
        images: of("image").map(({ source }) => ({
          mediaType: record(source).type === "base64" ? text(record(source).media_type) : "",
          bytes: Buffer.from(text(record(source).data), "base64"),
        })),
        reasoning: of("thinking")
          .map((block) => `${text(block.thinking)}/${text(block.signature)}`)
          .join("\n"),
        calls: of("tool_use").map((block) => ({
          id: text(block.id),
          name: text(block.name),
          input: block.input,
        })),
        results: of("tool_result").map((block) => ({
          id: text(block.tool_use_id),
          text: blocks(block.content)
            .map((inner) => text(inner.text))
            .join("\n"),
          isError: block.is_error === true,
        })),
      };
    }),
    tools: blocks(body.tools).map((tool) => ({
      name: text(tool.name),
      description: text(tool.description),
      schema: tool.input_schema,
    })),
    mustUseTool: record(body.tool_choice).type === "any",
    maxOutputTokens: number(body.max_tokens),
  }),
  write(answer, { model, number: count }) {
    const { reasoning, text: said, calls = [] } = answer;
    const { input, output, cacheRead, cacheWrite, reasoning: thinking } = filledUsage(answer);
    return {
      type: "message",
      id: `msg_${count}`,
      role: "assistant",
      model,
      content: [
        ...(reasoning === undefined
          ? []
          : [{ type: "thinking", thinking: reasoning, signature: `signed-${count}` }]),
        ...(said === undefined ? [] : [{ type: "text", text: said }]),
        ...calls.map((call, index) => ({
          type: "tool_use",
          id: call.id ?? `toolu_${count}_${index}`,
          name: call.name,
          input: call.rawInput ?? call.input ?? {},
        })),
      ],
      stop_reason: STOP[finishOf(answer)],
      stop_sequence: null,
      usage: {
        input_tokens: input - cacheRead - cacheWrite,
        cache_read_input_tokens: cacheRead,
        cache_creation_input_tokens: cacheWrite,
        output_tokens: output,
        ...(thinking > 0 ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
      },
    };
  },
  writeError: (status, message) => ({
    type: "error",
    error: { type: ERROR_TYPES[status] ?? "api_error", message },
  }),
};
