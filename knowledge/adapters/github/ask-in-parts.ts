import type { QueryError } from "./ask-query.ts";

const TOO_MUCH = new Set(["RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED"]);

/** Whether GitHub finds that a query asks for too much at once. */
export function asksTooMuch(errors: readonly QueryError[]): boolean {
  return errors.some(({ type }) => TOO_MUCH.has(type));
}

/**
 * Asks about many things, so many at once, in their order. Where `ask` answers null, which says that it was too much,
 * the two halves are asked about; one thing alone is never too much for it.
 */
export async function askInParts<Item, Answer>(
  items: readonly Item[],
  most: number,
  ask: (part: readonly Item[]) => Promise<readonly Answer[] | null>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < items.length; from += most) {
    const part = items.slice(from, from + most);
    answers.push(...((await ask(part)) ?? (await askInParts(part, Math.ceil(part.length / 2), ask))));
  }
  return answers;
}
