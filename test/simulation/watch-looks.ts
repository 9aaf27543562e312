import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { attention, momentsOf } from "./attention.ts";
import { type Counts, NOTHING, type Use } from "./counts.ts";
import type { FactBook } from "./fact-book.ts";
import type { Ran } from "./host.ts";
import { repositoriesOf, type SimulatedOrganisation } from "./organisations.ts";
import type { MessageBody } from "./queues.ts";
import { MINUTE } from "./scene.ts";
import type { World } from "./world.ts";

/** Repositories whose tips one request asks for. */
const A_REQUEST = 50;
/** Of all looks, those that are carried out in full, whether or not anything can differ. */
const AUDITED = 1 / 60;

/**
 * The looks of an organisation. A repository of which nothing moved, nothing is due and no rule of time falls due is
 * left out and counted at the price of its last look that told nothing; a part of the looks is carried out in full, and
 * whatever one of them tells of a repository that would have been left out is a fault of this reckoning.
 */
export interface WatchLooks {
  /** Something happened to a repository in the world. */
  moved(repository: string): void;
  /** A function appended to its streams. */
  appended(repository: string, events: readonly LedgerEvent[]): void;
  /** What is to be sent at a tick; null where nothing can differ. */
  plan(organisation: SimulatedOrganisation): MessageBody | null;
  /** A look begins, alone or while other functions run. */
  begins(body: MessageBody, isAlone: boolean): void;
  looked(ran: Ran): void;
  /** What a look takes at which nothing differs, in the mean of the organisations. */
  quietLook(): Pick<Use, "github" | "requests" | "read">;
  /** Looks that were counted without being carried out, and repositories that were left out of others. */
  readonly counted: { whole: number; parts: number };
}

export function watchLooks(
  world: World,
  { facts, used, monthly }: { readonly facts: FactBook; readonly used: Counts; readonly monthly: Counts },
): WatchLooks {
  const { scene, forge } = world;
  const random = scene.random.of("looks");
  const drawn = attention();
  const due = new Set<string>();
  const prices = new Map<string, Use>();
  const common = new Map<string, Use>();
  const counted = { whole: 0, parts: 0 };
  const begun = new WeakMap<MessageBody, number>();
  const quiet = new WeakMap<MessageBody, ReadonlySet<string>>();
  const isQuiet = (repository: string) => !due.has(repository) && !drawn.isDrawn(repository, scene.now());
  const nothingDiffers = (repository: string) =>
    !due.has(repository) && !drawn.mayDiffer(repository, scene.now());
  const month = () => new Date(scene.now()).toISOString().slice(0, 7);

  const countQuiet = (repositories: readonly string[]) => {
    counted.parts += repositories.length;
    for (const repository of repositories) {
      const price = prices.get(repository);
      if (price === undefined) continue;
      used.add("watch", price);
      monthly.add(`${repository} ${month()}`, price);
    }
  };
  const tipsOf = (organisation: SimulatedOrganisation) =>
    Math.ceil(repositoriesOf(organisation).length / A_REQUEST);

  return {
    counted,
    quietLook() {
      const all = [...common.values()];
      const mean = (key: "github" | "requests" | "read") =>
        all.reduce((sum, one) => sum + one[key], 0) / Math.max(1, all.length);
      return { github: mean("github"), requests: mean("requests"), read: mean("read") };
    },
    moved: (repository) => drawn.draw(repository, scene.now(), "world"),
    appended(repository, events) {
      drawn.draw(repository, scene.now(), "function");
      for (const moment of momentsOf(events)) drawn.drawAt(repository, moment);
    },
    plan(organisation) {
      const { name } = organisation;
      const all = repositoriesOf(organisation);
      const body = { kind: "watch", organisation: name };
      const isTroubled = scene.now() < forge.lastEnd() + 30 * MINUTE;
      const chosen = all.filter((one) => !isQuiet(one));
      const price = common.get(name);
      if (price === undefined || isTroubled || random.chance(AUDITED)) return body;
      countQuiet(all.filter((one) => !chosen.includes(one)));
      if (chosen.length === 0) {
        counted.whole += 1;
        used.add("watch", { ...price, runs: 1 });
        monthly.add(`${name} ${month()}`, { ...price, runs: 1 });
        return null;
      }
      const missing = { ...NOTHING, github: tipsOf(organisation) - Math.ceil(chosen.length / A_REQUEST) };
      used.add("watch", missing);
      monthly.add(`${name} ${month()}`, missing);
      return { ...body, repositories: chosen };
    },
    begins(body, isAlone) {
      const organisation = organisationOf(world, body);
      begun.set(body, scene.now());
      quiet.delete(body);
      if (isAlone && body.repositories === undefined)
        quiet.set(body, new Set(repositoriesOf(organisation).filter(nothingDiffers)));
    },
    looked({ message, carried, use }) {
      if (carried === null) return;
      const { body } = message;
      const organisation = organisationOf(world, body);
      const asked = (body.repositories as string[] | undefined) ?? repositoriesOf(organisation);
      const changed = new Map((carried.changed ?? []).map(({ repository, events }) => [repository, events]));
      const isDue = new Set<string>(
        carried.due.flatMap((one) => ("repository" in one ? [one.repository] : [])),
      );
      const failed = new Set(carried.failed);
      for (const repository of asked) {
        if (!failed.has(repository)) drawn.settle(repository, begun.get(body) ?? 0);
        if (isDue.has(repository)) due.add(repository);
        else due.delete(repository);
        if (!changed.has(repository))
          prices.set(repository, { ...(use.get(repository) ?? NOTHING), messages: 0 });
      }
      if (body.repositories !== undefined) return;
      if (changed.size === 0)
        common.set(organisation.name, {
          ...(use.get("") ?? NOTHING),
          github: tipsOf(organisation),
          runs: 0,
          messages: 0,
        });
      for (const [repository, events] of changed)
        if (quiet.get(body)?.has(repository))
          facts.noted.unquiet.push({ repository, at: scene.now(), events });
    },
  };
}

function organisationOf({ organisations }: World, { organisation }: MessageBody): SimulatedOrganisation {
  return organisations.find(({ name }) => name === organisation)!;
}
