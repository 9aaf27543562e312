import { Readable } from "node:stream";
import type { Handled, PlainRequest } from "../handle-request.ts";

const MOST_REDIRECTS = 20;
const NO_BODY = new Set([204, 304]);

export interface FetchPlaces {
  /** Origins of the API and of the storage. */
  readonly origins: () => { readonly api: string; readonly log: string };
  readonly handle: (place: "api" | "log", request: PlainRequest) => Promise<Handled | "by git">;
}

/**
 * A `fetch` that is answered without a socket; any address but the double's own is refused as one that nobody listens
 * at. Redirects are followed as `fetch` does, each of them a request.
 */
export function answerFetch({ origins, handle }: FetchPlaces): typeof globalThis.fetch {
  const ask = async (url: URL, method: string, init: RequestInit): Promise<Response> => {
    const { api, log } = origins();
    const place = url.origin === api ? "api" : url.origin === log ? "log" : null;
    if (place === null) throw broken("ECONNREFUSED");
    const handled = await handle(place, {
      method,
      url: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: Buffer.from(typeof init.body === "string" ? init.body : ""),
    });
    init.signal?.throwIfAborted();
    if (handled === "by git" || handled.reply === null) throw broken("ECONNRESET");
    return Object.defineProperty(answered(handled.reply, handled), "url", { value: url.href });
  };
  return async (input, init = {}) => {
    let url = new URL(input instanceof Request ? input.url : input);
    const method = init.method ?? "GET";
    for (let moves = 0; moves <= MOST_REDIRECTS; moves += 1) {
      const response = await ask(url, method, init);
      const location = response.headers.get("location");
      if (init.redirect === "manual" || location === null || response.status < 300) return response;
      url = new URL(location, url);
    }
    throw broken("UND_ERR_REDIRECT");
  };
}

function answered(reply: NonNullable<Handled["reply"]>, { method, date, truncate }: Handled): Response {
  const isJson = reply.json !== undefined;
  const headers = {
    date,
    server: "github.com",
    ...(isJson ? { "content-type": "application/json; charset=utf-8" } : {}),
    ...reply.headers,
  };
  const init = { status: reply.status, headers };
  if (reply.stream !== undefined) return new Response(Readable.toWeb(reply.stream) as BodyInit, init);
  const content = reply.bytes ?? (isJson ? Buffer.from(JSON.stringify(reply.json)) : null);
  if (content === null || NO_BODY.has(reply.status) || method === "HEAD") return new Response(null, init);
  return new Response(truncate ? cutOff(content) : Uint8Array.from(content), init);
}

function cutOff(content: Uint8Array): BodyInit {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(content.subarray(0, content.length >> 1));
      controller.error(broken("ECONNRESET"));
    },
  });
}

/** What `fetch` throws where the network fails. */
function broken(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}
