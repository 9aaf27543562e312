import { AssayError } from "../errors.ts";
import { onlyBeginning } from "./only-beginning.ts";
import type { ToldProblem } from "./told-problem.ts";

const MOST_SUGGESTED = 3;

/**
 * The record with this id, or the only one whose id begins so. Errors: record_missing, which names close ids or
 * the file of that name that cannot be read; record_ambiguous.
 */
export function findRecord<
  Placed extends { readonly path: string; readonly record: { readonly id: string } },
>(id: string, placed: readonly Placed[], problems: readonly ToldProblem[]): Placed {
  const ids = placed.map(({ record }) => record.id);
  const meant = onlyBeginning(id, ids);
  if (meant.kind === "several")
    throw new AssayError("record_ambiguous", { id, count: meant.count, ids: meant.named });
  const only =
    meant.kind === "one" ? firstOf(placed.filter(({ record }) => record.id === meant.id)) : undefined;
  if (only !== undefined) return only;
  const unread = problems.find(({ file }) => file.slice(file.lastIndexOf("/") + 1).startsWith(id));
  if (unread !== undefined) {
    const { file, line, message } = unread;
    throw new AssayError("record_missing", {
      id,
      suggestion: `${file}:${line} is no record (${message}): mend it; `,
    });
  }
  const close = closestIds(id, ids);
  throw new AssayError("record_missing", {
    id,
    suggestion: close.length === 0 ? "" : `did you mean ${close.join(" or ")}? `,
  });
}

/** Of two files of one id the first in order of path. */
function firstOf<Placed extends { readonly path: string }>(placed: readonly Placed[]): Placed | undefined {
  return placed.toSorted((a, b) => (a.path < b.path ? -1 : 1))[0];
}

/** Those that share most of their beginning and end with `typed`, which one slip of the finger leaves whole. */
function closestIds(typed: string, ids: readonly string[]): string[] {
  return [...new Set(ids)]
    .map((id) => ({ id, same: sharedEnds(typed.toLowerCase(), id.toLowerCase()) }))
    .filter(({ id, same }) => same >= Math.max(typed.length, id.length) * 0.75)
    .sort((a, b) => b.same - a.same || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_SUGGESTED)
    .map(({ id }) => id);
}

function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end;
}
