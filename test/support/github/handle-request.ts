import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { answerQuery } from "./graphql/answer-query.ts";
import { type ApiLimits, type ApiRequest, answerApi } from "./http/answer-api.ts";
import { answerGit, isGitPath } from "./http/answer-git.ts";
import { answerLog } from "./http/answer-log.ts";
import { bearerOf } from "./http/authenticate.ts";
import type { Failure, Failures } from "./http/failures.ts";
import { type Reply, refusal } from "./http/reply.ts";
import { send } from "./http/send.ts";
import type { GithubState } from "./state/state.ts";

/** A request as a test sees it. */
export interface GithubRequest {
  /** From 1 on. */
  readonly n: number;
  readonly method: string;
  /** Below the API's root with its query; of git and of logs, the whole path; of GraphQL `/graphql <operation>`. */
  readonly path: string;
  readonly kind: "api" | "git" | "log";
  /** Login of the token, or an empty text. */
  readonly login: string;
  /** Milliseconds of the double's clock. */
  readonly at: number;
  /** What was answered; null until then, and where the connection was broken. */
  status: number | null;
}

export interface RequestHandling {
  readonly state: GithubState;
  readonly limits: ApiLimits;
  readonly failures: Failures;
  readonly requests: GithubRequest[];
  /** Requests at once before the API refuses more. */
  readonly concurrent: number;
  readonly hook: () => ((request: GithubRequest) => void | Promise<void>) | null;
}

const PAGE =
  "<!DOCTYPE html><html><head><title>Unicorn! · GitHub</title></head><body><p>We had issues producing the response to your request.</p></body></html>";

/** A request, read to its end unless it is one of git. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** What comes of a request; `reply` is null where the connection breaks. */
export interface Handled {
  readonly reply: Reply | null;
  readonly method: string;
  /** As the header has it. */
  readonly date: string;
  readonly truncate: boolean;
}

/** What the double does with every request, however it came: note it, tell the test, fail where it is to, answer. */
export function requestHandling(handling: RequestHandling) {
  const { state, failures, requests } = handling;
  let open = 0;
  return async (
    place: "api" | "log",
    request: PlainRequest,
    git?: (address: URL) => Promise<number>,
  ): Promise<Handled | "by git"> => {
    const address = new URL(request.url, place === "api" ? state.web : state.storage);
    const kind = place === "log" ? "log" : isGitPath(address.pathname) ? "git" : "api";
    const root =
      kind !== "api" ? "" : (["/api/v3", "/api"].find((one) => isBelow(address.pathname, one)) ?? "");
    const bearer = bearerOf(request.headers.authorization);
    // Of GraphQL, what is asked stands in the body.
    const operation = root === "/api" ? operationOf(request.body) : "";
    const noted: GithubRequest = {
      n: requests.length + 1,
      method: request.method,
      path: address.pathname.slice(root.length) + address.search + operation,
      kind,
      login: state.tokens.get(bearer ?? "")?.login ?? "",
      at: state.clock.now(),
      status: null,
    };
    requests.push(noted);
    open += 1;
    try {
      await handling.hook()?.(noted);
      const failure = failures.take(noted);
      if (failure?.how === "slow") await wait(failure.delay ?? 1_000);
      const late = failure?.how === "truncate" || failure?.how === "slow" || failure?.after === true;
      if (git !== undefined && kind === "git" && (failure === undefined || late)) {
        noted.status = await git(address);
        return "by git";
      }
      const asked = () => requestOf(request, address, root);
      const carryOut = async (): Promise<Reply> => {
        if (kind === "log") return answerLog(state, address.searchParams, request.headers.authorization);
        if (root === "")
          return { status: 404, bytes: Buffer.from(PAGE), headers: { "content-type": "text/html" } };
        if (open > handling.concurrent) return tooMany();
        return root === "/api"
          ? answerQuery(state, handling.limits, asked())
          : answerApi(state, handling.limits, asked());
      };
      const reply = failure === undefined || late ? await carryOut() : null;
      const answered = failure === undefined ? reply : failed(failure, reply);
      if (answered !== null) noted.status = answered.status;
      const date = new Date(state.clock.now()).toUTCString();
      return { reply: answered, method: noted.method, date, truncate: failure?.how === "truncate" };
    } finally {
      open -= 1;
    }
  };
}

/** Answers what comes over a socket. */
export function handleRequest(state: GithubState, handle: ReturnType<typeof requestHandling>) {
  return async (place: "api" | "log", request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/" } = request;
    const { pathname } = new URL(url, place === "api" ? state.web : state.storage);
    const body = place === "api" && !isGitPath(pathname) ? await readBytes(request) : Buffer.alloc(0);
    const headers = request.headers as PlainRequest["headers"];
    const handled = await handle(place, { method, url, headers, body }, (address) =>
      answerGit(state, address, request, response),
    );
    if (handled === "by git") return;
    const { reply, ...how } = handled;
    if (reply === null) response.destroy();
    else await send(response, reply, how);
  };
}

/** REST lies below `/api/v3`; below `/api` there is GraphQL alone. */
function isBelow(path: string, root: string): boolean {
  return root === "/api" ? path === "/api/graphql" : path.startsWith(`${root}/`);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Name of the operation in a GraphQL request, after a space; empty where it has none. */
function operationOf(body: Buffer): string {
  const name = /"query"\s*:\s*"\s*(?:\\n|\s)*(?:query|mutation)\s+(\w+)/.exec(body.toString("utf8"))?.[1];
  return name === undefined ? "" : ` ${name}`;
}

function requestOf(request: PlainRequest, address: URL, root: string): ApiRequest {
  return {
    method: request.method === "HEAD" ? "GET" : request.method,
    path: address.pathname.slice(root.length),
    query: address.searchParams,
    headers: request.headers,
    body: request.body,
  };
}

function tooMany(): Reply {
  const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  return refusal(403, message, { headers: { "retry-after": "60" } }).reply;
}

/** What goes out in the place of `reply`, or null where the connection breaks. */
function failed(failure: Failure, reply: Reply | null): Reply | null {
  const { how, headers = {} } = failure;
  if (how === "reset") return null;
  if (how === "html")
    return { status: 502, bytes: Buffer.from(PAGE), headers: { "content-type": "text/html", ...headers } };
  if (typeof how === "number")
    return refusal(how, failure.message ?? `Failed on purpose with ${how}`, { headers: { ...headers } })
      .reply;
  if (how === "graphql") {
    const { type, message = "Failed on purpose" } = failure;
    const errors = [{ ...(type === undefined ? {} : { type }), message }];
    return { status: 200, json: { data: null, errors }, headers: { ...headers } };
  }
  return { ...reply!, headers: { ...reply!.headers, ...headers } };
}
