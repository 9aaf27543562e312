import { createHash } from "node:crypto";
import { routes } from "../routes/index.ts";
import { findRepository } from "../state/find-repository.ts";
import type { GithubState, RepositoryState } from "../state/state.ts";
import type { TokenState } from "../state/token-state.ts";
import { ANONYMOUS, authenticate, bearerOf } from "./authenticate.ts";
import { authorise } from "./authorise.ts";
import { checkJwt } from "./check-jwt.ts";
import { documentedRoute } from "./documented-routes.ts";
import type { PrimaryLimit, Quota } from "./primary-limit.ts";
import { isRefusal, type Reply, refusal } from "./reply.ts";
import type { Route } from "./route.ts";
import type { LimitedRequest } from "./secondary-limit.ts";

const VERSIONS = ["2022-11-28", "2026-03-10"];

export interface ApiRequest {
  readonly method: string;
  /** Path below the API's root, as sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface ApiLimits {
  readonly primary: PrimaryLimit;
  readonly secondary: (request: LimitedRequest) => number | null;
}

/** Answers a request to the REST API, with the headers that belong to every answer. */
export async function answerApi(state: GithubState, limits: ApiLimits, request: ApiRequest): Promise<Reply> {
  let actor = ANONYMOUS;
  let reply: Reply;
  try {
    if ((request.headers["user-agent"] ?? "") === "") {
      throw refusal(
        403,
        "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.",
      );
    }
    actor = authenticate(state, bearerOf(request.headers.authorization));
    reply = await answer(state, limits, request, actor);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    reply = error.reply;
  }
  const conditional = withTag(request, reply);
  if (conditional.status === 304 && actor.kind !== "anonymous") limits.primary.giveBack(actor);
  const selected = request.headers["x-github-api-version"] ?? VERSIONS[0]!;
  return {
    ...conditional,
    headers: {
      "x-github-media-type": "github.v3; format=json",
      "x-github-api-version-selected": selected,
      ...quotaHeaders(limits.primary.look(actor)),
      ...conditional.headers,
    },
  };
}

async function answer(
  state: GithubState,
  limits: ApiLimits,
  request: ApiRequest,
  actor: TokenState,
): Promise<Reply> {
  const version = request.headers["x-github-api-version"];
  if (version !== undefined && !VERSIONS.includes(version))
    throw refusal(400, `${version} is not a supported version.`);
  if (request.path === "/rate_limit" && request.method === "GET")
    return rateLimit(limits.primary.look(actor));
  if (!limits.primary.use(actor)) {
    const whose =
      actor.kind === "installation"
        ? "installation"
        : actor.kind === "anonymous"
          ? "127.0.0.1"
          : `user ${actor.login}`;
    throw refusal(state.limitStatus, `API rate limit exceeded for ${whose}.`);
  }
  const path = withoutId(state, request.path);
  const [, owner, name] = /^\/repos\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  const moved = owner === undefined ? undefined : state.renamed.get(`${owner}/${name}`.toLowerCase());
  if (moved !== undefined && findRepository(state, `${owner}/${name}`) === undefined) {
    const rest = path.slice(`/repos/${owner}/${name}`.length);
    const location = `${state.api}/repositories/${moved}${rest}${questionMark(request.query)}`;
    const json = {
      message: "Moved Permanently",
      url: location,
      documentation_url: "https://docs.github.com/rest",
    };
    return { status: request.method === "GET" ? 301 : 307, json, headers: { location } };
  }
  const route = routes.find((one) => one.method === request.method && one.pattern.test(path));
  if (route === undefined) {
    const documented = documentedRoute(request.method, path);
    if (documented === null) throw refusal(404, "Not Found");
    throw refusal(501, `The double does not serve ${documented}`);
  }
  slowDown(state, limits, request, route, actor);
  const repository = findRepository(state, `${owner}/${name}`);
  if (route.needs.jwt === true) checkJwt(state, bearerOf(request.headers.authorization) ?? "");
  else if (actor.kind === "app") throw refusal(401, "Bad credentials");
  if (route.path.startsWith("/repos/")) {
    if (repository === undefined) throw refusal(404, "Not Found");
    if (route.needs.jwt !== true) authorise(actor, repository, route);
  }
  const found = route.pattern.exec(path)?.groups ?? {};
  const params = Object.fromEntries(Object.entries(found).map(([key, value]) => [key, decode(value)]));
  return route.handle({
    state,
    method: request.method,
    address: new URL(`${state.api}${path}${questionMark(request.query)}`),
    params,
    query: request.query,
    body: readBody(request),
    accept: (request.headers.accept ?? "").toLowerCase(),
    bearer: bearerOf(request.headers.authorization),
    actor,
    repository: repository as RepositoryState,
  });
}

function slowDown(
  state: GithubState,
  limits: ApiLimits,
  request: ApiRequest,
  route: Route,
  actor: TokenState,
): void {
  const content = route.needs.content === true;
  const wait = limits.secondary({
    quota: actor.quota,
    route: `${route.method} ${route.path}`,
    method: request.method,
    content,
  });
  if (wait === null) return;
  const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  throw refusal(state.limitStatus, message, { headers: { "retry-after": String(wait) } });
}

/** `/repositories/<id>/…` is what a moved repository's address points to. */
function withoutId(state: GithubState, path: string): string {
  const [whole, id] = /^\/repositories\/(\d+)/.exec(path) ?? [];
  const repository = [...state.repositories.values()].find((one) => String(one.id) === id);
  if (whole === undefined || repository === undefined) return path;
  return `/repos/${repository.owner}/${repository.name}${path.slice(whole.length)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal(400, "Bad Request");
  }
}

function readBody(request: ApiRequest): Record<string, unknown> {
  if (request.body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(request.body.toString("utf8"));
  } catch {
    throw refusal(400, "Problems parsing JSON");
  }
  // The routes for labels and assignees take a bare list too.
  if (Array.isArray(value)) return { labels: value, assignees: value };
  if (typeof value !== "object" || value === null) throw refusal(400, "Body should be a JSON object");
  return value as Record<string, unknown>;
}

function questionMark(query: URLSearchParams): string {
  return query.size === 0 ? "" : `?${query}`;
}

function rateLimit(quota: Quota): Reply {
  const core = { ...quota, resource: "core" };
  const search = { limit: 30, used: 0, remaining: 30, reset: quota.reset, resource: "search" };
  return { status: 200, json: { resources: { core, search }, rate: core } };
}

function quotaHeaders(quota: Quota): Record<string, string> {
  return {
    "x-ratelimit-limit": String(quota.limit),
    "x-ratelimit-remaining": String(quota.remaining),
    "x-ratelimit-used": String(quota.used),
    "x-ratelimit-reset": String(quota.reset),
    "x-ratelimit-resource": "core",
  };
}

/** Adds a tag to what was read, and answers 304 where the asker has it already. */
function withTag(request: ApiRequest, reply: Reply): Reply {
  if (request.method !== "GET" || reply.status !== 200 || reply.stream !== undefined) return reply;
  const content = reply.bytes ?? Buffer.from(JSON.stringify(reply.json));
  // A tag is of one token: another one, or a new one of the same installation, is answered in full.
  const asker = bearerOf(request.headers.authorization) ?? "";
  const etag = `W/"${createHash("sha256").update(`${asker}\n`).update(content).digest("hex")}"`;
  const headers = {
    etag,
    "cache-control": "private, max-age=60, s-maxage=60",
    vary: "Accept, Authorization, Cookie, X-GitHub-OTP",
    ...reply.headers,
  };
  const asked = request.headers["if-none-match"];
  if (asked === undefined || !strip(asked).includes(strip(etag))) return { ...reply, headers };
  const { "content-type": _, ...kept } = headers as Record<string, string>;
  return { status: 304, headers: kept };
}

/** Weak and strong tags are compared alike. */
function strip(tag: string): string {
  return tag.replaceAll("W/", "");
}
