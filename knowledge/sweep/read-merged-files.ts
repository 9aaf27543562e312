import { AssayError } from "../errors.ts";
import type { DatedRun } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange, RepositoryName } from "../ports/forge.ts";
import type { MergedFiles, MergedInWeek } from "./observed.ts";
import type { WeekRange } from "./week.ts";

/** Changes whose files are read: the newest. */
const MOST_CHANGES = 40;

export interface MergedQuestion {
  readonly repository: RepositoryName;
  readonly range: WeekRange;
  /** The tip of the branch. */
  readonly head: string;
  /** Runs before the week and in it, oldest first. */
  readonly before: readonly DatedRun[];
  readonly begun: readonly DatedRun[];
}

/**
 * What was merged into the branch in a week, with its files: counted from the commit that ran last before it, else from
 * the first that ran in it. Where no commit is known to count from, that is told. Errors: those of the forge, but for a
 * commit or change that is gone.
 */
export async function readMergedFiles(
  { forge }: Pick<Deps, "forge">,
  { repository, range, head, before, begun }: MergedQuestion,
): Promise<MergedInWeek> {
  const after = before.at(-1)?.commit ?? begun[0]?.commit;
  if (after === undefined) return unknown("no run before the week tells where it began");
  let found: readonly ForgeChange[];
  try {
    found = await forge.mergedSince(repository, { after, until: head });
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "forge_missing") throw error;
    return unknown("the commit at which the week began is there no more");
  }
  const inWeek = found.filter(
    ({ mergedAt }) =>
      mergedAt !== null && Date.parse(mergedAt) >= range.since && Date.parse(mergedAt) < range.until,
  );
  const changes: MergedFiles[] = [];
  for (const { number, mergeCommit, mergedAt } of inWeek.slice(0, MOST_CHANGES)) {
    const files = await forge.changedFiles(repository, number);
    changes.push({
      number,
      commit: mergeCommit,
      mergedAt: mergedAt ?? "",
      files: files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])),
    });
  }
  return { changes, unknown: null, unread: inWeek.length - changes.length };
}

function unknown(why: string): MergedInWeek {
  return { changes: [], unknown: why, unread: 0 };
}
