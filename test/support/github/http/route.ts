import type { Permissions } from "../state/token-state.ts";
import type { Call } from "./call.ts";
import type { Reply } from "./reply.ts";

export interface Route {
  readonly method: string;
  /** As GitHub writes it; `{name+}` takes slashes too. */
  readonly path: string;
  readonly needs: RouteNeeds;
  readonly pattern: RegExp;
  readonly handle: (call: Call) => Reply | Promise<Reply>;
}

export interface RouteNeeds {
  /** One of these sets; empty asks for none. */
  readonly permissions: readonly Permissions[];
  /** Public repositories do not do without a token either. */
  readonly signedIn?: boolean;
  /** Only an app's installation may. */
  readonly appOnly?: boolean;
  /** A JSON web token of the app stands in the place of a token. */
  readonly jwt?: boolean;
  /** Counts as creating content. */
  readonly content?: boolean;
}

/** A route of the API. */
export function route(
  method: string,
  path: string,
  needs: RouteNeeds,
  handle: (call: Call) => Reply | Promise<Reply>,
): Route {
  const source = path
    .replaceAll(/[.[\]()^$|?*]/g, "\\$&")
    .replaceAll(/\{(\w+)\+\}/g, "(?<$1>.+)")
    .replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { method, path, needs, handle, pattern: new RegExp(`^${source}$`) };
}
