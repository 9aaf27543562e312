import { AssayError } from "../errors.ts";
import type { DefaultBranch } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";

/** The tip of a repository, or the error that stands in its way. */
export type SeenTip =
  | { readonly kind: "seen"; readonly head: DefaultBranch }
  | { readonly kind: "failed"; readonly asked: RepositoryName; readonly error: unknown };

/** Repositories whose tips one request asks for. */
const A_REQUEST = 50;
/** So many of them where that failed, then one at a time: each step takes as long as the forge takes to fail. */
const A_PART = 7;
/** Requests that fail one after the other before the forge is taken to be out of order. */
const MOST_IN_A_ROW = 5;

/**
 * The tips of the default branches, in the order asked, by one request for up to fifty. Where one fails its repositories
 * are asked for in parts, so that one that the forge cannot tell of fails alone. Not so where the forge is out of order,
 * limits how often it may be asked, or denies the token: then it costs the fifty.
 */
export async function lookAtTips(
  { ciFeed }: Pick<Deps, "ciFeed">,
  repositories: readonly RepositoryName[],
): Promise<readonly SeenTip[]> {
  const seen = new Map<RepositoryName, SeenTip>();
  let inARow = 0;
  for (const fifty of partsOf(repositories, A_REQUEST)) {
    const left = [fifty];
    for (let part = left.shift(); part !== undefined; part = left.shift())
      try {
        for (const head of await ciFeed.heads(part)) seen.set(head.asked, { kind: "seen", head });
        inARow = 0;
      } catch (error) {
        inARow += 1;
        const goesOn = inARow < MOST_IN_A_ROW && !isOfAll(error);
        if (goesOn && part.length > 1) left.push(...partsOf(part, part.length > A_PART ? A_PART : 1));
        else
          for (const asked of goesOn ? part : [part, ...left.splice(0)].flat())
            seen.set(asked, { kind: "failed", asked, error });
      }
  }
  return repositories.map((asked) => seen.get(asked)!);
}

function partsOf(names: readonly RepositoryName[], most: number): readonly (readonly RepositoryName[])[] {
  return Array.from({ length: Math.ceil(names.length / most) }, (_, at) =>
    names.slice(at * most, (at + 1) * most),
  );
}

/** A limit, or a token that is denied: whoever asks for fewer hears the same. */
function isOfAll(error: unknown): boolean {
  if (!(error instanceof AssayError)) return false;
  return "when" in error.data || (error.code === "forge_denied" && !("at" in error.data));
}
