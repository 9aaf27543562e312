import type { IncomingHttpHeaders } from "node:http";

export const MODEL_PROTOCOLS = ["anthropic", "openai-compatible", "bedrock"] as const;
export type ModelProtocolName = (typeof MODEL_PROTOCOLS)[number];

/** What the double does with one request. */
export type ScriptedReply =
  | ScriptedAnswer
  /** An error in the provider's own form. */
  | { readonly status: number; readonly error: string; readonly headers?: Readonly<Record<string, string>> }
  /** These bytes as they are, by default with status 200. */
  | { readonly raw: string; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  /** The request is read and the connection cut. */
  | { readonly lost: true };

export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Signed reasoning in front of it; OpenAI's protocol has it without a signature. */
  readonly reasoning?: string;
  /** `tools` where there are calls, else `stop`. */
  readonly finish?: "stop" | "tools" | "length" | "filtered" | "other";
  /** By default 100 of input and 20 of output; null: the provider says nothing, which only OpenAI's protocol allows. */
  readonly usage?: ScriptedUsage | null;
  /** Milliseconds before it is given. */
  readonly afterMs?: number;
}

export interface ScriptedCall {
  readonly name: string;
  readonly input?: unknown;
  /** Text of the input where it is no JSON; only OpenAI's protocol carries one. */
  readonly rawInput?: string;
  readonly id?: string;
}

/** Tokens. */
export interface ScriptedUsage {
  /** With what came from a cache or went to one. */
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Part of the output. */
  readonly reasoning?: number;
}

/** A request in one form for all protocols. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly RequestMessage[];
  readonly tools: readonly RequestTool[];
  readonly mustUseTool: boolean;
  readonly maxOutputTokens: number | null;
}

export interface RequestMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Pictures, decoded, in their order. */
  readonly images: readonly { readonly mediaType: string; readonly bytes: Buffer }[];
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly results: readonly { readonly id: string; readonly text: string; readonly isError: boolean }[];
}

export interface RequestTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

/** One way of talking to a model over HTTP. */
export interface ModelProtocol {
  readonly provider: ModelProtocolName;
  readonly defaultModel: string;
  /** What the settings name as their URL, of the double's origin. */
  url(origin: string): string;
  readonly env: Readonly<Record<string, string>>;
  /** The path that a model is asked at. */
  path(model: string): string;
  /** Whether the headers open it. */
  opens(headers: IncomingHttpHeaders): boolean;
  read(
    body: Readonly<Record<string, unknown>>,
    path: string,
  ): Omit<ModelRequest, "path" | "headers" | "body">;
  write(answer: ScriptedAnswer, at: { readonly model: string; readonly number: number }): unknown;
  writeError(status: number, message: string): unknown;
}

/** What a script leaves out. */
export function filledUsage({ usage }: ScriptedAnswer): Required<ScriptedUsage> {
  return { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, reasoning: 0, ...usage };
}

/** Why the answer ended. */
export function finishOf({ finish, calls = [] }: ScriptedAnswer): NonNullable<ScriptedAnswer["finish"]> {
  return finish ?? (calls.length > 0 ? "tools" : "stop");
}
