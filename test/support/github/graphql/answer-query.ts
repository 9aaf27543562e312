import type { ApiLimits, ApiRequest } from "../http/answer-api.ts";
import { authenticate, bearerOf } from "../http/authenticate.ts";
import { isRefusal, type Reply, refusal } from "../http/reply.ts";
import type { GithubState } from "../state/state.ts";
import { parseQuery } from "./parse-query.ts";
import type { QueryErrorShape } from "./query-error.ts";
import { runQuery } from "./run-query.ts";
import { readVariables, validateQuery } from "./validate-query.ts";

/** Answers a request to the GraphQL API: 200 for almost everything, errors stand in the answer. */
export function answerQuery(state: GithubState, limits: ApiLimits, request: ApiRequest): Reply {
  try {
    return answer(state, limits, request);
  } catch (error) {
    if (isRefusal(error)) return error.reply;
    throw error;
  }
}

function answer(state: GithubState, limits: ApiLimits, request: ApiRequest): Reply {
  if ((request.headers["user-agent"] ?? "") === "")
    throw refusal(403, "Request forbidden by administrative rules.");
  const actor = authenticate(state, bearerOf(request.headers.authorization));
  if (actor.kind === "anonymous" || actor.kind === "app")
    throw refusal(401, "This endpoint requires you to be authenticated.");
  if (request.method !== "POST") throw refusal(404, "Not Found");
  const account = { ...actor, quota: `${actor.quota} graphql` };
  // Queries without connections cost the least there is.
  const cost = 1;
  const paid = limits.primary.use(account);
  const quota = limits.primary.look(account);
  const headers = {
    "x-github-media-type": "github.v4; format=json",
    "x-ratelimit-limit": String(quota.limit),
    "x-ratelimit-remaining": String(quota.remaining),
    "x-ratelimit-used": String(quota.used),
    "x-ratelimit-reset": String(quota.reset),
    "x-ratelimit-resource": "graphql",
  };
  const fail = (...errors: QueryErrorShape[]): Reply => ({ status: 200, json: { errors }, headers });
  if (!paid)
    return fail({ type: "RATE_LIMITED", message: `API rate limit exceeded for ${actor.login || "user"}.` });
  const { query, variables, operationName } = bodyOf(request);
  if (typeof query !== "string")
    throw refusal(400, "A query attribute must be specified and must be a string.");
  let document: ReturnType<typeof parseQuery>;
  try {
    document = parseQuery(query);
  } catch (error) {
    if (error instanceof Error && "line" in error) return fail({ message: error.message });
    throw error;
  }
  const operation =
    document.operations.length === 1
      ? document.operations[0]!
      : document.operations.find(({ name }) => name === operationName);
  if (operation === undefined) return fail({ message: "An operation name is required" });
  const faults = validateQuery(document, operation);
  if (faults.length > 0) return fail(...faults);
  const values = readVariables(operation, variables);
  if ("message" in values && "extensions" in values) return fail(values as unknown as QueryErrorShape);
  const writes = operation.kind === "mutation";
  const wait = limits.secondary({
    quota: account.quota,
    route: "POST /graphql",
    method: writes ? "POST" : "GET",
    content: writes,
  });
  if (wait !== null)
    throw refusal(
      state.limitStatus,
      "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
      { headers: { "retry-after": String(wait) } },
    );
  const { data, errors } = runQuery(
    document,
    operation,
    values as Readonly<Record<string, unknown>>,
    { state, actor, quota: { cost, limit: quota.limit, used: quota.used, reset: quota.reset } },
    state.resourceLimit,
  );
  return { status: 200, json: { data, ...(errors.length > 0 ? { errors } : {}) }, headers };
}

function bodyOf(request: ApiRequest): {
  query: unknown;
  variables: Readonly<Record<string, unknown>>;
  operationName: unknown;
} {
  try {
    const { query, variables, operationName } = JSON.parse(request.body.toString("utf8"));
    return { query, variables: variables ?? {}, operationName };
  } catch {
    throw refusal(400, "Problems parsing JSON");
  }
}
