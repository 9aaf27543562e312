import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { findRepository } from "../state/find-repository.ts";
import { syncPull } from "../state/pull-ends.ts";
import type { GithubState, RepositoryState } from "../state/state.ts";
import type { TokenState } from "../state/token-state.ts";
import { authenticate, bearerOf } from "./authenticate.ts";
import { isRefusal } from "./reply.ts";
import { permits } from "./tokens.ts";

/** The part of a repository's address that git itself adds. */
const GIT_PATH =
  /^\/([^/]+)\/([^/]+?)\.git(\/(?:info\/refs|git-upload-pack|git-receive-pack|HEAD|objects\/.+))$/;

export function isGitPath(path: string): boolean {
  return GIT_PATH.test(path);
}

/** Serves a bare repository by git's own HTTP backend, and tells the status that it answered with. */
export async function answerGit(
  state: GithubState,
  address: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const [, owner, name, rest] = GIT_PATH.exec(address.pathname)!;
  const repository = findRepository(state, `${owner}/${name}`);
  const pushes = rest === "/git-receive-pack" || address.searchParams.get("service") === "git-receive-pack";
  const bearer = bearerOf(request.headers.authorization);
  const refused = refuse(state, repository, bearer, pushes);
  if (refused !== null || repository?.directory == null) {
    const [status, message] = refused ?? [404, "Repository not found."];
    const ask = status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {};
    response.writeHead(status, { "content-type": "text/plain", ...ask }).end(`${message}\n`);
    return status;
  }
  for (const issue of repository.issues.values()) if (issue.pull !== null) syncPull(state, repository, issue);
  return serve(repository.directory, rest!, address, request, response);
}

function refuse(
  state: GithubState,
  repository: RepositoryState | undefined,
  bearer: string | null,
  pushes: boolean,
): [number, string] | null {
  let actor: TokenState;
  try {
    actor = authenticate(state, bearer);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [401, "Invalid username or token."];
  }
  // Without a token GitHub asks for one, whether there is such a repository or not.
  if (actor.kind === "anonymous" && (repository === undefined || repository.private || pushes)) {
    return [401, "Authentication required."];
  }
  if (repository === undefined) return [404, "Repository not found."];
  const fullName = `${repository.owner}/${repository.name}`.toLowerCase();
  const made = actor.repositories === "all" || actor.repositories.has(fullName);
  if (repository.private && (!made || !permits(actor.permissions, { contents: "read" })))
    return [404, "Repository not found."];
  if (!pushes) return null;
  if (repository.archived) return [403, "This repository was archived so it is read-only."];
  if (made && permits(actor.permissions, { contents: "write" })) return null;
  return [403, `Permission to ${repository.owner}/${repository.name}.git denied to ${actor.login}.`];
}

function serve(
  directory: string,
  rest: string,
  address: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: directory,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_PROTOCOL: header("git-protocol"),
      PATH_INFO: rest,
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
  request.pipe(backend.stdin);
  // The backend may end before it has read all; what is left to write is of no use then.
  backend.stdin.on("error", () => {});
  response.on("close", () => void backend.kill());
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let status = 0;
    backend.on("error", reject);
    backend.stdout.on("data", (bytes: Buffer) => {
      if (status !== 0) {
        if (!response.write(bytes)) {
          backend.stdout.pause();
          response.once("drain", () => backend.stdout.resume());
        }
        return;
      }
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const lines = head.subarray(0, end).toString("utf8").split("\r\n");
      const headers = lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(":")),
        line.slice(line.indexOf(":") + 1).trim(),
      ]);
      status = Number(headers.find(([name]) => name.toLowerCase() === "status")?.[1]?.slice(0, 3) ?? 200);
      response.writeHead(
        status,
        Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== "status")),
      );
      response.write(head.subarray(end + 4));
    });
    backend.on("close", () => {
      if (status === 0) response.writeHead(500);
      response.end();
      resolve(status === 0 ? 500 : status);
    });
  });
}
