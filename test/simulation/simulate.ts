import { LAMBDAS } from "../../lambdas/registry.ts";
import { BARS } from "./bars.ts";
import { type Counts, counts, type Use } from "./counts.ts";
import { factBook } from "./fact-book.ts";
import type { Facts } from "./facts.ts";
import { hostOf } from "./host.ts";
import { type KillBook, killBook } from "./killing.ts";
import { measuredBucket } from "./measured-artifacts.ts";
import { measuredTable } from "./measured-ledger.ts";
import type { SimulatedOrganisation } from "./organisations.ts";
import { type QueuedMessage, queuesOf } from "./queues.ts";
import { DAY, HOUR, isLively, MINUTE } from "./scene.ts";
import { type Trouble, troubles } from "./trouble.ts";
import { nextWallHour } from "./wall-clock.ts";
import { watchLooks } from "./watch-looks.ts";
import { withoutWaiting } from "./without-waiting.ts";
import { startWorld, type World } from "./world.ts";

export interface SimulationOptions {
  readonly seed: string;
  readonly repositories: number;
  readonly days: number;
  /** How much more often than usual functions are killed; 1 unless told. */
  readonly harm?: number;
  /** US dollars that an organisation may spend in any seven days; 15 unless told. */
  readonly weeklyUSD?: string;
  /** Hears of each month that has passed. */
  readonly passed?: (day: number) => void;
}

export interface Simulated {
  readonly options: SimulationOptions;
  readonly organisations: readonly SimulatedOrganisation[];
  /** Lines where a bar does not hold, by its name. */
  readonly broken: ReadonlyMap<string, readonly string[]>;
  readonly facts: Facts;
  readonly troubles: ReadonlyMap<Trouble, number>;
  readonly kills: KillBook["rows"];
  /** By function. */
  readonly used: Counts;
  /** By `<repository> <month>`, and by `<organisation> <month>` what is about none in particular. */
  readonly monthly: Counts;
  readonly errors: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly dead: ReadonlyMap<string, number>;
  readonly looks: { readonly whole: number; readonly parts: number };
  /** What a look takes at which nothing differs, in the mean of the organisations. */
  readonly quietLook: Pick<Use, "github" | "requests" | "read">;
  readonly pushes: number;
}

/** Monday, before all zones change their clocks. */
const BEGIN = Date.UTC(2026, 0, 5);
const LOOK = 10 * MINUTE;
/** Of so many looks at changes one is carried out. */
const STEPS_AUDITED = 72;
const MOST_AT_ONCE = 3;
const DELIVERY = { lost: 0.004, twice: 0.01, late: 0.01, latest: 90 * MINUTE };

/** Lets functions watch a world of repositories for some days, and holds what came of it against all bars. */
export function simulate(options: SimulationOptions): Promise<Simulated> {
  return withoutWaiting(async () => {
    const noted = troubles();
    const facts = factBook();
    let heard = (_: string): void => {};
    const { seed, repositories, days, harm = 1, weeklyUSD = "15.00" } = options;
    const world = await startWorld({
      ...{ seed, repositories, days, begin: BEGIN, troubles: noted },
      moved: (repository) => heard(repository),
    });
    const { scene } = world;
    const random = scene.random.of("simulation");
    const kills = killBook();
    const used = counts();
    const monthly = counts();
    const outcomes = new Map<string, number>();
    const delivery = () => (isLively(scene) ? DELIVERY : { ...DELIVERY, lost: 0, twice: 0, late: 0 });
    const queues = queuesOf(LAMBDAS, delivery, { random, troubles: noted });
    const looks = watchLooks(world, { facts, used, monthly });
    heard = (repository) => looks.moved(repository);
    for (const repository of world.lives.keys()) heard(repository);
    const host = hostOf({
      ...{ world, queues, facts, kills, used, harm, weeklyUSD },
      table: measuredTable({ shared: true }),
      bucket: measuredBucket(),
      appended: looks.appended,
    });
    scheduleAll(world, { looks, used, send: (body) => queues.send(body.kind, body, scene.now()) });

    const runOne = async (message: QueuedMessage, isCrowd: boolean): Promise<void> => {
      if (message.lambda === "watch") looks.begins(message.body, !isCrowd);
      const ran = await host.run(message, isCrowd);
      const month = new Date(scene.now()).toISOString().slice(0, 7);
      for (const [place, use] of ran.use) monthly.add(`${place || message.body.organisation} ${month}`, use);
      const word = `${message.lambda} ${ran.carried?.kind ?? "ended early"}`;
      outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
      if (message.lambda === "watch") looks.looked(ran);
    };
    const end = BEGIN + days * DAY;
    for (let month = 1; ; ) {
      const next = Math.min(scene.agenda.next(), queues.next());
      if (next >= end) break;
      if (next > scene.now()) scene.github.clock.set(next);
      while (scene.agenda.next() <= scene.now()) scene.agenda.take();
      const received = queues.receive(scene.now());
      if (isLively(scene) && random.chance(0.01)) world.forge.loseOne();
      for (const crowd of crowdsOf(received, () => 1 + random.below(MOST_AT_ONCE))) {
        if (crowd.length > 1) noted.note("two workers at once");
        await Promise.all(crowd.map((message) => runOne(message, crowd.length > 1)));
      }
      if (received.length > 0) world.look();
      const day = (scene.now() - BEGIN) / DAY;
      if (day >= month * 30) options.passed?.(30 * month++);
    }
    const told = facts.finish(world, { begin: BEGIN, end, weekMicros: Number(weeklyUSD) * 1_000_000 });
    await world.close();
    const broken = BARS.map(({ name, check }) => [name, check(told)] as const).filter(
      ([, lines]) => lines.length > 0,
    );
    return {
      ...{ options, used, monthly, outcomes },
      organisations: world.organisations,
      broken: new Map(broken),
      facts: told,
      troubles: noted.counts,
      kills: kills.rows,
      errors: host.errors,
      dead: queues.dead,
      looks: looks.counted,
      quietLook: looks.quietLook(),
      pushes: [...world.lives.values()].reduce((sum, life) => sum + life.pushes(), 0),
    };
  });
}

interface Schedules {
  readonly looks: ReturnType<typeof watchLooks>;
  readonly used: Counts;
  readonly send: (body: QueuedMessage["body"]) => void;
}

/** What the registry's schedules put into queues: a look every ten minutes, a sweep each morning at seven. */
function scheduleAll(world: World, { looks, used, send }: Schedules): void {
  const { scene, organisations } = world;
  for (const [index, organisation] of organisations.entries()) {
    const look = (): void => {
      const body = looks.plan(organisation);
      used.add("watch", { messages: 1 });
      if (body !== null) send(body);
      scene.after(LOOK, look);
    };
    scene.after((index + 1) * MINUTE, look);
    let looked = 0;
    const step = (): void => {
      // No change is under QA in this world: what one look takes, each takes.
      if (looked++ % STEPS_AUDITED === 0) send({ kind: "step", organisation: organisation.name });
      else used.add("step", { runs: 1, requests: 1, read: 1 });
      used.add("step", { messages: 1 });
      scene.after(LOOK, step);
    };
    scene.after((index + 5) * MINUTE, step);
    for (const { name: product } of organisation.products) {
      const sweep = (): void => {
        used.add("sweep", { messages: 1 });
        send({ kind: "sweep", organisation: organisation.name, product });
        next();
      };
      const next = () =>
        scene.after(nextWallHour(scene.now() + HOUR, 7, organisation.timeZone) - scene.now(), sweep);
      next();
    }
  }
}

/** Messages that run at once; of proposals one at a time, as the registry has it. */
function crowdsOf(
  messages: readonly QueuedMessage[],
  size: () => number,
): readonly (readonly QueuedMessage[])[] {
  const crowds: QueuedMessage[][] = [];
  let left = size();
  for (const message of messages) {
    const last = crowds.at(-1);
    const isAlone = message.lambda === "propose" && last?.some(({ lambda }) => lambda === "propose") === true;
    if (last === undefined || left === 0 || isAlone) {
      crowds.push([message]);
      left = size();
    } else last.push(message);
    left -= 1;
  }
  return crowds;
}
