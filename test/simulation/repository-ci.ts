import type { GithubRepository } from "../support/github/repository-controls.ts";
import type { CheckRunState } from "../support/github/state/state.ts";
import { type Fault, logOf } from "./job-logs.ts";
import { HOUR, isLively, MINUTE, type Scene, SECOND } from "./scene.ts";

/** How long reports on a commit are asked about. */
const ASKED_ABOUT = 40 * 24 * HOUR;
const LISTED = 10 * 24 * HOUR;
const PATH = ".github/workflows/ci.yml";

export interface CiProfile {
  readonly organisation: string;
  readonly jobs: readonly string[];
  /** Milliseconds of a job. */
  readonly jobMs: number;
  /** Of all jobs, those that fail once for no reason. */
  readonly flakes: number;
}

/** CI of one repository: what its jobs say of each commit that is pushed. */
export interface RepositoryCi {
  /** Jobs that fail until somebody mends them. */
  readonly broken: Map<string, Fault>;
  /** Starts the jobs at a commit of the default branch. */
  start(commit: string): void;
  /** Keys of the jobs that failed at a commit, or null where some have not ended. */
  failedAt(commit: string): readonly string[] | null;
  /** Forgets reports that nobody asks about any more. */
  prune(): void;
}

/** CI whose jobs end by the world's agenda; `changed` hears of each end. */
export function repositoryCi(
  scene: Scene,
  repo: GithubRepository,
  profile: CiProfile,
  changed: (commit: string) => void,
): RepositoryCi {
  const { troubles, random: chance } = scene;
  const random = chance.of(`ci/${repo.fullName}`);
  const { state } = repo;
  const broken = new Map<string, Fault>();

  const begin = (commit: string, name: string, attempt: number): CheckRunState => {
    const branch = state.defaultBranch;
    const workflow = {
      path: PATH,
      event: "push",
      branch,
      from: state,
      ...(attempt === 1 ? {} : { attempt }),
    };
    repo.check(commit, { name, status: "in_progress", startedAt: scene.now(), workflow });
    return state.checkRuns.at(-1)!;
  };
  const end = (run: CheckRunState, fault: Fault | null): void => {
    const now = scene.now();
    const log = fault === null ? null : logOf(fault, run.name);
    Object.assign(run, {
      status: "completed",
      conclusion: fault === null ? "success" : "failure",
      completedAt: now,
    } satisfies Partial<CheckRunState>);
    if (run.job !== null) {
      const startedAt = run.startedAt ?? now;
      run.job.log = log;
      run.job.steps = [{ name: "Run tests", conclusion: run.conclusion, startedAt, completedAt: now }];
    }
    changed(run.sha);
  };
  const faultOf = (name: string): Fault | null => {
    const known = broken.get(name);
    if (known !== undefined) return known;
    if (scene.runnersFail(profile.organisation) && random.chance(0.7)) return "runner";
    if (!isLively(scene) || !random.chance(troubles.isMissing("flake") ? 0.05 : profile.flakes)) return null;
    troubles.note("flake");
    return random.pick(["assertion", "runner"]);
  };
  const finish = (run: CheckRunState): void => {
    if (isLively(scene) && random.chance(troubles.isMissing("job that never ends") ? 0.05 : 0.002)) {
      troubles.note("job that never ends");
      scene.after(30 * HOUR, () => end(run, null));
      return;
    }
    const fault = faultOf(run.name);
    end(run, fault);
    // A failure that is none of the code's passes when somebody runs it again; now and then one that passed fails then.
    const isOwn = fault !== null && !broken.has(run.name);
    if (isOwn ? random.chance(0.6) : fault === null && isLively(scene) && random.chance(0.002))
      again(run, isOwn);
  };
  const again = (run: CheckRunState, passes: boolean): void => {
    scene.after(random.between(8 * MINUTE, 90 * MINUTE), () => {
      if (run.job === null || repo.state.refs.get(`refs/heads/${state.defaultBranch}`) !== run.sha) return;
      troubles.note("run again");
      const next = begin(run.sha, run.name, run.job.run.attempt + 1);
      changed(run.sha);
      scene.after(profile.jobMs * random.between(0.7, 1.3), () => {
        if (!passes) troubles.note("flake");
        end(next, broken.get(run.name) ?? (passes ? null : "assertion"));
      });
    });
  };
  return {
    broken,
    start(commit) {
      const lasts = profile.jobMs * random.between(0.7, 1.3);
      for (const name of profile.jobs) {
        const run = begin(commit, name, 1);
        scene.after(lasts + random.between(30 * SECOND, 4 * MINUTE), () => finish(run));
      }
    },
    failedAt(commit) {
      const newest = new Map(
        state.checkRuns.filter(({ sha }) => sha === commit).map((run) => [run.name, run]),
      );
      if ([...newest.values()].some(({ status }) => status !== "completed")) return null;
      return [...newest.values()]
        .filter(({ conclusion }) => conclusion === "failure")
        .map(({ name }) => name);
    },
    prune() {
      const tip = state.refs.get(`refs/heads/${state.defaultBranch}`);
      const since = scene.now() - ASKED_ABOUT;
      const keep = <Item extends { readonly sha: string; readonly createdAt: number }>(items: Item[]) => {
        const kept = items.filter(({ sha, createdAt }) => sha === tip || createdAt >= since);
        items.splice(0, items.length, ...kept);
      };
      keep(state.checkRuns);
      keep(state.workflowRuns);
      // Of the changes of people, those that came in a while ago: lists of them are asked for their newest page alone.
      for (const [number, { pull, closedAt, author }] of state.issues)
        if (pull !== null && closedAt !== null && closedAt < scene.now() - LISTED && author === "builder")
          state.issues.delete(number);
    },
  };
}
