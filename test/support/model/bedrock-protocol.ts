import { blocks, number, record, text } from "./json-reads.ts";
import { filledUsage, finishOf, type ModelProtocol } from "./model-script.ts";

const KEY_ID = "AKIATEST0123456789AB";
const REGION = "eu-central-1";
const SIGNED = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=${KEY_ID}/\\d{8}/${REGION}/bedrock/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$`,
);
const STOP = {
  stop: "end_turn",
  tools: "tool_use",
  length: "max_tokens",
  filtered: "guardrail_intervened",
  other: "tool-use",
};

/** Bedrock's Converse API with a signed request; that the signature is right is not checked, only what it is of. */
export const BEDROCK_PROTOCOL: ModelProtocol = {
  provider: "bedrock",
  defaultModel: "anthropic.claude-sonnet-4-5-20250929-v1:0",
  url: (origin) => origin,
  env: {
    AWS_ACCESS_KEY_ID: KEY_ID,
    AWS_SECRET_ACCESS_KEY: "test/secret+0123456789abcdefghijklmnopqrst",
    AWS_REGION: REGION,
  },
  path: (model) => `/model/${encodeURIComponent(model)}/converse`,
  opens: (headers) => SIGNED.test(headers.authorization ?? "") && headers["x-amz-date"] !== undefined,
  read: (body, path) => ({
    model: decodeURIComponent(path.split("/")[2] ?? ""),
    system: blocks(body.system)
      .map((block) => text(block.text))
      .join("\n"),
    messages: blocks(body.messages).map((message) => {
      const content = blocks(message.content);
      const of = (key: string) => content.filter((block) => key in block).map((block) => block[key]);
      return {
        role: message.role === "assistant" ? "assistant" : "user",
        text: of("text").map(text).join("\n"),
        images: of("image")
          .map(record)
          .map(({ format, source }) => ({
            mediaType: `image/${text(format)}`,
            bytes: Buffer.from(text(record(source).bytes), "base64"),
          })),
        reasoning: of("reasoningContent")
          .map((block) => record(record(block).reasoningText))
          .map((inner) => `${text(inner.text)}/${text(inner.signature)}`)
          .join("\n"),
        calls: of("toolUse")
          .map(record)
          .map(({ toolUseId, name, input }) => ({
            id: text(toolUseId),
            name: text(name),
            input,
          })),
        results: of("toolResult")
          .map(record)
          .map(({ toolUseId, content: inner, status }) => ({
            id: text(toolUseId),
            text: blocks(inner)
              .map((block) => text(block.text))
              .join("\n"),
            isError: status === "error",
          })),
      };
    }),
    tools: blocks(record(body.toolConfig).tools).flatMap((entry) =>
      "toolSpec" in entry
        ? [record(entry.toolSpec)].map((tool) => ({
            name: text(tool.name),
            description: text(tool.description),
            schema: record(tool.inputSchema).json,
          }))
        : [],
    ),
    mustUseTool: "any" in record(record(body.toolConfig).toolChoice),
    maxOutputTokens: number(record(body.inferenceConfig).maxTokens),
  }),
  write(answer, { number: count }) {
    const { reasoning, text: said, calls = [] } = answer;
    const { input, output, cacheRead, cacheWrite } = filledUsage(answer);
    return {
      metrics: { latencyMs: 12 },
      output: {
        message: {
          role: "assistant",
          content: [
            ...(reasoning === undefined
              ? []
              : [{ reasoningContent: { reasoningText: { text: reasoning, signature: `signed-${count}` } } }]),
            ...(said === undefined ? [] : [{ text: said }]),
            ...calls.map((call, index) => ({
              toolUse: {
                toolUseId: call.id ?? `tooluse_${count}_${index}`,
                name: call.name,
                input: call.rawInput ?? call.input ?? {},
              },
            })),
          ],
        },
      },
      stopReason: STOP[finishOf(answer)],
      usage: {
        inputTokens: input - cacheRead - cacheWrite,
        outputTokens: output,
        totalTokens: input + output,
        cacheReadInputTokens: cacheRead,
        cacheWriteInputTokens: cacheWrite,
      },
    };
  },
  writeError: (_, message) => ({ message }),
};
