import type { HttpClient } from "isomorphic-git";

export interface HttpBounds {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds after which a request and its answer are given up. */
  readonly patience: number;
  /** Bytes of one answer. */
  readonly most: number;
  /** Error of an answer that is larger. */
  readonly tooLarge: () => Error;
}

const MOST_TRIES = 3;

/**
 * The HTTP client of isomorphic-git: an answer is read as it comes, and no further than its bound. What only reads is
 * sent again where the connection broke before an answer; a push is sent once.
 */
export function boundedHttp({ fetch, patience, most, tooLarge }: HttpBounds): HttpClient {
  return {
    async request({ url, method = "GET", headers = {}, body }) {
      const sent = body === undefined ? {} : { body: await bytesOf(body) };
      const reads = method === "GET" || url.endsWith("/git-upload-pack");
      const response = await repeated(reads ? MOST_TRIES : 1, () =>
        fetch(url, { method, headers, signal: AbortSignal.timeout(patience), ...sent }),
      );
      return {
        url: response.url,
        method,
        headers: Object.fromEntries(response.headers),
        statusCode: response.status,
        statusMessage: response.statusText,
        body: bounded(response.body),
      };
    },
  };

  async function* bounded(body: ReadableStream<Uint8Array> | null): AsyncIterableIterator<Uint8Array> {
    let bytes = 0;
    for await (const part of body ?? []) {
      bytes += part.byteLength;
      if (bytes > most) throw tooLarge();
      yield part;
    }
  }
}

/** A connection that was kept open may have been closed by the other end meanwhile. */
async function repeated<T>(tries: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || (error instanceof Error && error.name === "TimeoutError")) throw error;
    return repeated(tries - 1, work);
  }
}

async function bytesOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}
