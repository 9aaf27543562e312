import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";
import { type RepositoryCi, repositoryCi } from "./repository-ci.ts";
import { DAY, HOUR, isLively, MINUTE, type Scene } from "./scene.ts";
import type { Trouble } from "./trouble.ts";

/** Why nobody can watch a repository for a while. */
export type Absence = "lost" | "archived" | "without branch";

/** A stretch of time in which the tip of a default branch had failed; milliseconds since the epoch. */
export interface RedStretch {
  readonly repository: RepositoryName;
  readonly commit: string;
  readonly jobs: readonly string[];
  readonly from: number;
  readonly until: number;
}

/** One repository: who pushes, what breaks, what is done to its branches. */
export interface RepositoryLife {
  /** As the settings name it. */
  readonly name: RepositoryName;
  readonly organisation: string;
  readonly repo: GithubRepository;
  readonly ci: RepositoryCi;
  /** Tip of the default branch as people left it; null where there is none. */
  readonly tip: () => string | null;
  readonly absence: () => Absence | null;
  /** A commit by people to the default branch, with a change that says this, or without one. */
  push(body?: string): void;
  /** Takes over a tip that people made by merging. */
  merged(): void;
  /** What happens to it seldom, by the kind of trouble. */
  readonly rare: Readonly<Partial<Record<Trouble, Rare>>>;
  readonly pushes: () => number;
  readonly reds: readonly RedStretch[];
  /** Ends the stretch that is open. */
  finish(): void;
}

export interface Rare {
  /** In the mean; infinite where other chances bring it about. */
  readonly everyDays: number;
  readonly happens: () => void;
}

export interface LifeProfile {
  readonly name: RepositoryName;
  readonly organisation: string;
  /** Pushes a day in the mean. */
  readonly pushesADay: number;
  readonly jobs: readonly string[];
  readonly jobMs: number;
  /** Of all pushes, those that break something. */
  readonly breaks: number;
}

const FAULTS = ["assertion", "assertion", "assertion", "compiler", "test code"] as const;

/** Begins a repository's life; `moved` hears whenever something of it is another than before. */
export function repositoryLife(scene: Scene, profile: LifeProfile, moved: () => void): RepositoryLife {
  const { github, troubles } = scene;
  const { name, organisation } = profile;
  const random = scene.random.of(`life/${name}`);
  const repo = github.repository(name, {
    private: true,
    files: { ".github/workflows/ci.yml": "jobs:\n  unit:\n    timeout-minutes: 60\n", "src/total.ts": "0\n" },
    labels: [],
  });
  const { state } = repo;
  let absence: Absence | null = null;
  let tip: string | null = repo.tip();
  let red: { readonly commit: string; readonly jobs: readonly string[]; readonly from: number } | null = null;
  let pushes = 0;
  const reds: RedStretch[] = [];

  const judge = () => {
    moved();
    const jobs = tip === null || absence !== null ? null : ci.failedAt(tip);
    const isSame = red !== null && red.commit === tip && String(red.jobs) === String(jobs);
    if (isSame) return;
    if (red !== null) reds.push({ repository: name, ...red, until: scene.now() });
    red =
      tip === null || jobs === null || jobs.length === 0 ? null : { commit: tip, jobs, from: scene.now() };
  };
  const ci = repositoryCi(scene, repo, { ...profile, flakes: 0.006 }, judge);
  const setTip = (commit: string | null) => {
    tip = commit;
    judge();
    if (commit !== null) ci.start(commit);
  };
  const commitTo = (branch: string): string =>
    repo.pushCommit(branch, {
      [random.pick(["src/total.ts", "src/cart.ts", "docs/notes.md"])]: `${pushes}\n`,
    });
  const change = (body: string): string => {
    const head = `topic-${state.nextNumber}`;
    repo.branch(head, repo.tip());
    commitTo(head);
    const number = repo.openPull({ head, title: `Change ${pushes}`, body });
    const merged = repo.mergePull(number, { method: random.pick(["merge", "squash"]) });
    repo.deleteBranch(head);
    return merged;
  };
  const push = (body?: string): void => {
    if (absence !== null || tip === null) return;
    pushes += 1;
    if (isLively(scene) && random.chance(profile.breaks)) breakSomething();
    const isChange = body !== undefined || random.chance(0.5);
    setTip(isChange ? change(body ?? "Nothing more to say.") : commitTo(state.defaultBranch));
  };
  const breakSomething = (): void => {
    troubles.note("code broken");
    const job = random.pick(profile.jobs);
    ci.broken.set(job, random.pick(FAULTS));
    // Whoever broke it sees it, in the end.
    scene.after(HOUR + random.wait(9 * HOUR), () => {
      ci.broken.delete(job);
      push();
    });
  };
  const burst = () => {
    troubles.note("merges faster than CI");
    for (let count = 0; count < 8; count++) scene.after(count * 6 * MINUTE, () => push());
  };
  const forcePush = () => {
    const parent = tip === null ? null : (parentOf(repo, tip) ?? null);
    if (absence !== null || parent === null) return;
    troubles.note("force push");
    setTip(repo.pushCommit(state.defaultBranch, { "src/total.ts": `forced ${pushes}\n` }, { from: parent }));
  };
  const renameBranch = () => {
    if (absence !== null || tip === null) return;
    troubles.note("default branch renamed");
    const former = state.defaultBranch;
    repo.renameBranch(former, former === "main" ? "trunk" : "main");
    judge();
  };
  const leave = (why: Absence, forMs: number) => {
    if (absence !== null || tip === null) return;
    const kept = tip;
    troubles.note(
      why === "lost"
        ? "repository lost"
        : why === "archived"
          ? "repository archived"
          : "default branch deleted",
    );
    const key = `${state.owner}/${state.name}`.toLowerCase();
    absence = why;
    if (why === "lost") github.state.repositories.delete(key);
    if (why === "archived") state.archived = true;
    if (why === "without branch") repo.deleteBranch(state.defaultBranch);
    judge();
    scene.after(forMs, () => {
      absence = null;
      if (why === "lost") github.state.repositories.set(key, state);
      state.archived = false;
      if (why === "without branch") repo.branch(state.defaultBranch, kept);
      judge();
    });
  };
  const rename = () => {
    if (absence !== null || state.name.endsWith("-moved")) return;
    troubles.note("repository renamed");
    const [owner, called] = [state.owner, state.name];
    github.rename(`${owner}/${called}`, `${owner}/${called}-moved`);
    for (const token of github.state.tokens.values())
      if (token.repositories !== "all" && token.repositories.has(name))
        (token.repositories as Set<string>).add(`${owner}/${called}-moved`);
    judge();
    const back = (): void => {
      if (absence !== null) {
        scene.after(DAY, back);
        return;
      }
      github.rename(`${state.owner}/${state.name}`, `${owner}/${called}`);
      github.state.renamed.delete(`${owner}/${called}`);
      judge();
    };
    scene.after(random.between(DAY, 9 * DAY), back);
  };

  const rare: RepositoryLife["rare"] = {
    "merges faster than CI": { everyDays: 500, happens: burst },
    "force push": { everyDays: 300, happens: forcePush },
    "default branch renamed": { everyDays: 400, happens: renameBranch },
    "default branch deleted": {
      everyDays: 600,
      happens: () => leave("without branch", random.between(HOUR, DAY)),
    },
    "repository lost": { everyDays: 500, happens: () => leave("lost", random.between(6 * HOUR, 4 * DAY)) },
    "repository archived": { everyDays: 600, happens: () => leave("archived", random.between(DAY, 6 * DAY)) },
    "repository renamed": { everyDays: 600, happens: rename },
    "code broken": { everyDays: Number.POSITIVE_INFINITY, happens: breakSomething },
  };
  const often = ({ everyDays, happens }: Rare): void => {
    if (everyDays === Number.POSITIVE_INFINITY) return;
    scene.after(random.wait(everyDays * DAY), () => {
      if (!isLively(scene)) return;
      happens();
      often({ everyDays, happens });
    });
  };
  const nextPush = () =>
    scene.after(random.wait(DAY / profile.pushesADay), () => {
      push();
      nextPush();
    });
  nextPush();
  for (const one of Object.values(rare)) often(one);
  scene.after(random.between(MINUTE, HOUR), () => setTip(tip));

  return {
    name,
    organisation,
    repo,
    ci,
    tip: () => tip,
    absence: () => absence,
    push,
    merged: () => setTip(repo.tip()),
    rare,
    pushes: () => pushes,
    reds,
    finish() {
      if (red !== null) reds.push({ repository: name, ...red, until: scene.now() });
      red = null;
    },
  };
}

function parentOf({ state }: GithubRepository, commit: string): string | undefined {
  const text = state.store.get(commit)?.bytes.toString("utf8") ?? "";
  return /^parent (\w+)$/m.exec(text)?.[1];
}
