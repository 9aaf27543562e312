import { AssayError } from "../../errors.ts";

/** Whether what was sent may be charged: `no` is sure. */
export interface Flight {
  billed: "no" | "perhaps";
}

/** Bytes of a reply; one at the largest output that models have is far below. */
const REPLY_LIMIT = 8 * 1024 * 1024;
/** A gateway that gave up waiting: what stands behind it may have worked all the same. */
const GATEWAY_TIMEOUT = 504;
/** A connection that was not made carried no request. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "EAI_AGAIN",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * A fetch for one call of a model that keeps in `flight` whether it may be charged, follows no redirect (a header
 * with a key would go along) and reads at most 8 MiB. Only what surely was not charged comes out as an error that the
 * SDK repeats: a lost connection, and a gateway that waited in vain, are model_unavailable at once.
 */
export function boundedFetch(model: string, flight: Flight): typeof fetch {
  return async (input, init) => {
    flight.billed = "perhaps";
    try {
      const response = await fetch(input, { ...init, redirect: "manual" });
      const body = await readBody(response, model);
      if (response.status === GATEWAY_TIMEOUT)
        throw new AssayError("model_unavailable", { model, reason: "HTTP 504, a gateway gave up waiting" });
      if (response.status >= 300) flight.billed = "no";
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers });
    } catch (error) {
      if (error instanceof AssayError || init?.signal?.aborted) throw error;
      const code = codeOf(error);
      if (code !== null && NEVER_SENT.has(code)) {
        flight.billed = "no";
        throw error;
      }
      const reason = `the connection was lost${code === null ? "" : `, ${code}`}`;
      throw new AssayError("model_unavailable", { model, reason });
    }
  };
}

async function readBody(response: Response, model: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > REPLY_LIMIT)
      throw new AssayError("model_refused", { model, reason: "the reply is larger than 8 MiB" });
  }
  const body = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** The code of a network error, or of what caused it. */
function codeOf(error: unknown): string | null {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++) {
    if ("code" in inner && typeof inner.code === "string") return inner.code;
    if (inner instanceof AggregateError && inner.errors.length > 0) return codeOf(inner.errors[0]);
  }
  return null;
}
