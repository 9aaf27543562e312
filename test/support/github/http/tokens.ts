import { randomBytes } from "node:crypto";
import type { GithubState } from "../state/state.ts";
import type { Permission, Permissions, TokenState } from "../state/token-state.ts";

export interface NewToken {
  readonly kind?: "personal" | "installation" | undefined;
  readonly login?: string | undefined;
  readonly permissions?: Permissions | "all" | undefined;
  readonly repositories?: readonly string[] | undefined;
  /** Milliseconds until it expires. */
  readonly expiresIn?: number | undefined;
  /** Requests an hour. */
  readonly limit?: number | undefined;
  readonly quota?: string | undefined;
}

/** Makes a token. Without options: of an app's installation, for everything in all repositories. */
export function makeToken(
  state: GithubState,
  options: NewToken,
  app: { slug: string; limit: number },
): TokenState {
  const kind = options.kind ?? "installation";
  const token = `${kind === "installation" ? "ghs_" : "github_pat_"}${randomBytes(18).toString("hex")}`;
  const login = options.login ?? (kind === "installation" ? `${app.slug}[bot]` : "builder");
  const made: TokenState = {
    token,
    kind,
    login,
    permissions: options.permissions ?? "all",
    repositories:
      options.repositories === undefined
        ? "all"
        : new Set(options.repositories.map((name) => name.toLowerCase())),
    expiresAt: options.expiresIn === undefined ? null : state.clock.now() + options.expiresIn,
    quota: options.quota ?? token,
    limit: options.limit ?? app.limit,
  };
  state.tokens.set(token, made);
  return made;
}

/** Whether `held` covers `needed`. */
export function permits(held: Permissions | "all", needed: Permissions): boolean {
  if (held === "all") return true;
  return Object.entries(needed).every(([name, level]) => {
    if (name === "metadata" && level === "read") return true;
    const has = held[name as Permission];
    return has === "write" || (has === "read" && level === "read");
  });
}
