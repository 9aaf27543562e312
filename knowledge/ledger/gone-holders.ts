import type { Deps } from "../ports/deps.ts";

/** Tells which of these holders run no more; each is asked about once, and one that is not of them never is gone. */
export async function goneHolders(
  { holder }: Pick<Deps, "holder">,
  names: Iterable<string>,
): Promise<(name: string) => boolean> {
  const asked = [...new Set(names)];
  const answers = await Promise.all(asked.map((name) => holder.isGone(name)));
  const gone = new Set(asked.filter((_, index) => answers[index] === true));
  return (name) => gone.has(name);
}
