/** Who is at work in this process, as the host knows it: an audit trail locally, not a boundary. */
export interface Session {
  /** `ASSAY_SESSION`, or null; what a claim is held by beside a person's name. */
  readonly id: string | null;
  /** True where an agent is at work (MCP, or `ASSAY_ACTOR=agent`). */
  readonly isAgent: boolean;
  /**
   * Of these capability kinds those that this host has, found by looking: browser-control, docker, ssh, repo, github,
   * test-machine. Nothing else is looked for.
   */
  capabilities(among: readonly string[]): Promise<readonly string[]>;
}
