import type { Deps } from "../ports/deps.ts";
import type { HeldRun, RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Check } from "./check.ts";
import { checksOf } from "./checks-of.ts";
import { maskCheck } from "./mask-check.ts";

/** What has reported on a commit, or waits to. */
export interface ChecksAt {
  /** Masked. */
  readonly checks: readonly Check[];
  /** Check runs that have reported. */
  readonly reported: number;
}

/**
 * The checks of a commit. Where nothing has reported, CI may wait for a person's approval, as that of a fork does: then
 * each workflow that waits is a running check that says so. Errors: those of the forge.
 */
export async function checksAt(
  { forge }: Pick<Deps, "forge">,
  repository: RepositoryName,
  commit: string,
  mask: SecretMask,
): Promise<ChecksAt> {
  const reports = await forge.reports(repository, commit);
  const told = checksOf(reports);
  const all = told.length > 0 ? told : (await forge.heldRuns(repository, commit)).map(heldCheck);
  return { checks: all.map((check) => maskCheck(check, mask)), reported: reports.checkRuns.length };
}

function heldCheck({ id, name, path, url }: HeldRun): Check {
  return {
    key: `held/${path}`,
    name: `${name} (waits for approval)`,
    app: "github-actions",
    kind: "check-run",
    state: "running",
    conclusion: null,
    url,
    checkRun: null,
    job: null,
    workflowRun: id,
    annotations: 0,
    says: "a person has to approve that this workflow runs",
    startedAt: null,
    completedAt: null,
  };
}
