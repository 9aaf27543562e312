import { beforeEach, describe, expect, test } from "vitest";
import { COMMITS_AN_HOUR, MOST_ITEMS } from "../../../knowledge/proposal/request-caps.ts";
import { requestFingerprint } from "../../../knowledge/proposal/request-identity.ts";
import { readMark } from "../../../knowledge/proposal/request-mark.ts";
import { effectKey, markOf } from "../../../knowledge/telling/mark.ts";
import { pathOf, proposes, type RequestPlay, requestPlay } from "../../support/request/request-play.ts";
import { Killed } from "../../support/request/request-world.ts";

let play: RequestPlay;
const kinds = () => play.world.writes.map(({ what }) => what);
const only = () => {
  const [request, ...others] = play.world.open();
  if (request === undefined || others.length > 0) throw new Error("not one open request");
  return request;
};
const HOUR = 3_600_000;

beforeEach(() => {
  play = requestPlay();
});

async function opened(...names: string[]) {
  await play.want("run", proposes(...names.map((name) => [name] as const)));
  await play.carryOut();
  return only();
}

describe("what is wanted", () => {
  test("nothing wanted writes nothing", async () => {
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "nothing", why: "not-wanted" } });
    expect(play.world.writes).toEqual([]);
  });

  test("becomes one commit on a branch of its own, and one request with both labels", async () => {
    const request = await opened("a", "b");
    expect(kinds()).toEqual(["commit", "open"]);
    expect(request).toMatchObject({
      base: { branch: "main" },
      head: { branch: play.branch },
      title: "Assay: 2 changes of what is known about the tests",
      labels: ["assay:proposal", expect.stringMatching(/^assay:knowledge:[0-9a-f]{16}$/)],
    });
    expect(play.branch).toMatch(/^assay\/knowledge\/[0-9a-f]{16}$/);
    expect(play.proposed()).toEqual({ [pathOf("a")]: "claim: a\n", [pathOf("b")]: "claim: b\n" });
    expect(readMark(play.place, request.body)?.items).toHaveLength(2);
    expect(play.world.files("main")).toEqual({ "README.md": "shop\n" });
  });

  test("L-043 the same again makes no commit, no edit and no event", async () => {
    await opened("a");
    const { ledger } = play.deps;
    const before = [play.world.writes.length, (await ledger.since("", 1_000)).events.length];
    for (let times = 0; times < 3; times++) {
      expect((await play.want("run", proposes(["a"]))).kept).toBe("same");
      expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "nothing", why: "up-to-date" } });
    }
    expect([play.world.writes.length, (await ledger.since("", 1_000)).events.length]).toEqual(before);
  });

  test("the same evidence of another run, with another file, is not proposed twice", async () => {
    await opened("a");
    const again = proposes(["a"]);
    await play.want("run-2", {
      ...again,
      files: [{ path: pathOf("z"), text: "claim: a\n" }],
      evidence: again.evidence.map((item) => ({ ...item, files: [pathOf("z")] })),
    });
    expect((await play.carryOut()).done).toEqual([]);
    expect(Object.keys(play.proposed())).toEqual([pathOf("a")]);
  });

  test("more of another source joins the open request: one commit, one edit", async () => {
    const { number } = await opened("a");
    await play.want("run-2", proposes(["b"]));
    expect((await play.carryOut()).done).toEqual(["commit", "edit"]);
    expect(only()).toMatchObject({ number, title: "Assay: 2 changes of what is known about the tests" });
    expect(Object.keys(play.proposed())).toEqual([pathOf("a"), pathOf("b")]);
  });

  test("what is wanted no more leaves the branch, and a file it had changed is as on the default branch", async () => {
    play.world.people.commit("main", { [pathOf("b")]: "was here\n" });
    await opened("a", "b");
    await play.want("run", proposes(["a"]));
    expect((await play.carryOut()).done).toEqual(["commit", "edit"]);
    expect(play.world.files(play.branch)).toEqual({
      "README.md": "shop\n",
      [pathOf("a")]: "claim: a\n",
      [pathOf("b")]: "was here\n",
    });
  });

  test("a request with nothing left is closed, said why, and declines nothing", async () => {
    const { number } = await opened("a");
    await play.want("run", proposes());
    expect((await play.carryOut()).done).toEqual(["close"]);
    expect(play.world.comments.map(({ on, body }) => [on, body])).toEqual([
      [number, expect.stringContaining("Nothing is left to propose")],
    ]);
    await play.want("run", proposes(["a"]));
    expect((await play.carryOut()).done).toEqual(["commit", "open"]);
  });

  test("over a hundred the rest waits for the next request", async () => {
    const names = Array.from({ length: MOST_ITEMS + 3 }, (_, at) => `n${String(at).padStart(3, "0")}`);
    const request = await opened(...names);
    expect(Object.keys(play.proposed())).toHaveLength(MOST_ITEMS);
    expect(request.body).toContain("3 more wait for the next one");
    expect(request.body.length).toBeLessThan(60_000);
    play.world.people.merge(request.number);
    expect((await play.carryOut()).done).toEqual(["commit", "open"]);
    expect(Object.keys(play.proposed())).toEqual(names.slice(MOST_ITEMS).map(pathOf));
  });

  test("a file that goes is removed on the branch", async () => {
    play.world.people.commit("main", { [pathOf("old")]: "old\n" });
    const content = proposes(["old"]);
    await play.want("run", { ...content, files: [{ path: pathOf("old"), text: null }] });
    await play.carryOut();
    expect(play.world.files(play.branch)).toEqual({ "README.md": "shop\n" });
    expect(only().body).toContain("1 file: 1 removed");
  });

  test("what stands on the default branch already is not proposed, and not again once it was carried out", async () => {
    play.world.people.commit("main", { [pathOf("a")]: "claim: a\n" });
    await play.want("run", proposes(["a"]));
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "nothing" } });
    play.world.people.commit("main", { [pathOf("a")]: null });
    await play.want("run-2", proposes(["a"]));
    expect((await play.carryOut()).done).toEqual([]);
    expect(play.world.writes).toEqual([]);
  });
});

describe("what people do", () => {
  test("L-043 a person's commit on the branch stops updates, is not overwritten, and that is said once", async () => {
    const { number, title, body } = await opened("a");
    play.world.people.commit(play.branch, { [pathOf("a")]: "claim: better\n" });
    const tip = play.world.tip(play.branch);
    for (const name of ["b", "c"]) {
      await play.want(`run-${name}`, proposes([name]));
      expect(await play.carryOut()).toMatchObject({
        done: [],
        last: { kind: "leave", why: "others-commit", number, author: "ada" },
      });
    }
    expect(play.world.tip(play.branch)).toBe(tip);
    expect(only()).toMatchObject({ title, body });
    expect(play.world.comments).toHaveLength(1);
    expect(play.world.comments[0]?.body).toContain("a commit on this branch that Assay did not make");
    play.world.people.merge(number);
    expect((await play.carryOut()).done).toEqual(["remove", "commit", "open"].slice(1));
    expect(Object.keys(play.proposed()).sort()).toEqual([pathOf("b"), pathOf("c")]);
    expect(play.world.files("main")[pathOf("a")]).toBe("claim: better\n");
  });

  test("a note of ours that an outsider wrote beforehand, mark and all, keeps it from nobody", async () => {
    const { number } = await opened("a");
    const note = `Nothing to see.\n\n${markOf(
      effectKey("request-note", "knowledge", requestFingerprint(play.place), number, "others-commit"),
    )}`;
    play.world.comments.push({
      id: 99,
      url: "",
      author: "mallory",
      byInsider: false,
      body: note,
      at: "",
      on: number,
    });
    play.world.people.commit(play.branch, { [pathOf("a")]: "claim: better\n" });
    await play.want("run-b", proposes(["b"]));
    await play.carryOut();
    expect(play.world.comments.map(({ author }) => author)).toEqual(["mallory", "assay[bot]"]);
    await play.want("run-c", proposes(["c"]));
    await play.carryOut();
    expect(play.world.comments).toHaveLength(2);
  });

  test("L-043 a commit that a person makes with our own identity counts as theirs", async () => {
    await opened("a");
    play.world.people.commit(play.branch, { [pathOf("a")]: "claim: mine\n" }, true);
    await play.want("run", proposes(["a", "new"]));
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "leave", why: "others-commit" } });
    expect(play.world.files(play.branch)[pathOf("a")]).toBe("claim: mine\n");
  });

  test.each([true, false])(
    "merged: done, and what comes later begins a new request (branch deleted: %s)",
    async (deletesBranch) => {
      const { number } = await opened("a");
      play.world.people.merge(number, { deletesBranch });
      expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "nothing", why: "merged" } });
      await play.want("run-2", proposes(["a"], ["b"]));
      expect((await play.carryOut()).done).toEqual(["commit", "open"]);
      expect(Object.keys(play.proposed())).toEqual([pathOf("b")]);
      expect(only().number).not.toBe(number);
    },
  );

  test.each([true, false])(
    "closed unmerged: left alone until the evidence changes (branch deleted: %s)",
    async (deletesBranch) => {
      const { number } = await opened("a");
      play.world.people.close(number, { deletesBranch });
      await play.want("run-2", proposes(["a"]));
      expect(await play.carryOut()).toMatchObject({
        done: [],
        last: { kind: "leave", why: "closed", number },
      });
      expect((await play.carryOut()).done).toEqual([]);
      await play.want("run-3", proposes(["a", "another claim"]));
      expect((await play.carryOut()).done).toEqual(["commit", "open"]);
      expect(play.proposed()).toEqual({ [pathOf("a")]: "claim: another claim\n" });
    },
  );

  test("new evidence is proposed without what was declined", async () => {
    const { number } = await opened("a", "b");
    play.world.people.close(number);
    await play.want("run-2", proposes(["c"]));
    await play.carryOut();
    expect(Object.keys(play.proposed())).toEqual([pathOf("c")]);
  });

  test("closed twice in a row: nothing is opened until a person asks, and then all of it is", async () => {
    play.world.people.close((await opened("a")).number);
    await play.want("run-2", proposes(["b"]));
    await play.carryOut();
    play.world.people.close(only().number);
    await play.want("run-3", proposes(["c"]));
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "leave", why: "closed-twice" } });
    expect(await play.carryOut({ again: "ada", dryRun: true })).toMatchObject({ last: { kind: "commit" } });
    expect((await play.carryOut({ again: "ada" })).done).toEqual(["commit", "open"]);
    expect(Object.keys(play.proposed())).toEqual(["a", "b", "c"].map(pathOf));
    expect((await play.carryOut()).done).toEqual([]);
  });

  test("only saying what would be done puts no label back", async () => {
    await play.want("run", proposes(["a"]));
    play.world.killAt(2, true);
    await expect(play.carryOut()).rejects.toThrow(Killed);
    play.world.live();
    play.world.people.edit(only().number, { labels: [] });
    await play.carryOut({ dryRun: true });
    expect(only().labels).toEqual([]);
  });

  test("one that a person opens again is brought up to date again", async () => {
    const { number } = await opened("a");
    play.world.people.close(number);
    await play.carryOut();
    play.world.people.reopen(number);
    await play.want("run-2", proposes(["b"]));
    expect((await play.carryOut()).done).toEqual(["commit", "edit"]);
    expect(Object.keys(play.proposed())).toEqual([pathOf("a"), pathOf("b")]);
  });

  test("one that a person opens again and closes again ends once more, and none that came after it does", async () => {
    const first = await opened("a");
    play.world.people.close(first.number);
    await play.carryOut();
    await play.want("run-2", proposes(["b"]));
    await play.carryOut();
    play.world.people.close(only().number);
    await play.carryOut();
    play.world.people.reopen(first.number);
    await play.carryOut();
    play.world.people.close(first.number);
    await play.carryOut();
    const { state } = await play.carryOut();
    expect(state).toMatchObject({ closings: 1, ended: { number: first.number } });
    await play.want("run-3", proposes(["c"]));
    expect((await play.carryOut()).done).toEqual(["commit", "open"]);
  });

  test("a title and a description that a person edited stay theirs, while files are brought up to date", async () => {
    const { number } = await opened("a");
    play.world.people.edit(number, { title: "Look here", body: "I wrote this.\r\n" });
    await play.want("run-2", proposes(["b"]));
    expect((await play.carryOut()).done).toEqual(["commit"]);
    expect(only()).toMatchObject({ title: "Look here", body: "I wrote this.\r\n" });
  });

  test("a title alone that a person edited stays, and the description is brought up to date", async () => {
    const { number } = await opened("a");
    play.world.people.edit(number, { title: "Look here" });
    await play.want("run-2", proposes(["b"]));
    await play.carryOut();
    expect(only()).toMatchObject({ title: "Look here", body: expect.stringContaining("2 changes") });
    expect((await play.carryOut()).done).toEqual([]);
  });

  test("a branch of ours that a person took over after the request was closed is left alone", async () => {
    const { number } = await opened("a");
    play.world.people.close(number);
    play.world.people.commit(play.branch, { "mine.txt": "mine\n" });
    const tip = play.world.tip(play.branch);
    await play.want("run-2", proposes(["b"]));
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "leave", why: "others-commit" } });
    expect(play.world.tip(play.branch)).toBe(tip);
  });
});

describe("whoever is interrupted or not alone", () => {
  const writes = ["commit", "open"] as const;
  test.each(writes.flatMap((what, at) => [true, false].map((done) => [what, at + 1, done] as const)))(
    "killed at its %s (write %i, carried out: %s) finds it again, and nothing is there twice",
    async (_, at, done) => {
      await play.want("run", proposes(["a"]));
      play.world.killAt(at, done);
      await expect(play.carryOut()).rejects.toThrow(Killed);
      await play.carryOut();
      expect(kinds().toSorted()).toEqual(["commit", "open"]);
      expect(only().state).toBe("open");
      expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "nothing", why: "up-to-date" } });
    },
  );

  test.each([
    ["its comment", 1, false],
    ["its comment", 1, true],
    ["its closing", 2, false],
    ["its closing", 2, true],
  ] as const)(
    "killed at %s (write %i, carried out: %s) our own closing is no refusal of people",
    async (_, at, done) => {
      await opened("a");
      await play.want("run", proposes());
      play.world.killAt(at, done);
      await expect(play.carryOut()).rejects.toThrow(Killed);
      const { state } = await play.carryOut();
      expect(state).toMatchObject({ open: null, closing: null, declined: [], closings: 0 });
      expect(kinds().filter((what) => what === "comment" || what === "close")).toEqual(["comment", "close"]);
      await play.want("run", proposes(["a"]));
      expect((await play.carryOut()).done).toEqual(["commit", "open"]);
    },
  );

  test("a closing that did not come to pass makes none of a person's later ones ours", async () => {
    const { number } = await opened("a");
    await play.want("run", proposes());
    play.world.killAt(2, false);
    await expect(play.carryOut()).rejects.toThrow(Killed);
    await play.want("run", proposes(["a"]));
    expect((await play.carryOut()).done).toEqual([]);
    play.world.people.close(number);
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "leave", why: "closed", number } });
  });

  test("what is handed over right before a closing is proposed in its place", async () => {
    const { number } = await opened("a");
    await play.want("run", proposes());
    const { ledger } = play.deps;
    const { summaries } = ledger;
    let races = 0;
    ledger.summaries = async (kind) => {
      if (races++ === 0) await play.want("run-2", proposes(["b"]));
      return summaries(kind);
    };
    expect((await play.carryOut()).done).toEqual(["commit", "edit"]);
    expect(only().number).toBe(number);
    expect(kinds()).not.toContain("comment");
  });

  test("a branch that moves while it is written to is read and decided anew", async () => {
    await opened("a");
    await play.want("run-2", proposes(["b"]));
    const { requestBranch } = play.world;
    const { commit } = requestBranch;
    let races = 0;
    requestBranch.commit = async (...asked) => {
      if (races++ === 0) play.world.people.commit(play.branch, { "note.txt": "mine\n" });
      return commit(...asked);
    };
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "leave", why: "others-commit" } });
    expect(races).toBe(1);
    expect(play.world.files(play.branch)["note.txt"]).toBe("mine\n");
  });

  test("a branch that never stands still is given up, and nothing is overwritten", async () => {
    await play.want("run", proposes(["a"]));
    play.world.requestBranch.commit = async () => ({ kind: "stale" });
    await expect(play.carryOut()).rejects.toMatchObject({ code: "request_contended" });
    expect(play.world.writes).toEqual([]);
  });

  test("two at once make one commit and one request", async () => {
    await play.want("run", proposes(["a"]));
    const ends = await Promise.allSettled([play.carryOut(), play.carryOut()]);
    await play.carryOut();
    expect(ends.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(play.world.commitsOf(play.branch).filter(({ own }) => own)).toHaveLength(1);
    expect(play.world.open()).toHaveLength(1);
  });

  test("without the ledger's memory a closed request still binds, by the mark in its description", async () => {
    play.world.people.close((await opened("a")).number, { deletesBranch: true });
    const world = play.world;
    play = requestPlay(world);
    await play.want("run", proposes(["a"]));
    expect(await play.carryOut()).toMatchObject({ done: [], last: { kind: "leave", why: "closed" } });
    await play.want("run-2", proposes(["b"]));
    await play.carryOut();
    expect(Object.keys(play.proposed())).toEqual([pathOf("b")]);
  });
});

describe("caps", () => {
  test("commits to one request in an hour are bounded, and what is new comes after it", async () => {
    await opened("a");
    for (let at = 1; at < COMMITS_AN_HOUR; at++) {
      await play.want(`run-${at}`, proposes([`n${at}`]));
      expect((await play.carryOut()).done).toEqual(["commit", "edit"]);
    }
    await play.want("late", proposes(["late"]));
    expect(await play.carryOut()).toMatchObject({
      done: [],
      last: { kind: "too-many", what: "commits-an-hour", limit: COMMITS_AN_HOUR },
    });
    play.clock.pass(HOUR + 1);
    expect((await play.carryOut()).done).toEqual(["commit", "edit"]);
  });
});
