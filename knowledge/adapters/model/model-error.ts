import { AssayError } from "../../errors.ts";
import { secretMask } from "../../record/secret-mask.ts";
import { visibleText } from "../../text/terminal-text.ts";
import type { Flight } from "./bounded-fetch.ts";

/** Characters of a provider's words. */
const WORDS = 300;
/** What looks like a key, also one that the provider has masked in part. */
const KEY_LIKE = /\b(?:sk-|AKIA|ASIA|ABSK)[\w*.+/=-]{4,}/g;
/** Statuses that say: not now. Every other one under 500 is about the request. */
const NOT_NOW = new Set([408, 409, 424, 425, 429]);

/** What is known of a call that failed. */
export interface FailedCall extends Flight {
  /** `<provider>/<model>`. */
  readonly model: string;
  readonly timeoutMs: number;
  /** Values that are never shown. */
  readonly keys: readonly string[];
}

/**
 * What a foreign error of a call means, with the provider's own words, cleaned and without keys. Its data says in
 * `billed` whether the call may be charged. An error that is neither the SDK's nor ours comes out as it is.
 */
export async function modelError(thrown: unknown, call: FailedCall): Promise<unknown> {
  const { AISDKError, APICallError, RetryError } = await import("ai");
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const { model, billed } = call;
  if (error instanceof AssayError) return new AssayError(error.code, { ...error.data, billed }, error.cause);
  if (error instanceof Error && /^(?:Abort|Timeout)Error$/.test(error.name)) {
    const reason = `no answer within ${call.timeoutMs / 1000} s`;
    return new AssayError("model_unavailable", { model, reason, billed });
  }
  if (!AISDKError.isInstance(error)) return error;
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const isFailure = status !== undefined && status >= 300;
  const said = APICallError.isInstance(error) && isFailure ? wordsOf(error.responseBody) : null;
  const words = cleaned(said ?? error.message, call.keys);
  const reason = isFailure ? `HTTP ${status}${words === "" ? "" : `, ${words}`}` : words;
  if (status === undefined)
    return new AssayError(isNetwork(error) ? "model_unavailable" : "model_refused", {
      model,
      reason,
      billed,
    });
  if (NOT_NOW.has(status) || status >= 500)
    return new AssayError("model_unavailable", { model, reason, billed });
  if (status === 401 || status === 402 || status === 403)
    return new AssayError("model_denied", {
      model,
      reason,
      way: "check the key and what it may use",
      billed,
    });
  if (status === 404)
    return new AssayError("model_denied", {
      model,
      reason,
      way: "check `model` in .assay/config.yaml, and that the key may use it",
      billed,
    });
  return new AssayError("model_refused", { model, reason, billed });
}

/** The message in the body of an error: `error.message`, `message`, `Message`, or all of what is no JSON. */
function wordsOf(body: string | undefined): string | null {
  if (body === undefined || body.trim() === "") return null;
  try {
    const { error, message, Message } = JSON.parse(body) as Record<string, unknown>;
    const inner =
      typeof error === "object" && error !== null ? (error as Record<string, unknown>).message : error;
    return [inner, message, Message].find((text): text is string => typeof text === "string") ?? null;
  } catch {
    return body.replace(/<[^>]{0,200}>/g, " ");
  }
}

function cleaned(text: string, keys: readonly string[]): string {
  const seen = visibleText(text.slice(0, 20 * WORDS));
  const masked = secretMask(keys)(seen).replace(KEY_LIKE, "***").replace(/\s+/g, " ").trim();
  return masked.length > WORDS ? `${masked.slice(0, WORDS - 1).toWellFormed()}…` : masked;
}

/** An error of the SDK without a status whose cause is the network's. */
function isNetwork({ cause }: Error): boolean {
  return cause instanceof Error && "code" in cause;
}
