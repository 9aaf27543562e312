import { AssayError } from "../../errors.ts";
import type { Place } from "./github-clients.ts";
import type { GithubOptions } from "./github-options.ts";
import { WAITS } from "./github-options.ts";
import { isMissing } from "./is-missing.ts";
import { streamOf } from "./stream-of.ts";

/** A link lives a minute; a new one may work where the first did not. */
const MOST_TRIES = 3;
/** A renamed repository sends on to where it is now. */
const MOST_MOVES = 3;

export type StorageOptions = Pick<GithubOptions, "api" | "fetch" | "userAgent" | "waits">;

/**
 * A file that GitHub keeps elsewhere, as it comes, or null where it is not there, or kept no longer. GitHub answers with
 * a link to a storage, which is followed without the token. Errors: also forge_unavailable while it is read, after
 * what came.
 */
export async function readStored(
  place: Place,
  { way, asked }: { readonly way: string; readonly asked: string },
  options: StorageOptions,
): Promise<AsyncIterable<Uint8Array> | null> {
  const { second, silence } = options.waits ?? WAITS;
  const broken = (reason: string, cause?: unknown): AssayError =>
    new AssayError(
      "forge_unavailable",
      {
        host: place.host,
        asked,
        reason,
        way: "check the network, then run the command again",
      },
      cause,
    );
  for (let attempt = 1; ; attempt += 1) {
    const found = await linkTo(place, way, options.api);
    if (found === null) return null;
    const stored = typeof found === "string" ? await download(found, options, silence) : { body: found };
    if (stored === null) return null;
    if ("body" in stored) return streamOf(stored.body, silence, broken);
    if (attempt === MOST_TRIES) throw broken(stored.reason);
    await new Promise((resolve) => setTimeout(resolve, attempt * second));
  }
}

/** The link to the file, the file itself where a server sends it at once, or null where there is none. */
async function linkTo({ client }: Place, way: string, api: string) {
  const request = { redirect: "manual", parseSuccessResponseBody: false } as const;
  let url = way;
  for (let moves = 0; ; moves += 1) {
    const response = await client.request({ method: "GET", url, request }).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (response === null) return null;
    const body = response.data as ReadableStream<Uint8Array> | null;
    if (Number(response.status) < 300) return body;
    await body?.cancel();
    const { location } = response.headers;
    if (location === undefined) return null;
    const link = new URL(location, api);
    const isMove = [301, 307, 308].includes(Number(response.status)) && link.origin === new URL(api).origin;
    if (!isMove || moves === MOST_MOVES) return link.href;
    url = link.href;
  }
}

async function download(
  link: string,
  { fetch = globalThis.fetch, userAgent }: Pick<GithubOptions, "fetch" | "userAgent">,
  silence: number,
): Promise<{ readonly body: ReadableStream<Uint8Array> } | { readonly reason: string } | null> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), silence);
  try {
    const response = await fetch(link, { headers: { "user-agent": userAgent }, signal: patience.signal });
    if (response.ok) return response.body === null ? null : { body: response.body };
    await response.body?.cancel();
    return response.status === 404 || response.status === 410
      ? null
      : { reason: `its storage answers with status ${response.status}` };
  } catch (error) {
    return { reason: patience.signal.aborted ? "its storage does not answer" : reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : "its storage cannot be asked";
}
