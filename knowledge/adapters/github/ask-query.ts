import { AssayError } from "../../errors.ts";
import type { Place } from "./github-clients.ts";

/** A question in GraphQL; whatever comes from outside stands in the variables. */
export interface Question {
  /** With a name, by which a request is recognised. */
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** A write is sent once, at the pace of writes. */
  readonly writes?: boolean;
}

export interface QueryAnswer {
  /** By alias; null or without some where there are errors. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly QueryError[];
}

export interface QueryError {
  readonly type: string;
  /** First the alias; empty where it is about the whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Asks GitHub's GraphQL API, which answers errors beside what it could answer. Errors: those of the forge. */
export async function askQuery({ client }: Place, question: Question): Promise<QueryAnswer> {
  const { baseUrl } = client.request.endpoint.DEFAULTS;
  const { data: body } = await client.request({
    method: "POST",
    // A server of one's own has it beside REST, not below it.
    url: `${baseUrl.replace(/\/api\/v3$/, "/api")}/graphql`,
    query: question.text,
    variables: question.variables,
    request: { reads: question.writes !== true },
  });
  const errors: readonly Partial<QueryError>[] = Array.isArray(body?.errors) ? body.errors : [];
  return {
    data: body?.data ?? {},
    errors: errors.map(({ type = "", path = [], message = "" }) => ({
      type,
      path,
      message: String(message),
    })),
  };
}

/**
 * An error that GraphQL tells, as one of the forge; `asked` says in a few words what was wanted. What is about a part of
 * the answer alone has its place there as `at`.
 */
export function queryError({ host }: Place, asked: string, error: QueryError): AssayError {
  const { type, path, message } = error;
  const at = path.length === 0 ? {} : { at: path.join(".") };
  const data = { host, asked, reason: message.replace(/\s+/g, " ").slice(0, 300), ...at };
  if (type === "NOT_FOUND") return new AssayError("forge_missing", data);
  if (type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES" || type === "UNAUTHORIZED")
    return new AssayError("forge_denied", { ...data, way: "give the token the permission that this needs" });
  return new AssayError("forge_refused", data);
}
