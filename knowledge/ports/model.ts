/**
 * A language model, one call at a time: who loops, what a call may cost and what becomes of its answer is decided by
 * the caller. No provider is required.
 *
 * Errors of every call: model_unavailable (network, overload, a server's fault, no answer in time), model_denied
 * (no key, one that is not valid, or no right to this model), model_refused (a request that the provider does not
 * accept, with its words; also a reply that cannot be read). Their data says in `billed` whether the call may be
 * charged: `no` is sure, `perhaps` is everything else.
 */
export interface Model {
  /** Name in the price table, `<provider>/<model>`; null where the settings name none. */
  name(): Promise<string | null>;
  /** One request, one reply; what the provider asks to be repeated is repeated twice at most. */
  call(request: ModelCall): Promise<ModelReply>;
}

export interface ModelCall {
  /** Instructions; never holds anything that somebody else wrote. */
  readonly system: string;
  /** The conversation so far, beginning with the user. */
  readonly messages: readonly ModelMessage[];
  /** What it may ask for. Its schemas are JSON Schema without limits on values: providers refuse those. */
  readonly tools: readonly ModelTool[];
  /** Whether it must ask for one of the tools. */
  readonly mustUseTool: boolean;
  readonly maxOutputTokens: number;
  /** Milliseconds after which the call is given up. */
  readonly timeoutMs: number;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A picture of a kind that every provider takes; how large and how many is said in `model/model-image.ts`. */
export interface ModelImage {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  readonly bytes: Uint8Array;
}

export type ModelMessage =
  /** The pictures come in their order, behind the text. */
  | { readonly role: "user"; readonly text: string; readonly images?: readonly ModelImage[] }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model gave it, unchecked. */
  readonly input: unknown;
}

export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** `length`: the reply was cut at `maxOutputTokens`. `filtered`: the provider withheld it. */
  readonly finish: "stop" | "tools" | "length" | "filtered" | "other";
  readonly usage: ModelUsage;
  /** Milliseconds. */
  readonly latencyMs: number;
}

/** Tokens of one call, repetitions included. */
export interface ModelUsage {
  /** All of the input, with what came from or went to a cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** With reasoning. */
  readonly output: number;
  /** False where the provider did not tell: then the numbers are upper bounds. */
  readonly told: boolean;
}
