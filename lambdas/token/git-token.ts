import type { TokenAnswer } from "./event.ts";
import { gitTokenName } from "./git-token-name.ts";
import { parameter } from "./parameter.ts";
import type { Purpose } from "./purposes.ts";

/** How long callers keep it, so that a new one is in force soon. */
const KEPT_MS = 15 * 60_000;

/**
 * What opens the plain git remote of an organisation, for writing requests alone. Its own host narrows it to
 * repositories, or nobody does. Refused where nobody put one there; what else Parameter Store throws is thrown.
 */
export async function gitToken(
  organisation: string,
  { purpose, repositories }: { readonly purpose: Purpose; readonly repositories: readonly string[] },
  now: number,
): Promise<TokenAnswer> {
  if (purpose !== "requests")
    return { kind: "refused", why: `a plain git remote has nothing that is for the purpose ${purpose}` };
  const name = gitTokenName(organisation);
  const token = await parameter(name, now).catch((error: unknown) => {
    if (error instanceof Error && error.name === "ParameterNotFound") return null;
    throw error;
  });
  if (token === null) return { kind: "refused", why: `Parameter Store has no ${name}` };
  return { kind: "token", token, expiresAt: new Date(now + KEPT_MS).toISOString(), repositories };
}
