import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ledgerPull } from "../../knowledge/actions/ledger-pull.ts";
import { ledgerPush } from "../../knowledge/actions/ledger-push.ts";
import { refuseUnseenLedger } from "../../knowledge/actions/ledger-seen.ts";
import { dispatch } from "../../knowledge/actions/operation.ts";
import { gitLedgerRemote } from "../../knowledge/adapters/git/ledger-remote.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { sqliteLedgerSync } from "../../knowledge/adapters/sqlite/ledger-sync.ts";
import { ITEM } from "../../knowledge/item/item.ts";
import { learningEvent } from "../../knowledge/learn/learning-run.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";
import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { collect } from "../support/collect.ts";
import { serveGit } from "../support/git-http.ts";
import { ITEM_EVENTS } from "../support/item-events.ts";
import { bareRemote, git, type LedgerClone, ledgerClone } from "../support/ledger-clone.ts";
import { sampleRun } from "../support/sample-learning.ts";
import { tickingClock } from "../support/ticking-clock.ts";

const STREAM = "item/SHOP-12";
const ROUNDS = process.env.ASSAY_TESTS === "full" ? 20 : 6;
const { added, claimed, completed, taskAdded } = ITEM_EVENTS;
const fact = (note: string): LedgerEvent => ({
  type: "record.ruled",
  v: 1,
  data: {
    ...{ act: "forget", record: note, by: "operator", at: "2026-01-05T10:00:00.000Z" },
    ...{ reason: null, before: null, after: null },
  },
});
/** What a run of the stream `learning/<run>` leaves once it is learned from. */
const learnedFrom = (run: string): readonly [LedgerEvent, ...LedgerEvent[]] => [
  learningEvent("run.recorded", {
    ...sampleRun(1, { run }),
    ...{ verdict: "pass", durationMs: null, title: "npm test", evidence: "e".repeat(64) },
    tests: { total: 1, passed: 1, failed: 0, errored: 0, skipped: 0, flaky: 0 },
  }),
  learningEvent("analysis.finished", { results: "a".repeat(64), causes: {} }),
  learningEvent("curation.finished", {
    counts: { added: 0, confirmed: 0, superseded: 0, deprecated: 0, proposed: 0 },
    ...{ promoted: [], held: [], confirmed: [], journal: [], overCap: [] },
  }),
  learningEvent("proposals.finished", { skipped: "no-eval-corpus" }),
];

/** Two clones of one remote, which only knows what they push. */
function twoClones() {
  const folder = bareRemote();
  const remote = join(folder, "shop.git");
  return { remote, one: ledgerClone(remote), other: ledgerClone(remote, tickingClock(1_800_000_000_000)) };
}

/** Puts a commit of this file on the shared ledger, as somebody else could. */
function plant(remote: string, text: string | Buffer, file = "batches.ndjson"): void {
  const folder = bareRemote();
  const path = join(folder, "text");
  writeFileSync(path, text);
  const blob = git(remote, "hash-object", "-w", path);
  writeFileSync(path, `100644 blob ${blob}\t${file}\n`);
  const tree = git(remote, "-c", "core.quotePath=false", ...["read-tree", "--empty"]) || "";
  expect(tree).toBe("");
  git(remote, "update-index", "--add", "--cacheinfo", `100644,${blob},${file}`);
  const root = git(remote, "write-tree");
  const parent = git(remote, "for-each-ref", "--format=%(objectname)", "refs/assay/ledger");
  const identity = ["-c", "user.name=x", "-c", "user.email=x@e.org"];
  const on = parent === "" ? [] : ["-p", parent];
  const commit = git(remote, ...identity, "commit-tree", root, ...on, "-m", "planted");
  git(remote, "update-ref", "refs/assay/ledger", commit);
}

const piece = (...rows: readonly object[]) =>
  `${[{ assay: "ledger", v: 1 }, ...rows].map((row) => JSON.stringify(row)).join("\n")}\n`;
const row = (first: number, ...events: readonly LedgerEvent[]) => ({
  ...{ stream: STREAM, first, last: first + events.length - 1, at: 5, events },
});

describe("a ledger shared through a bare repository", () => {
  test("comes to the other clone in its order, and what it is made of is there too", async () => {
    const { one, other } = twoClones();
    await one.append(STREAM, added(), taskAdded(1, "Print"));
    await one.append(STREAM, claimed("one"));
    expect((await one.push()).pushed).toEqual([{ stream: STREAM, events: 3 }]);
    expect((await one.push()).pushed).toEqual([]);
    expect((await other.pull()).taken).toMatchObject({ stands: "ahead", received: 3, set_aside: [] });
    expect(await other.events(STREAM)).toEqual(await one.events(STREAM));
    expect(await other.ledger.summaries("item")).toMatchObject([{ stream: STREAM, seq: 3 }]);
    expect((await other.pull()).taken).toMatchObject({ stands: "same", received: 0 });
    expect(await other.status()).toMatchObject({ stands: "same", unpushed: [], set_aside: [] });
  });

  test("takes what both claimed for whoever pushed first, and keeps what is a fact", async () => {
    const { one, other } = twoClones();
    await one.append(STREAM, added());
    await one.push();
    await other.pull();
    await one.append(STREAM, claimed("one"));
    await other.append(STREAM, claimed("two"));
    await other.append("person/acts", fact("r1"));
    await one.push();
    const pushed = await other.push();
    expect(pushed.taken).toMatchObject([
      { set_aside: [{ stream: STREAM, seq: 2, events: [claimed("two")] }] },
    ]);
    expect(pushed.pushed).toEqual([{ stream: "person/acts", events: 1 }]);
    await one.pull();
    for (const stream of [STREAM, "person/acts"])
      expect(await one.events(stream)).toEqual(await other.events(stream));
    expect((await readState(one.ledger, STREAM, ITEM)).state.item?.claim?.actor_id).toBe("one");
    expect((await other.status()).set_aside).toMatchObject([
      { stream: STREAM, why: `${STREAM}#2 (ItemClaimed) was there first`, events: [claimed("two")] },
    ]);
  });

  test("keeps at home what is of one clone: commands that were allowed, and runs that are not learned from yet", async () => {
    const { one, other } = twoClones();
    await one.append("command/acme.shop", { type: "command.confirmed", v: 1, data: { command: "make" } });
    const [run, ...done] = learnedFrom("r1");
    await one.append("learning/r1", run);
    expect(await one.push()).toMatchObject({ pushed: [], waiting: ["learning/r1"], tip: null });
    for (const event of done) await one.append("learning/r1", event);
    expect(await one.push()).toMatchObject({ pushed: [{ stream: "learning/r1", events: 4 }], waiting: [] });
    await other.pull();
    expect(await other.ledger.streams("")).toEqual(["learning/r1"]);
  });

  test("knows what was pushed before it could be noted, also from a copy of the file", async () => {
    const { one, other } = twoClones();
    await one.append(STREAM, added());
    // Killed after the push: nothing of it is noted.
    const sync = { ...one.deps.ledgerSync, confirm: async () => "moved" as const };
    const remote = { ...one.deps.ledgerRemote, keep: async () => {} };
    await dispatch(ledgerPush, { ...one.deps, ledgerSync: sync, ledgerRemote: remote }, {});
    expect(await one.deps.ledgerSync.standing()).toMatchObject({ head: null });
    await one.append(STREAM, claimed("one"));
    expect((await one.push()).pushed).toEqual([{ stream: STREAM, events: 1 }]);
    await other.pull();
    expect(await other.events(STREAM)).toEqual(await one.events(STREAM));
    expect((await one.status()).set_aside).toEqual([]);
  });

  test("is taken in whole or in part by whoever is killed in a pull, and the next one goes on", async () => {
    const { one, other } = twoClones();
    for (let number = 1; number <= 3; number += 1) {
      await one.append(`item/SHOP-${number}`, added(`SHOP-${number}`));
      await one.push();
    }
    let left = 1;
    const integrate = async (taken: Parameters<typeof other.deps.ledgerSync.integrate>[0]) => {
      if (left-- === 0) throw new Error("killed");
      return other.deps.ledgerSync.integrate(taken);
    };
    const remote = { ...other.deps.ledgerRemote, keep: () => Promise.reject(new Error("killed")) };
    const deps = { ...other.deps, ledgerRemote: remote, ledgerSync: { ...other.deps.ledgerSync, integrate } };
    await expect(dispatch(ledgerPull, deps, {})).rejects.toThrow("killed");
    await other.pull();
    expect(await other.ledger.streams("item/")).toEqual(["item/SHOP-1", "item/SHOP-2", "item/SHOP-3"]);
    expect((await other.push()).pushed).toEqual([]);
  });

  test("is no less sound where another process of the clone takes it in meanwhile", async () => {
    const { one, other } = twoClones();
    await one.append(STREAM, added());
    await one.push();
    await other.pull();
    await one.append(STREAM, claimed("one"));
    await one.push();
    let isFirst = true;
    const fetch: LedgerClone["deps"]["ledgerRemote"]["fetch"] = async (...asked) => {
      const stands = await other.deps.ledgerRemote.fetch(...asked);
      if (isFirst) {
        isFirst = false;
        await other.pull();
      }
      return stands;
    };
    const deps = { ...other.deps, ledgerRemote: { ...other.deps.ledgerRemote, fetch } };
    expect((await dispatch(ledgerPull, deps, {})).taken).toMatchObject({ stands: "same", received: 0 });
    expect(await other.events(STREAM)).toEqual(await one.events(STREAM));
  });

  test("works in linked work trees, and says what is missing without a remote", async () => {
    const { one, other } = twoClones();
    git(
      one.folder,
      "-c",
      "user.name=x",
      "-c",
      "user.email=x@e.org",
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      "x",
    );
    const tree = join(one.folder, "linked");
    git(one.folder, "worktree", "add", "--quiet", tree);
    await one.append(STREAM, added());
    const linked = { ...one.deps, ledgerRemote: gitLedgerRemote({ cwd: tree, env: process.env }) };
    expect((await dispatch(ledgerPush, linked, {})).pushed).toHaveLength(1);
    await other.pull();
    expect(await other.events(STREAM)).toHaveLength(1);
    await expect(dispatch(ledgerPull, one.deps, { remote: "upstream" })).rejects.toMatchObject({
      code: "ledger_remote_missing",
      message: expect.stringContaining("there are origin"),
    });
    git(one.folder, "remote", "remove", "origin");
    await expect(one.push()).rejects.toMatchObject({ code: "ledger_remote_missing" });
    expect(await one.status()).toMatchObject({
      stands: "unreachable",
      why: expect.stringContaining("this clone has none"),
    });
  });

  test("is guarded by the pre-push hook of the clone, and by no other one", async () => {
    const { one, remote } = twoClones();
    for (const name of ["pre-push", "reference-transaction"]) {
      const hook = join(one.folder, ".git/hooks", name);
      writeFileSync(
        hook,
        name === "pre-push"
          ? "#!/bin/sh\necho not today >&2\nexit 1\n"
          : `#!/bin/sh\ntouch ${join(one.folder, "ran")}\n`,
      );
      chmodSync(hook, 0o755);
    }
    await one.append(STREAM, added());
    await expect(one.push()).rejects.toMatchObject({
      code: "ledger_push_refused",
      message: expect.stringContaining("not today"),
    });
    expect(git(remote, "for-each-ref", "refs/assay")).toBe("");
    writeFileSync(
      join(one.folder, ".git/hooks/pre-push"),
      `#!/bin/sh\ncat > ${join(one.folder, "pushed")}\n`,
    );
    expect((await one.push()).pushed).toHaveLength(1);
    expect(readFileSync(join(one.folder, "pushed"), "utf8")).toContain("refs/assay/ledger");
  });

  test("is not pushed again by a hook of its own push, which says so", async () => {
    const { one } = twoClones();
    const hook = join(one.folder, ".git/hooks/pre-push");
    const seen = join(one.folder, "environment");
    writeFileSync(hook, `#!/bin/sh\nenv > ${seen}\n`);
    chmodSync(hook, 0o755);
    await one.append(STREAM, added());
    const { tip } = await one.push();
    const rows = readFileSync(seen, "utf8").split("\n");
    const env = Object.fromEntries(rows.map((text) => [text.split("=", 1)[0], text.replace(/^[^=]*=/, "")]));
    await one.append(STREAM, claimed("one"));
    const inHook = gitLedgerRemote({ cwd: one.folder, env });
    const pushed = await dispatch(ledgerPush, { ...one.deps, ledgerRemote: inHook }, {});
    expect(pushed).toMatchObject({ pushed: [], skipped: expect.stringContaining("under way") });
    expect(await inHook.tip("origin")).toBe(tip);
    expect(await one.push()).toMatchObject({ pushed: [{ stream: STREAM, events: 1 }], skipped: null });
  });

  test("that was rewritten is refused, one that is behind is brought forward", async () => {
    const { one, other, remote } = twoClones();
    await one.append(STREAM, added());
    const first = (await one.push()).tip!;
    await one.append(STREAM, claimed("one"));
    const second = (await one.push()).tip!;
    git(remote, "update-ref", "refs/assay/ledger", first);
    expect((await one.pull()).taken).toMatchObject({ stands: "behind", received: 0 });
    mkdirSync(join(one.folder, ".assay"));
    writeFileSync(join(one.folder, ".assay/config.yaml"), "version: 1\nledger_remote: origin\n");
    expect(await refuseUnseenLedger(one.deps)).toMatchObject({
      why: expect.stringContaining("is behind what was taken in here"),
      recover: "assay ledger push",
    });
    expect((await one.push()).tip).toBe(second);
    expect(await refuseUnseenLedger(one.deps)).toBeNull();
    await other.pull();
    git(remote, "update-ref", "-d", "refs/assay/ledger");
    plant(remote, piece(row(1, added())));
    await expect(other.pull()).rejects.toMatchObject({ code: "ledger_remote_apart" });
    await expect(other.push()).rejects.toMatchObject({ code: "ledger_remote_apart" });
    expect(await other.events(STREAM)).toHaveLength(2);
  });

  test.each([
    ["no text", Buffer.from([0xff, 0x0a]), "ledger_remote_invalid"],
    ["a gap", piece(row(4, claimed("x"))), "ledger_remote_invalid"],
    ["a sequence that was there", piece(row(1, added())), "ledger_remote_invalid"],
    [
      "an event that is not of its form",
      piece(row(2, { ...claimed("x"), data: {} })),
      "ledger_remote_invalid",
    ],
    [
      "a yes to a command",
      piece({ ...row(1, claimed("x")), stream: "command/acme.shop" }),
      "ledger_remote_invalid",
    ],
    [
      "a run whose jobs are not done",
      piece({ ...row(1, learnedFrom("x")[0]), stream: "learning/x" }),
      "ledger_remote_invalid",
    ],
    [
      "a run that no list can show",
      piece({
        ...row(1, ...learnedFrom("x").map((event) => ({ ...event, data: {} }))),
        stream: "learning/x",
      }),
      "ledger_remote_invalid",
    ],
    [
      "a run of another name",
      piece({ ...row(1, ...learnedFrom("x")), stream: "learning/y" }),
      "ledger_remote_invalid",
    ],
    [
      "money that is no number",
      piece({
        ...row(1, {
          type: "money.settled",
          v: 1,
          data: { id: "m1", at: "2026-01-05T10:00:00Z", micros: "1" },
        }),
        stream: "budget/x",
      }),
      "ledger_remote_invalid",
    ],
    [
      "a watch that no list can show",
      piece({
        ...row(1, { type: "ci.failed", v: 1, data: { at: 7, failure: "f", checks: [], answer: {} } }),
        stream: "watch/acme.shop",
      }),
      "ledger_remote_invalid",
    ],
    [
      "an item whose name is none",
      piece({ ...row(1, added()), stream: "item/lower case" }),
      "ledger_remote_invalid",
    ],
    [
      "an item of another stream",
      piece({ ...row(1, added()), stream: "item/EVIL-1" }),
      "ledger_remote_invalid",
    ],
    [
      "a verdict on a run of another item",
      piece(row(2, completed("SHOP-7/run-7k3f9x2m0a", "SHOP-7/req-7k3f9x2m0a"))),
      "ledger_remote_invalid",
    ],
    [
      "what cannot be folded",
      piece({
        ...row(1, { type: "round.started", v: 1, data: { run: 1 } }, { type: "run.started", v: 1, data: {} }),
        stream: "change/acme.shop.1",
      }),
      "ledger_remote_invalid",
    ],
    ["what a newer Assay wrote", '{"assay":"ledger","v":9}\n', "ledger_remote_newer"],
    [
      "too much",
      `${JSON.stringify({ assay: "ledger", v: 1 })}\n${" ".repeat(17 * 1024 * 1024)}`,
      "ledger_remote_invalid",
    ],
  ])("that holds %s is refused by name, and nothing changes here", async (_, text, code) => {
    const { one, other, remote } = twoClones();
    await one.append(STREAM, added());
    await one.push();
    await other.pull();
    await other.append(STREAM, claimed("two"));
    const before = await other.events(STREAM);
    // What is sound comes first, and is not taken either.
    plant(remote, piece({ ...row(1, added("SHOP-9")), stream: "item/SHOP-9" }));
    plant(remote, text);
    for (const attempt of [other.pull, other.push]) await expect(attempt()).rejects.toMatchObject({ code });
    expect(await other.events(STREAM)).toEqual(before);
    expect(await other.ledger.streams("")).toEqual([STREAM]);
    expect((await other.status()).set_aside).toEqual([]);
  });

  test("that holds a commit of another form is refused", async () => {
    const { one, remote } = twoClones();
    plant(remote, "x", "other.txt");
    await expect(one.pull()).rejects.toMatchObject({
      code: "ledger_remote_invalid",
      message: expect.stringContaining("holds no batches.ndjson"),
    });
    expect(existsSync(one.file) ? await one.ledger.streams("") : []).toEqual([]);
  });

  test("costs a push and a pull a few processes, however many streams there are", async () => {
    const { one, other, remote } = twoClones();
    const sync = one.deps.ledgerSync;
    const streams = Array.from({ length: 5_000 }, (_, number) => {
      const stream = `item/SHOP-${number + 1}`;
      const batch = { stream, first: 1, last: 1, at: 1, events: [added(`SHOP-${number + 1}`)] };
      return {
        ...{ stream, was: { shared: 0, last: 0 }, keptTo: 0, added: [batch], shared: 0, setAside: [] },
        ...{ summary: null, snapshot: null },
      };
    });
    await sync.integrate({ from: null, to: "none", at: 1, streams });
    const db = sqliteLedgerSync(one.file);
    expect((await db.unpushed()).length).toBe(5_000);
    // As it was before anything was taken in.
    const fresh = {
      ...sync,
      standing: async () => ({ head: null, lookedAt: null }),
      tails: async (names: readonly string[]) => ({ ...(await sync.tails(names)), head: null }),
      confirm: async () => "done" as const,
    };
    expect((await dispatch(ledgerPush, { ...one.deps, ledgerSync: fresh }, {})).pushed).toHaveLength(5_000);
    expect(Number(git(remote, "rev-list", "--count", "refs/assay/ledger"))).toBeLessThanOrEqual(10);
    expect((await other.pull()).taken.received).toBe(5_000);
  });
});

describe("two clones that push while the other does, over HTTP", () => {
  test(`lose nothing and come to the same state, ${ROUNDS} rounds`, { timeout: 300_000 }, async () => {
    const folder = bareRemote();
    const url = `${await serveGit(folder)}/shop.git`;
    const clones = [ledgerClone(url), ledgerClone(url, tickingClock(1_800_000_000_000))] as const;
    await clones[0].append(STREAM, added());
    await clones[0].push();
    await clones[1].pull();
    const given: LedgerEvent[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        clones.map(async (clone, index) => {
          const mine = fact(`${round}-${index}`);
          given.push(mine);
          await clone.append("person/acts", mine);
          const tries = taskAdded(round + 1, `of ${index}`);
          given.push(tries);
          await clone.append(STREAM, tries);
          await clone.push();
        }),
      );
      // Whoever lost the round sees the other's work before the next claim.
      await Promise.all(clones.map((clone) => clone.pull()));
    }
    await expectSame(clones);
    const [facts, items] = [await clones[0].events("person/acts"), await clones[0].events(STREAM)];
    expect(facts).toHaveLength(2 * ROUNDS);
    const aside = (await Promise.all(clones.map((clone) => clone.status()))).flatMap(
      ({ set_aside }) => set_aside,
    );
    // One task of each number, and the other one is told by name.
    expect(items).toHaveLength(ROUNDS + 1);
    expect(aside).toHaveLength(ROUNDS);
    const there = [...facts, ...items.slice(1), ...aside.flatMap(({ events }) => events)];
    const texts = (events: readonly LedgerEvent[]) =>
      events.map(({ type, data }) => JSON.stringify([type, data])).sort();
    expect(texts(there)).toEqual(texts(given));
  });
});

async function expectSame([one, other]: readonly [LedgerClone, LedgerClone]): Promise<void> {
  for (const stream of [STREAM, "person/acts"])
    expect(await one.events(stream)).toEqual(await other.events(stream));
  const [here, there] = await Promise.all([one, other].map(({ ledger }) => readState(ledger, STREAM, ITEM)));
  expect(here?.state).toEqual(there?.state);
  for (const clone of [one, other]) {
    const anew = sqliteLedger(clone.file, tickingClock());
    expect(await collect(anew.read(STREAM))).toHaveLength((await clone.events(STREAM)).length);
    await anew.close();
  }
}
