import type { GithubState } from "../state/state.ts";
import type { TokenState } from "../state/token-state.ts";

/** Whoever asks, and where. */
export interface QueryContext {
  readonly state: GithubState;
  readonly actor: TokenState;
  /** What the query costs, and what is left of the quota. */
  readonly quota: {
    readonly cost: number;
    readonly limit: number;
    readonly used: number;
    readonly reset: number;
  };
}

export interface QueryField {
  /** GraphQL types of its arguments by name. */
  readonly args?: Readonly<Record<string, string>>;
  /** Name of the type that it answers, or of each item of a list. */
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type's fields know what they are asked of
  readonly resolve: (source: any, args: Readonly<Record<string, any>>, context: QueryContext) => unknown;
}

export interface QueryType {
  readonly name: string;
  readonly fields: Readonly<Record<string, QueryField>>;
  /** Of an interface or a union: the name of the type that a value is of. */
  readonly typeOf?: (source: unknown) => string;
}

/** A type of the schema, as GitHub's public one describes it. */
export function queryType(
  name: string,
  fields: QueryType["fields"],
  typeOf?: (source: unknown) => string,
): QueryType {
  return { name, fields, ...(typeOf === undefined ? {} : { typeOf }) };
}

export const SCALARS: ReadonlySet<string> = new Set([
  "Boolean",
  "DateTime",
  "GitObjectID",
  "ID",
  "Int",
  "RepositoryVisibility",
  "StatusState",
  "String",
  "URI",
]);
