import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Serves the bare repositories of a folder by git's own HTTP backend, pushes too, until the running test ends; gives its URL. */
export async function serveGit(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://localhost");
    const header = (name: string): string => String(request.headers[name] ?? "");
    const backend = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_PROTOCOL: header("git-protocol"),
        PATH_INFO: address.pathname,
        REQUEST_METHOD: request.method,
        QUERY_STRING: address.search.slice(1),
        CONTENT_TYPE: header("content-type"),
        HTTP_CONTENT_ENCODING: header("content-encoding"),
        ...(header("content-length") === "" ? {} : { CONTENT_LENGTH: header("content-length") }),
        REMOTE_USER: "git",
        REMOTE_ADDR: "127.0.0.1",
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    backend.stdin.on("error", () => {});
    request.pipe(backend.stdin);
    const parts: Buffer[] = [];
    backend.stdout.on("data", (part: Buffer) => parts.push(part));
    backend.on("close", () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf("\r\n\r\n");
      const lines = whole.subarray(0, Math.max(end, 0)).toString().split("\r\n");
      const headers = Object.fromEntries(
        lines
          .filter(Boolean)
          .map((line) => [
            line.slice(0, line.indexOf(":")).toLowerCase(),
            line.slice(line.indexOf(":") + 1).trim(),
          ]),
      );
      const { status = end < 0 ? "500" : "200", ...rest } = headers;
      response.writeHead(Number(status.slice(0, 3)), rest).end(whole.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
