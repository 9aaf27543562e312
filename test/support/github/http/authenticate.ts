import type { GithubState } from "../state/state.ts";
import type { TokenState } from "../state/token-state.ts";
import { refusal } from "./reply.ts";

/** Requests an hour without a token. */
const ANONYMOUS_LIMIT = 60;

export const ANONYMOUS: TokenState = {
  token: "",
  kind: "anonymous",
  login: "",
  permissions: {},
  repositories: new Set(),
  expiresAt: null,
  quota: "address",
  limit: ANONYMOUS_LIMIT,
};

/** The secret of a header `Authorization`: a bearer's, or the password of a basic one; null where there is none. */
export function bearerOf(header: string | undefined): string | null {
  const bearer = /^(?:bearer|token) +(\S+)$/i.exec(header ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  const basic = /^basic +(\S+)$/i.exec(header ?? "")?.[1];
  if (basic === undefined) return null;
  const text = Buffer.from(basic, "base64").toString("utf8");
  return text.slice(text.indexOf(":") + 1);
}

/** Who a request is by; 401 for a token that is not known or no longer valid. */
export function authenticate(state: GithubState, bearer: string | null): TokenState {
  if (bearer === null) return ANONYMOUS;
  // A JSON web token is checked by the routes that take one.
  if (bearer.split(".").length === 3) return { ...ANONYMOUS, kind: "app", quota: "app", limit: 5_000 };
  const known = state.tokens.get(bearer);
  if (known === undefined || (known.expiresAt !== null && known.expiresAt <= state.clock.now())) {
    throw refusal(401, "Bad credentials");
  }
  return known;
}
