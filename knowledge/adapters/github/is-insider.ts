/** Associations of people who can write to the repository, or whose organisation it is. */
const TEAM: ReadonlySet<string> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

interface Written {
  readonly user?: { readonly type?: string } | null;
  readonly author_association?: string;
}

/** Whether the author of an issue or comment belongs to the team. */
export function isByTeam({ author_association: association }: Written): boolean {
  return TEAM.has(association ?? "");
}

/** Whether an insider wrote it: one of the team, or an App, which writes where the team installed it and nowhere else. */
export function isByInsider(written: Written): boolean {
  return written.user?.type === "Bot" || isByTeam(written);
}
