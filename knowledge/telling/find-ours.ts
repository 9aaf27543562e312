import type { Deps } from "../ports/deps.ts";
import type { Comment, Issue, RepositoryName } from "../ports/forge.ts";
import { keyIn } from "./mark.ts";

type Written = Pick<Comment | Issue, "author" | "body" | "byInsider">;
type AskingDeps = { readonly forge: Pick<Deps["forge"], "asker"> };

/**
 * Those that no outsider can have planted: by the team or its apps, or by whoever asks, which the forge is only asked
 * where it makes a difference. Not only the asker's own, for a team's people and apps go on with one another's work.
 * Errors: those of the forge.
 */
export async function oursAmong<One extends Written>(
  { forge }: AskingDeps,
  repository: RepositoryName,
  all: readonly One[],
): Promise<readonly One[]> {
  if (all.every(({ byInsider }) => byInsider)) return all;
  const asker = await forge.asker(repository);
  return all.filter(({ byInsider, author }) => byInsider || author === asker);
}

/** The first of ours that bears the mark of a key; null where there is none, or no key. Errors: those of the forge. */
export async function findOurs<One extends Written>(
  deps: AskingDeps,
  repository: RepositoryName,
  all: readonly One[],
  key: string | null,
): Promise<One | null> {
  const marked = key === null ? [] : all.filter(({ body }) => keyIn(body) === key);
  return (await oursAmong(deps, repository, marked))[0] ?? null;
}
