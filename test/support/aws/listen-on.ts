import { type AddressInfo, createServer, type Server } from "node:net";

/** Listens on a port of the loopback address, a free one for 0, and gives its URL. Errors: the port is taken. */
export async function listenOn(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Errors: a port of the loopback address is taken; 0 never is. */
export async function refuseTaken(port: number): Promise<void> {
  if (port === 0) return;
  const trial = createServer();
  await listenOn(trial, port);
  await new Promise((resolve) => trial.close(resolve));
}
