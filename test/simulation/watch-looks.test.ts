import { expect, onTestFinished, test } from "vitest";
import { watchEvent } from "../../knowledge/watch/watch-events.ts";
import { counts } from "./counts.ts";
import { factBook } from "./fact-book.ts";
import { repositoriesOf } from "./organisations.ts";
import { HOUR, MINUTE } from "./scene.ts";
import { troubles } from "./trouble.ts";
import { watchLooks } from "./watch-looks.ts";
import { startWorld } from "./world.ts";

const BEGIN = Date.UTC(2026, 0, 5);

/** Looks at the one repository of an organisation, of which something happened at the beginning and nothing since. */
async function looksFrom() {
  const world = await startWorld({
    ...{ seed: "1", repositories: 3, days: 3, begin: BEGIN, troubles: troubles(), moved: () => {} },
  });
  onTestFinished(() => world.close());
  const [organisation] = world.organisations as [(typeof world.organisations)[number]];
  const [repository] = repositoriesOf(organisation) as [string];
  const facts = factBook();
  const looks = watchLooks(world, { facts, used: counts(), monthly: counts() });
  looks.moved(repository);
  return {
    looks,
    repository,
    unquiet: facts.noted.unquiet,
    /** A look at a minute that comes to an end and tells these events. */
    look(minute: number, events: readonly string[]) {
      world.scene.github.clock.set(BEGIN + minute * MINUTE);
      const body = { kind: "watch", organisation: organisation.name };
      looks.begins(body, true);
      const changed = events.length === 0 ? [] : [{ repository, events }];
      looks.looked({
        message: { lambda: "watch", body, sentAt: 0, visibleAt: 0, receives: 1 },
        carried: { due: [], again: false, changed, failed: [], kind: "quiet" },
        use: new Map(),
      });
    },
  };
}

const seenRunning = (minute: number) =>
  watchEvent("head.seen", {
    at: new Date(BEGIN + minute * MINUTE).toISOString(),
    ...{ branch: "main", commit: "c1", outcome: "running", checks: [], relation: null, lastGreen: null },
  });

test("a tip that is first seen late, after a look that was killed, may be told of as one without CI at the next look", async () => {
  const { looks, repository, look, unquiet } = await looksFrom();
  looks.appended(repository, [seenRunning(13)]);
  look(13, ["head.seen"]);
  look(23, ["head.seen"]);
  expect(unquiet).toEqual([]);
});

test("an answer that waits is looked at once its time has come", async () => {
  const { looks, repository, look, unquiet } = await looksFrom();
  const until = new Date(BEGIN + 30 * HOUR).toISOString();
  looks.appended(repository, [
    watchEvent("answer.waits", { failure: "f1", at: new Date(BEGIN).toISOString(), until, why: "money" }),
  ]);
  look(25 * 60, []);
  look(29 * 60, ["head.seen"]);
  expect(unquiet).toEqual([{ repository, at: BEGIN + 29 * HOUR, events: ["head.seen"] }]);
  look(30 * 60, ["head.seen"]);
  expect(unquiet).toHaveLength(1);
});

test("what a look tells where nothing happened and no time fell due is noted", async () => {
  const { look, repository, unquiet } = await looksFrom();
  look(13, []);
  look(23, ["head.seen"]);
  expect(unquiet).toEqual([{ repository, at: BEGIN + 23 * MINUTE, events: ["head.seen"] }]);
});
