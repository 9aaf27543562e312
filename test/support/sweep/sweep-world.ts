import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type GithubOptions, startGithub } from "../github/github.ts";
import type { GithubRepository } from "../github/repository-controls.ts";
import { assay, shell } from "../run-assay.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export const SHOP = "acme/shop";
const HOUR = 60 * 60_000;

export interface SweepWorldOptions {
  /** The time at which everybody is, ISO 8601. */
  readonly now: string;
  readonly timeZone?: string;
  readonly isPrivate?: boolean;
  /** Added to the settings. */
  readonly settings?: string;
  /** In place of the products of the settings. */
  readonly products?: string;
  readonly workflow?: string;
  readonly forge?: GithubOptions;
}

/** A run of CI that a test lays down. */
export interface LaidRun {
  readonly at: string | number;
  readonly name?: string;
  readonly seconds?: number;
  /** Conclusions of its attempts, the last of which stands. */
  readonly attempts?: readonly string[];
  readonly steps?: readonly { readonly name: string; readonly seconds: number }[];
  /** Another job of the run that is at this commit already. */
  readonly commit?: string;
}

export type SweepWorld = Awaited<ReturnType<typeof sweepWorld>>;

/** A shop on a forge whose clock stands, and a clone whose settings watch it; the built CLI runs there at that time. */
export async function sweepWorld(options: SweepWorldOptions) {
  const { now, timeZone = "Europe/Berlin", isPrivate = true } = options;
  const github = await startGithub(options.forge);
  onTestFinished(() => github.close());
  github.clock.set(Date.parse(now) - 60 * 24 * HOUR);
  const workflow = options.workflow ?? "jobs:\n  unit:\n    timeout-minutes: 30\n";
  const repository = (name: string, hidden = isPrivate) =>
    github.repository(name, {
      private: hidden,
      files: { ".github/workflows/ci.yml": workflow, "shop/total.ts": "0\n" },
    });
  const repo = repository(SHOP);
  github.clock.set(now);
  const clone = temporaryFolder();
  await shell("git init -q -b main && git config user.name Ada && git config user.email ada@shop.example", {
    cwd: clone,
  });
  mkdirSync(join(clone, ".assay"));
  const settle = (more = options.settings ?? "") =>
    writeFileSync(
      join(clone, ".assay/config.yaml"),
      [
        "version: 1",
        `forge:\n  host: ${JSON.stringify(new URL(github.web).host)}\n  api: ${github.url}\n  write_pause_ms: 0`,
        `watch:\n  organisation: acme\n  time_zone: ${timeZone}\n  products: ${options.products ?? `[{name: shop, repositories: [${SHOP}]}]`}`,
        more,
        "",
      ].join("\n"),
    );
  settle();
  const token = github.token();
  const begun = Date.now();
  let time = Date.parse(now);
  const env = () => ({
    HOME: clone,
    XDG_CONFIG_HOME: join(clone, ".no-config"),
    ASSAY_GITHUB_API: github.url,
    ASSAY_GITHUB_TOKEN: token,
    NODE_OPTIONS: `--import=${clockAt(time - begun)}`,
  });
  const run = (...args: readonly string[]) => assay(args, { cwd: clone, env: env() });
  return {
    github,
    repo,
    repository,
    clone,
    settle,
    env,
    run,
    json: async (...args: readonly string[]) => {
      const done = await run(...args, "--json");
      return { ...done, document: JSON.parse(done.stdout) };
    },
    /** Moves everybody to another time. */
    goTo(at: string) {
      time = Date.parse(at);
      github.clock.set(at);
    },
    /** What was asked of the forge that writes; a query is posted too. */
    writes: () =>
      github.requests.filter(({ method, path }) => method !== "GET" && !/^\/graphql (?!Commit)/.test(path)),
    issues: () => repo.issues().filter((issue) => !issue.deleted),
  };
}

/** Lets a process of node believe that it is later, or earlier, by some milliseconds. */
function clockAt(ahead: number): string {
  const code = `const real = Date.now; Date.now = () => real() + ${ahead};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Lays down a run of the workflow on the default branch, at a commit of its own unless one is named. */
export function layRun(world: Pick<SweepWorld, "github">, repo: GithubRepository, run: LaidRun): string {
  const { at, name = "unit", seconds = 60, attempts = ["success"], steps = [] } = run;
  const now = world.github.clock.now();
  let time = typeof at === "number" ? at : Date.parse(at);
  world.github.clock.set(time);
  const commit = run.commit ?? repo.pushCommit("main", { "shop/total.ts": `${time}\n` });
  attempts.forEach((conclusion, index) => {
    const workflow = { path: ".github/workflows/ci.yml", event: "push", branch: "main", at: time };
    const started = time;
    const { workflowRun } = repo.check(commit, {
      name,
      conclusion,
      startedAt: started,
      completedAt: started + seconds * 1_000,
      workflow: index === 0 ? workflow : { ...workflow, attempt: index + 1 },
      steps: steps.map((step) => ({
        name: step.name,
        conclusion: "success",
        startedAt: started,
        completedAt: started + step.seconds * 1_000,
      })),
    });
    if (workflowRun === null) throw new Error("the check is no job");
    time += seconds * 1_000 + 60_000;
    world.github.clock.set(time);
  });
  world.github.clock.set(now);
  return commit;
}

/** Lays down some runs of some hours' distance. */
export function layRuns(
  world: Pick<SweepWorld, "github">,
  repo: GithubRepository,
  from: string,
  runs: readonly Omit<LaidRun, "at">[],
  hours = 4,
): readonly string[] {
  return runs.map((run, index) =>
    layRun(world, repo, { ...run, at: Date.parse(from) + index * hours * HOUR }),
  );
}
