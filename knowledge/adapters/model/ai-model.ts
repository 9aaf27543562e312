import type { AssistantModelMessage, LanguageModelUsage, ToolSet } from "ai";
import type { ModelSettings } from "../../config/config.ts";
import type { Model, ModelCall, ModelReply } from "../../ports/model.ts";
import { boundedFetch, type Flight } from "./bounded-fetch.ts";
import { languageModel } from "./language-model.ts";
import { keysOf, type ModelEnv, modelAccess } from "./model-access.ts";
import { modelError } from "./model-error.ts";
import { type Protocol, promptMessages } from "./prompt-messages.ts";
import { replyUsage } from "./reply-usage.ts";
import { saidBefore } from "./said-before.ts";

/** Times that a call is repeated where the provider asks for it. */
const REPETITIONS = 2;

const FINISH: Readonly<Record<string, ModelReply["finish"]>> = {
  stop: "stop",
  "tool-calls": "tools",
  length: "length",
  "content-filter": "filtered",
};

/**
 * The model of the settings, asked through the AI SDK with the keys of the environment; the SDK is loaded at the first
 * call. Tools are named to the model and never carried out here. Nothing is told to anybody else, and nothing printed.
 */
export function aiModel({
  settings,
  env,
}: {
  readonly settings: ModelSettings;
  readonly env: ModelEnv;
}): Model {
  const name = `${settings.provider}/${settings.model}`;
  const said = saidBefore();
  return {
    name: async () => name,
    async call(call) {
      const access = modelAccess(settings, env);
      const flight: Flight = { billed: "no" };
      const started = performance.now();
      try {
        const { generateText, wrapLanguageModel } = await import("ai");
        const provided = await languageModel(settings, access, boundedFetch(name, flight));
        const result = await generateText({
          // The SDK prints the warnings of a reply; nobody reads them here.
          model: wrapLanguageModel({
            model: provided,
            middleware: {
              specificationVersion: "v4",
              // Set here, for the SDK throws a reply away that uses no tool though it was to.
              transformParams: async ({ params }) =>
                call.mustUseTool && call.tools.length > 0
                  ? { ...params, toolChoice: { type: "required" } }
                  : params,
              wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
            },
          }),
          ...promptMessages(call, protocolOf(settings), said.recall),
          ...(await toolsOf(call.tools)),
          maxOutputTokens: call.maxOutputTokens,
          maxRetries: REPETITIONS,
          abortSignal: AbortSignal.timeout(call.timeoutMs),
          telemetry: { isEnabled: false },
        });
        const reply = replyOf(result, call, performance.now() - started);
        const [message] = result.response.messages;
        if (message?.role === "assistant") said.remember(reply, (message as AssistantModelMessage).content);
        return reply;
      } catch (error) {
        const failed = { model: name, timeoutMs: call.timeoutMs, keys: keysOf(env), ...flight };
        throw await modelError(error, failed);
      }
    },
  };
}

/** A conversation is kept where the provider can be told so; others do it by themselves, or refuse to be told. */
function protocolOf({ provider, model }: ModelSettings): Protocol {
  const isClaudeOnBedrock = provider === "bedrock" && /(?:^|[./])anthropic\./.test(model);
  return { keeps: provider === "anthropic" || isClaudeOnBedrock, saysErrors: provider === "anthropic" };
}

async function toolsOf(tools: ModelCall["tools"]): Promise<{ tools?: ToolSet }> {
  if (tools.length === 0) return {};
  const { jsonSchema, tool } = await import("ai");
  const named = tools.map(({ name, description, input }) => [
    name,
    tool({ description, inputSchema: jsonSchema(input) }),
  ]);
  return { tools: Object.fromEntries(named) };
}

/** What is read of the SDK's result. */
interface Result {
  readonly text: string;
  readonly toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[];
  readonly finishReason: string;
  readonly usage: LanguageModelUsage;
}

function replyOf(result: Result, call: ModelCall, latencyMs: number): ModelReply {
  const { text, toolCalls, finishReason, usage } = result;
  const calls = toolCalls.map(({ toolCallId, toolName, input }) => ({
    id: toolCallId,
    name: toolName,
    input,
  }));
  return {
    text,
    calls,
    finish: FINISH[finishReason] ?? "other",
    usage: replyUsage(usage, call, text === "" && calls.length === 0),
    latencyMs: Math.round(latencyMs),
  };
}
