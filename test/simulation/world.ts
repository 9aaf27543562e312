import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import { startGithub } from "../support/github/github.ts";
import { agenda } from "./agenda.ts";
import { type ForgeTrouble, forgeTrouble } from "./forge-trouble.ts";
import { organisationsOf, repositoriesOf, type SimulatedOrganisation } from "./organisations.ts";
import { peopleOf } from "./people.ts";
import { randomOf } from "./random.ts";
import { type RepositoryLife, repositoryLife } from "./repository-life.ts";
import { DAY, HOUR, isLively, MINUTE, type Scene } from "./scene.ts";
import { TROUBLE, type Troubles } from "./trouble.ts";

export interface WorldOptions {
  readonly seed: string;
  readonly repositories: number;
  readonly days: number;
  /** Milliseconds since the epoch. */
  readonly begin: number;
  readonly troubles: Troubles;
  /** Hears of each repository of which something is another than before. */
  readonly moved: (repository: RepositoryName) => void;
}

/** A world of repositories on a forge of its own, which lives by its agenda. */
export interface World {
  readonly scene: Scene;
  readonly organisations: readonly SimulatedOrganisation[];
  readonly lives: ReadonlyMap<RepositoryName, RepositoryLife>;
  readonly forge: ForgeTrouble;
  /** People see what was written since they looked last. */
  look(): void;
  close(): Promise<void>;
}

/** How often somebody pushes to a repository a day, and how many of a hundred repositories are like that. */
const PACES = [
  { of: 50, pushesADay: 1 / 25 },
  { of: 40, pushesADay: 1 / 8 },
  { of: 10, pushesADay: 0.8 },
] as const;
/** The last days, in which no trouble begins and all is finished. */
const QUIET = 9 * DAY;
/** Days from the beginning in which what never came is brought about; after that chance has to do. */
const FORCED_UNTIL = 12 * DAY;
/** Repositories in which something is brought about at a time. */
const FORCED = 4;

export async function startWorld(options: WorldOptions): Promise<World> {
  const { seed, begin, days, troubles, moved } = options;
  const random = randomOf(seed);
  const happenings = agenda();
  const github = await startGithub({ now: begin, listens: false, listLag: 4_000 });
  const outages = new Map<string, number>();
  const end = begin + days * DAY;
  const now = () => github.clock.now();
  const scene: Scene = {
    github,
    agenda: happenings,
    random,
    troubles,
    quietFrom: end - Math.min(QUIET, (end - begin) * 0.4),
    now,
    after: (milliseconds, happens) => happenings.enter(now() + milliseconds, happens),
    runnersFail: (organisation) => now() < (outages.get(organisation) ?? 0),
  };
  const forge = forgeTrouble(scene);
  const people = peopleOf(scene);
  const organisations = organisationsOf(options.repositories);
  const lives = new Map<RepositoryName, RepositoryLife>();
  for (const organisation of organisations) {
    github.repository(organisation.platform, { private: true, files: { "a.txt": "1\n" }, labels: [] });
    repositoriesOf(organisation).forEach((name, index) => {
      const place = ((index * 37) % 100) + 0.5;
      const pace = PACES.find(
        (_, at) => place < PACES.slice(0, at + 1).reduce((sum, { of }) => sum + of, 0),
      )!;
      const profile = {
        name,
        organisation: organisation.name,
        pushesADay: pace.pushesADay * random.between(0.7, 1.3),
        jobs: index % 3 === 0 ? ["unit", "lint", "e2e"] : ["unit", "lint"],
        jobMs: random.between(4 * MINUTE, 26 * MINUTE),
        breaks: 0.04 * organisation.breaks,
      };
      lives.set(
        name,
        repositoryLife(scene, profile, () => moved(name)),
      );
    });
  }
  const all = [...lives.values()];
  const seen = new Map<RepositoryLife, number>();

  const runnersFail = (organisation: SimulatedOrganisation) => {
    troubles.note("infrastructure outage");
    outages.set(organisation.name, now() + random.between(HOUR, 5 * HOUR));
    // Whoever pushes meanwhile sees it.
    for (const life of all) if (life.organisation === organisation.name && random.chance(0.1)) life.push();
  };
  const outage = (): void =>
    scene.after(random.wait(30 * DAY), () => {
      if (!isLively(scene)) return;
      runnersFail(random.pick(organisations));
      outage();
    });
  outage();

  // What is rare is brought about where chance alone has not, so that a short run has all of it.
  const force = (): void => {
    if (!isLively(scene) || now() > begin + FORCED_UNTIL) return;
    const missing = TROUBLE.filter((trouble) => troubles.counts.get(trouble) === 0);
    for (const trouble of missing) {
      const rare = random.pick(all).rare[trouble];
      if (rare !== undefined && random.chance(0.3)) rare.happens();
      if (trouble === "forge down" || trouble === "forge limits") forge.begin(trouble);
      if (trouble === "infrastructure outage") runnersFail(random.pick(organisations));
    }
    // Issues come of failures, and money is spent on them.
    if (missing.some((trouble) => /issue|mend|money/.test(trouble)))
      for (let count = 0; count < FORCED; count++) random.pick(all).rare["code broken"]?.happens();
    if (missing.length > 0) for (let count = 0; count < FORCED; count++) random.pick(all).push();
    scene.after(5 * HOUR, force);
  };
  scene.after(3 * HOUR, force);

  const prune = (): void => {
    for (const { ci } of all) ci.prune();
    github.requests.length = 0;
    scene.after(DAY, prune);
  };
  prune();

  return {
    scene,
    organisations,
    lives,
    forge,
    look() {
      for (const life of all) {
        const { state } = life.repo;
        for (let number = seen.get(life) ?? 1; number < state.nextNumber; number++) {
          const issue = state.issues.get(number);
          if (issue?.author === `${github.app.slug}[bot]`) people.see(life, issue);
        }
        seen.set(life, state.nextNumber);
      }
    },
    close: () => github.close(),
  };
}
