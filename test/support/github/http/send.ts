import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Reply } from "./reply.ts";

/** Sends a reply; cut off in the middle where `truncate` is set. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  how: { readonly method: string; readonly date: string; readonly truncate: boolean },
): Promise<void> {
  const content = reply.bytes ?? (reply.json === undefined ? null : Buffer.from(JSON.stringify(reply.json)));
  const headers: Record<string, string> = {
    date: how.date,
    server: "github.com",
    "x-github-request-id": randomBytes(12).toString("hex").toUpperCase(),
    ...(reply.json === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    ...reply.headers,
  };
  if (reply.stream !== undefined) {
    response.writeHead(reply.status, headers);
    if (how.truncate) {
      reply.stream.once("data", (bytes: Buffer) => {
        response.write(bytes, () => response.destroy());
        reply.stream?.destroy();
      });
      return;
    }
    // Whoever hangs up before the end does so of their own will.
    await pipeline(reply.stream, response).catch(() => {});
    return;
  }
  if (content !== null) headers["content-length"] = String(content.length);
  response.writeHead(reply.status, headers);
  if (content === null || how.method === "HEAD") response.end();
  else if (how.truncate) response.write(content.subarray(0, content.length >> 1), () => response.destroy());
  else response.end(content);
}
