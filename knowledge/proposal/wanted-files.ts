import type { ToldFile } from "./request-body.ts";
import type { FileTexts } from "./request-scene.ts";
import type { WantedItem } from "./wanted-items.ts";

export interface WantedFiles {
  /** What the branch is to have beside its base, sorted by path. */
  readonly told: readonly ToldFile[];
  /** What a commit on `on` changes so that it has just that; none where it has it already. */
  readonly changes: readonly { readonly path: string; readonly text: string | null }[];
}

/**
 * Compares what is wanted with where a commit would be made. A file that an earlier commit left on the branch and that
 * is not wanted any more becomes what it is on the default branch. Pure.
 */
export function wantedFiles(
  items: readonly WantedItem[],
  {
    base,
    on,
    placed,
  }: { readonly base: FileTexts; readonly on: FileTexts; readonly placed: readonly string[] },
): WantedFiles {
  const wanted = new Map(items.flatMap(({ files }) => files.map(({ path, text }) => [path, text] as const)));
  const told = [...wanted]
    .map(([path, after]) => ({ path, before: base.get(path) ?? null, after }))
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const target = new Map([
    ...[...placed, ...wanted.keys()].map((path) => [path, base.get(path) ?? null] as const),
    ...told.map(({ path, after }) => [path, after] as const),
  ]);
  const changes = [...target]
    .filter(([path, text]) => (on.get(path) ?? null) !== text)
    .map(([path, text]) => ({ path, text }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { told, changes };
}
