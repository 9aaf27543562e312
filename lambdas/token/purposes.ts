/** Permissions of an installation's token, in GitHub's words. */
type Permissions = Readonly<Record<string, "read" | "write">>;

const READ = {
  actions: "read",
  checks: "read",
  contents: "read",
  issues: "read",
  metadata: "read",
  pull_requests: "read",
  statuses: "read",
} as const satisfies Permissions;

/** What a token is asked for, and all that it may then do (decisions 17). */
export const PURPOSES = {
  /** Looking at default branches. */
  read: READ,
  /** Writing issues and comments on them. */
  issues: { ...READ, issues: "write" },
  /** Committing to our own branches and asking people to merge them. */
  requests: { ...READ, contents: "write", pull_requests: "write" },
} as const satisfies Record<string, Permissions>;

export type Purpose = keyof typeof PURPOSES;
