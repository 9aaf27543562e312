import { AssayError } from "../../knowledge/errors.ts";
import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { LAMBDAS } from "../../lambdas/registry.ts";
import { OUTCOMES } from "../../lambdas/shared/outcomes.ts";
import { type Counts, NOTHING, sumOf, type Use } from "./counts.ts";
import type { FactBook } from "./fact-book.ts";
import { type Kill, type KillBook, runLife } from "./killing.ts";
import type { MeasuredBucket } from "./measured-artifacts.ts";
import type { MeasuredTable } from "./measured-ledger.ts";
import { repositoriesOf, settingsOf } from "./organisations.ts";
import type { QueuedMessage, Queues } from "./queues.ts";
import { runDeps } from "./run-deps.ts";
import { runFetch } from "./run-requests.ts";
import { isLively } from "./scene.ts";
import { simulatedModel } from "./simulated-model.ts";
import { MINTING, tokensOf } from "./tokens.ts";
import { type Carried, type SimulatedWorker, WORKERS } from "./workers.ts";
import type { World } from "./world.ts";

/** Milliseconds by which a machine's clock is wrong at most. */
const SKEW = 50_000;
/** Of a hundred runs of a function, those that are killed. */
const KILLED: Readonly<Record<string, number>> = {
  watch: 0.4,
  step: 0.1,
  triage: 6,
  learn: 0.5,
  sweep: 5,
  propose: 8,
};

export interface HostParts {
  readonly world: World;
  readonly table: MeasuredTable;
  readonly bucket: MeasuredBucket;
  readonly queues: Queues;
  readonly facts: FactBook;
  readonly kills: KillBook;
  /** By function. */
  readonly used: Counts;
  /** How much more often than usual runs are killed. */
  readonly harm: number;
  /** US dollars that an organisation may spend in any seven days. */
  readonly weeklyUSD: string;
  /** Hears of each append to a stream of a repository. */
  readonly appended: (repository: string, events: readonly LedgerEvent[]) => void;
}

/** What became of a run. */
export interface Ran {
  readonly message: QueuedMessage;
  /** Null where it was killed or failed. */
  readonly carried: Carried | null;
  /** What it used, by repository; the empty name holds what is about none in particular. */
  readonly use: ReadonlyMap<string, Use>;
}

export interface Host {
  /** Runs a message; in a crowd others run meanwhile. */
  run(message: QueuedMessage, isCrowd: boolean): Promise<Ran>;
  /** Errors by function and code. */
  readonly errors: ReadonlyMap<string, number>;
}

/** Runs functions as their handlers do: a token, the operation, what is due to the queues, an error as its kind says. */
export function hostOf(parts: HostParts): Host {
  const { world, table, bucket, queues, facts, kills, used, harm } = parts;
  const { scene } = world;
  const { github, troubles } = scene;
  const random = scene.random.of("host");
  const errors = new Map<string, number>();
  const tokens = tokensOf(world, () => used.add("token", { runs: 1, github: MINTING }));
  let runs = 0;

  const planKill = (lambda: string): (Kill & { readonly timesOut: boolean }) | null => {
    if (!isLively(scene) || !random.chance(((KILLED[lambda] ?? 0) * harm) / 100)) return null;
    const kill = kills.plan(lambda, random);
    return kill === null ? null : { ...kill, timesOut: random.chance(0.3) };
  };
  const failed = (lambda: string, error: unknown): keyof typeof OUTCOMES | "unknown" => {
    const code = error instanceof AssayError ? error.code : "not ours";
    const message = error instanceof Error ? error.message : String(error);
    errors.set(`${lambda} ${code}`, (errors.get(`${lambda} ${code}`) ?? 0) + 1);
    const kind = error instanceof AssayError ? error.kind : "unknown";
    if (kind === "unknown" || kind === "bug")
      facts.noted.faults.push({ at: scene.now(), lambda, code, message });
    return kind;
  };
  const send = (due: Carried["due"]): number => {
    const places = new Map<string, string>();
    for (const one of LAMBDAS)
      if (one.trigger.kind === "queue") for (const kind of one.trigger.duties) places.set(kind, one.name);
    let sent = 0;
    for (const duty of due) {
      const place = places.get(duty.kind);
      if (place === undefined) continue;
      queues.send(place, { ...duty }, scene.now());
      sent += 1;
    }
    return sent;
  };

  return {
    errors,
    async run(message, isCrowd) {
      const { lambda, body } = message;
      const row = LAMBDAS.find(({ name }) => name === lambda)!;
      const worker = (WORKERS as Readonly<Record<string, SimulatedWorker>>)[lambda]!;
      const organisation = world.organisations.find(({ name }) => name === body.organisation)!;
      const about = worker.repositories(body, organisation);
      const stranger = about.find((name) => !repositoriesOf(organisation).includes(name as RepositoryName));
      if (stranger !== undefined) {
        // A message about what its organisation does not watch is parked before anything is asked.
        failed(lambda, new Error(`${stranger} is not watched`));
        queues.park(message);
        return { message, carried: null, use: new Map() };
      }
      const only = about.length === 1 ? about[0]! : "";
      const lost = new Set(about.filter(facts.isLost));
      const use = new Map<string, Use>();
      const add = (repository: string, more: Partial<Use>) =>
        use.set(repository, sumOf(use.get(repository) ?? NOTHING, { ...NOTHING, ...more }));
      const kill = planKill(lambda);
      const life = runLife(kill, isCrowd ? random : null, (call) => kills.heard(lambda, call));
      const skew = isLively(scene) && random.chance(0.25) ? random.between(-SKEW, SKEW) : 0;
      if (skew !== 0) troubles.note("clocks differ");
      const clock = { now: () => Math.round(scene.now() + skew) };
      const named = namesNow(world);
      const deps = runDeps({
        life,
        holder: `lambda/${lambda}/${++runs}`,
        clock,
        ledger: table.connect(clock, {
          used: (place, more) => add(repositoryIn(place) ?? only, more),
          appended(stream, events) {
            facts.appended(stream, events);
            const repository = repositoryIn(stream);
            if (repository !== null) parts.appended(repository, events);
          },
        }),
        artifacts: bucket.connect((more) => add(only, more)),
        settings: settingsOf(organisation, about, {
          weeklyUSD: parts.weeklyUSD,
          web: github.web,
          api: github.url,
        }),
        model: organisation.hasModel
          ? simulatedModel(random, (micros) => {
              github.clock.advance(4_000);
              const run =
                `triage-${body.organisation}.${only.replace("/", ".")}.${String(body.failure)}`.toLowerCase();
              facts.noted.spends.push({
                organisation: String(body.organisation),
                at: scene.now(),
                micros,
                run,
              });
            })
          : null,
        api: {
          web: github.web,
          url: github.url,
          fetch: runFetch(github, life, ({ name, repository, writes }) => {
            const place = repository === null ? only : (named.get(repository) ?? repository);
            add(place, { github: 1 });
            if (!writes) return;
            const isPlatform = world.organisations.some(({ platform }) => platform === place);
            facts.noted.writes.push({
              at: scene.now(),
              repository: place,
              what: name,
              platform: isPlatform,
              lost: lost.has(place),
            });
          }),
        },
        about,
        token: async (names) => tokens.of(lambda, row.token ?? "read", names),
        random,
        passTime: (milliseconds) => github.clock.advance(milliseconds),
      });
      const ended = await Promise.race([
        life.killed,
        worker.carryOut(body, deps).catch((error: unknown) => ({ error })),
      ]);
      let carried: Carried | null = null;
      if (ended === "killed") {
        if (kill !== null) kills.note(lambda, kill);
        if (kill?.timesOut === true) troubles.note("function timed out");
        else
          troubles.note(
            kill?.when === "before" ? "function killed before a call" : "function killed after a call",
          );
      } else if ("error" in ended) {
        const kind = failed(lambda, ended.error);
        if (kind !== "unknown" && OUTCOMES[kind] === "parked") queues.park(message);
      } else {
        carried = ended;
        if (carried.kind === "refused") troubles.note("money refused");
        if (!carried.again) queues.remove(message);
        add("", { messages: send(carried.due) });
      }
      add("", { runs: 1 });
      for (const more of use.values()) used.add(lambda, more);
      checkBranches(about);
      return { message, carried, use };
    },
  };

  /** A default branch stands where people left it. */
  function checkBranches(about: readonly string[]): void {
    for (const name of about) {
      const life = world.lives.get(name as RepositoryName);
      if (life === undefined || life.absence() !== null) continue;
      const { refs, defaultBranch } = life.repo.state;
      if (refs.get(`refs/heads/${defaultBranch}`) !== life.tip())
        facts.noted.moved.push({ repository: name, at: scene.now() });
    }
  }
}

/** The settings' names of repositories by what they are called now. */
function namesNow({ lives }: World): ReadonlyMap<string, RepositoryName> {
  return new Map(
    [...lives.values()].map(({ name, repo }) => [`${repo.state.owner}/${repo.state.name}`, name]),
  );
}

/** The repository that a stream is of, or null: `watch/…`, `request/…`, an account of a triage. */
function repositoryIn(place: string): string | null {
  const [, owner, name] =
    /^watch\/[^.]+\.([^.]+)\.(.+)$/.exec(place) ??
    /^request\/([^.]+)\.(.+)\.[a-z]+$/.exec(place) ??
    /^budget\/triage-[^.]+\.([^.]+)\.(.+)\.[0-9a-f]+$/.exec(place) ??
    [];
  return owner === undefined ? null : `${owner}/${name}`;
}
