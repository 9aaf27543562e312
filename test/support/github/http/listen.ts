import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free port of the loopback address, with its origin. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (response.headersSent) response.destroy();
      else
        response.writeHead(500, { "content-type": "text/plain" }).end(`The double itself failed: ${text}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}
