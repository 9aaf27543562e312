import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange, RepositoryName } from "../ports/forge.ts";
import type { Check } from "./check.ts";
import { type Address, readAddress } from "./read-address.ts";
import { repositoriesHere } from "./repositories-here.ts";

/** What is asked about: a commit, the change that it is the head of, and perhaps only some of its checks. */
export interface CiTarget {
  readonly repository: RepositoryName;
  readonly change: ForgeChange | null;
  readonly commit: string;
  readonly branch: string | null;
  /** Which of the commit's checks the address names. */
  readonly only: {
    readonly workflowRun: number | null;
    readonly job: number | null;
    readonly checkRun: number | null;
  };
  /** What the address asks for and is not told, or null. */
  readonly note: string | null;
}

type Needs = Pick<Deps, "forge" | "repository">;

/** Repositories of a clone that are looked through. */
const MOST_PLACES = 3;

const ALL = { workflowRun: null, job: null, checkRun: null } as const;

/**
 * What an address names, asked of the forge; without one the open change of the current branch. Errors:
 * address_unclear, change_missing, and those of the forge and the repository.
 */
export async function findTarget(
  deps: Needs,
  address: string | null,
  { host }: Pick<Config["forge"], "host">,
): Promise<CiTarget> {
  if (address === null) return ofChange(await changeHere(deps, host));
  const read = readAddress(address, host);
  if (read.kind === "refused")
    throw new AssayError(read.code, { address, problem: read.why, way: read.recover });
  return targetOf(deps, read, address, host);
}

/** The checks that a target is about: all of a commit, or those that the address names. */
export function checksOfTarget(checks: readonly Check[], { only }: CiTarget): readonly Check[] {
  const { workflowRun, job, checkRun } = only;
  return checks.filter(
    (check) =>
      (checkRun === null || check.checkRun === checkRun) &&
      (job === null || check.job === job) &&
      (workflowRun === null || check.workflowRun === workflowRun),
  );
}

async function targetOf(deps: Needs, read: Address, address: string, host: string): Promise<CiTarget> {
  const { forge } = deps;
  if (read.kind === "workflow-run") {
    const { repository, workflowRun, job, attempt } = read;
    const run = await forge.workflowRun(repository, workflowRun);
    const [number] = run.changes;
    const isOne = number !== undefined && run.changes.length === 1;
    const change = isOne ? await forge.change(repository, number, "as-told") : null;
    return {
      repository,
      // A run of an earlier push is not of the change as it stands.
      change: change?.head.commit === run.commit ? change : null,
      commit: run.commit,
      branch: run.branch,
      only: { workflowRun, job, checkRun: null },
      note:
        attempt === null ? null : "what is told is of the run's last attempt, whichever the address names",
    };
  }
  const repository = read.repository ?? (await repositoryHere(deps, address, host));
  if (read.kind === "change") {
    const target = ofChange(await forge.change(repository, read.number, "as-told"));
    return { ...target, only: { ...ALL, checkRun: read.checkRun } };
  }
  const { commit, checkRun } = read;
  return { repository, change: null, commit, branch: null, only: { ...ALL, checkRun }, note: null };
}

function ofChange(change: ForgeChange): CiTarget {
  const { repository, head } = change;
  return { repository, change, commit: head.commit, branch: head.branch, only: ALL, note: null };
}

async function repositoryHere(deps: Needs, address: string, host: string): Promise<RepositoryName> {
  const [first] = await repositoriesHere(deps, host);
  if (first !== undefined) return first;
  throw new AssayError("address_unclear", {
    address,
    problem: `no remote of this clone is a repository at ${host}`,
    way: "name the repository too (`owner/name#12`), or set `forge.host` in .assay/config.yaml",
  });
}

/** The open change of the current branch: of the first repository that has one, whichever of ours the branch is in. */
async function changeHere(deps: Needs, host: string): Promise<ForgeChange> {
  const { branch } = await deps.repository.head();
  if (branch === null)
    throw new AssayError("address_unclear", {
      address: "HEAD",
      problem: "no branch is checked out, so no change can be told from it",
      way: "name the change: its address, `owner/name#12` or `#12`",
    });
  const places = (await repositoriesHere(deps, host)).slice(0, MOST_PLACES);
  for (const place of places) {
    for (const from of places) {
      const [change] = await deps.forge.changesOf(place, branch, from);
      if (change !== undefined) return change;
    }
  }
  const said = places.length === 0 ? `no remote is at ${host}` : `asked: ${places.join(", ")}`;
  throw new AssayError("change_missing", { branch, places: said });
}
