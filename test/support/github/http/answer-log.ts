import { Readable } from "node:stream";
import type { GithubState } from "../state/state.ts";
import type { Reply } from "./reply.ts";

/** Answers for the storage where job logs and artifacts lie: a signed address, for a minute, and without a token. */
export function answerLog(
  state: GithubState,
  query: URLSearchParams,
  authorization: string | undefined,
): Reply {
  if (authorization !== undefined)
    return fault(
      401,
      "InvalidAuthenticationInfo",
      "Authentication information is not given in the correct format.",
    );
  const download = state.downloads.get(query.get("sig") ?? "");
  if (download === undefined || download.expiresAt <= state.clock.now()) {
    return fault(
      403,
      "AuthenticationFailed",
      "Server failed to authenticate the request. Make sure the signature is valid and not expired.",
    );
  }
  const log = download.content();
  if (log === null) return fault(404, "BlobNotFound", "The specified blob does not exist.");
  const parts = typeof log === "function" ? log() : [log];
  return {
    status: 200,
    headers: { "content-type": download.type, "x-ms-blob-type": "AppendBlob" },
    stream: Readable.from(asBytes(parts), { objectMode: false }),
  };
}

async function* asBytes(parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>) {
  for await (const part of parts) yield Buffer.from(part as string);
}

function fault(status: number, code: string, message: string): Reply {
  const xml = `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return {
    status,
    bytes: Buffer.from(xml),
    headers: { "content-type": "application/xml", "x-ms-error-code": code },
  };
}
