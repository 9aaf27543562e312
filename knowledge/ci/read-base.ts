import { AssayError } from "../errors.ts";
import type { CommitReports, Forge, RepositoryName } from "../ports/forge.ts";
import type { Check } from "./check.ts";
import { readCheckKey } from "./check-key.ts";
import { checksOf } from "./checks-of.ts";
import type { BaseState } from "./failed-check.ts";
import { type Counterpart, findOnBase } from "./find-on-base.ts";

/** Check runs that the forge gives in one answer when it is asked for all of them. */
const A_PAGE = 100;

/**
 * The checks of the base branch by the key that each has on the head, null for one of which it could not be told which
 * it is; or null where the base branch could not be asked.
 */
export type BaseChecks = ReadonlyMap<string, Check | null> | null;

/**
 * How the checks that failed stand on the tip of the base branch, in as few requests as it takes: by name where
 * that is fewer than all pages. `reported` is the number of check runs on the head, taken for that of the base.
 */
export async function readBaseChecks(
  forge: Pick<Forge, "reports" | "workflowRun">,
  repository: RepositoryName,
  branch: string,
  failed: readonly Check[],
  reported: number,
): Promise<BaseChecks> {
  const runs = failed.filter(({ kind }) => kind !== "status");
  const names = [...new Set(runs.map(({ key }) => readCheckKey(key).name))].sort();
  const statuses = failed.some(({ kind }) => kind !== "check-run");
  const pages = Math.max(1, Math.ceil(reported / A_PAGE));
  const tip = `heads/${branch}`;
  try {
    const reports: CommitReports =
      names.length <= pages
        ? await forge.reports(repository, tip, { checkRuns: names, statuses })
        : await forge.reports(repository, tip);
    const onBase = checksOf(reports);
    const found = await Promise.all(
      failed.map(async (check) => entryOf(check, await findOnBase(forge, repository, check, onBase))),
    );
    return new Map(found.flat());
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return null;
  }
}

function entryOf({ key }: Check, found: Counterpart): readonly (readonly [string, Check | null])[] {
  if (found.kind === "absent") return [];
  return [[key, found.kind === "found" ? found.check : null]];
}

/** How a check stands on the base branch, its failure not compared. */
export function baseStateOf(check: Check, base: BaseChecks): BaseState {
  if (base === null) return { kind: "unknown" };
  const there = base.get(check.key);
  if (there === undefined) return { kind: "absent" };
  if (there === null) return { kind: "unknown" };
  if (there.state === "failed") return { kind: "failed", same: null, url: there.url };
  return { kind: there.state };
}
