import { blocks, type Json, number, record, text } from "./json-reads.ts";
import { filledUsage, finishOf, type ModelProtocol, type RequestMessage } from "./model-script.ts";

const KEY = "sk-compat-test-0123456789abcdef";
const STOP = {
  stop: "stop",
  tools: "tool_calls",
  length: "length",
  filtered: "content_filter",
  other: "abandoned",
};

/** OpenAI's chat completions, as servers of one's own speak them too. */
export const OPENAI_PROTOCOL: ModelProtocol = {
  provider: "openai-compatible",
  defaultModel: "local-coder",
  url: (origin) => `${origin}/v1`,
  env: { ASSAY_MODEL_KEY: KEY },
  path: () => "/v1/chat/completions",
  opens: (headers) => headers.authorization === `Bearer ${KEY}`,
  read: (body) => {
    const all = blocks(body.messages);
    return {
      model: text(body.model),
      system: all
        .filter(({ role }) => role === "system")
        .map(({ content }) => said(content))
        .join("\n"),
      messages: talk(all.filter(({ role }) => role !== "system")),
      tools: blocks(body.tools).map(({ function: tool }) => ({
        name: text(record(tool).name),
        description: text(record(tool).description),
        schema: record(tool).parameters,
      })),
      mustUseTool: body.tool_choice === "required",
      maxOutputTokens: number(body.max_tokens),
    };
  },
  write(answer, { model, number: count }) {
    const { reasoning, text: words, calls = [], usage } = answer;
    const { input, output, cacheRead, reasoning: thinking } = filledUsage(answer);
    return {
      id: `chatcmpl-${count}`,
      object: "chat.completion",
      created: 1_767_225_600,
      model,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: words ?? null,
            ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
            ...(calls.length === 0
              ? {}
              : {
                  tool_calls: calls.map((call, index) => ({
                    id: call.id ?? `call_${count}_${index}`,
                    type: "function",
                    function: {
                      name: call.name,
                      arguments: call.rawInput ?? JSON.stringify(call.input ?? {}),
                    },
                  })),
                }),
          },
          finish_reason: STOP[finishOf(answer)],
        },
      ],
      ...(usage === null
        ? {}
        : {
            usage: {
              prompt_tokens: input,
              completion_tokens: output,
              total_tokens: input + output,
              ...(cacheRead > 0 ? { prompt_tokens_details: { cached_tokens: cacheRead } } : {}),
              ...(thinking > 0 ? { completion_tokens_details: { reasoning_tokens: thinking } } : {}),
            },
          }),
    };
  },
  writeError: (status, message) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_exceeded" : "invalid_request_error",
      param: null,
      code: null,
    },
  }),
};

/** Results of tools are messages of their own here; those in a row, and what the user says behind them, are one. */
function talk(all: readonly Json[]): readonly RequestMessage[] {
  const messages: RequestMessage[] = [];
  for (const message of all) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const isResult = message.role === "tool";
    const last = messages.at(-1);
    const before =
      last !== undefined && last.results.length > 0 && role === "user" ? messages.pop() : undefined;
    const result = { id: text(message.tool_call_id), text: said(message.content), isError: false };
    messages.push({
      role,
      text: isResult ? "" : said(message.content),
      images: isResult ? [] : pictures(message.content),
      reasoning: text(message.reasoning_content),
      calls: blocks(message.tool_calls).map(({ id, function: called }) => ({
        id: text(id),
        name: text(record(called).name),
        input: JSON.parse(text(record(called).arguments)),
      })),
      results: [...(before?.results ?? []), ...(isResult ? [result] : [])],
    });
  }
  return messages;
}

function pictures(content: unknown): RequestMessage["images"] {
  return blocks(content)
    .filter(({ type }) => type === "image_url")
    .map((block) => {
      const [, mediaType = "", data = ""] =
        /^data:([\w/+.-]+);base64,(.+)$/s.exec(text(record(block.image_url).url)) ?? [];
      return { mediaType, bytes: Buffer.from(data, "base64") };
    });
}

function said(content: unknown): string {
  return blocks(content)
    .filter((block) => block.type === "text")
    .map((block) => text(block.text))
    .join("\n");
}
