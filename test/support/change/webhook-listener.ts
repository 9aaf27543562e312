import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A team's own service on this machine that keeps what is posted to it. */
export async function webhookListener() {
  const told: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => {
      text += part.toString();
    });
    request.on("end", () => {
      told.push(JSON.parse(text));
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`, told };
}
