export type Permission =
  | "actions"
  | "administration"
  | "checks"
  | "contents"
  | "issues"
  | "metadata"
  | "pull_requests"
  | "statuses";

export type Permissions = Partial<Record<Permission, "read" | "write">>;

/** Who asks. */
export interface TokenState {
  readonly token: string;
  readonly kind: "personal" | "installation" | "anonymous" | "app";
  /** Login that what it writes is by. */
  readonly login: string;
  /** What it may do; `all` is reading and writing everything. */
  readonly permissions: Permissions | "all";
  /** Lower-case full names that it was made for, or all. */
  readonly repositories: ReadonlySet<string> | "all";
  readonly expiresAt: number | null;
  /** Whose quota it uses. */
  readonly quota: string;
  readonly limit: number;
}
