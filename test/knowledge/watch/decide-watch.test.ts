import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, simulateWatch } from "../../support/simulated-watch.ts";

const keys = (...names: string[]) => names.map((name) => `github-actions/${name}`);

function greenRepository() {
  const world = simulateWatch();
  world.push("g1", { a: "passed", b: "passed" });
  return world;
}

/** A repository in which check `a` fails since t1, and its issue is open. */
function redRepository() {
  const world = greenRepository();
  world.push("t1", { a: "failed", b: "passed" });
  const issue = world.carryOut(world.last().failure) as number;
  return { world, issue };
}

function tipOf(world: ReturnType<typeof simulateWatch>, commit: string) {
  return {
    kind: "branch",
    asked: "acme/shop",
    repository: "acme/shop",
    branch: "main",
    commit,
    committedAt: world.iso(),
    rollup: "failure",
    isPublic: true,
    archived: false,
  } as const;
}

const typesOf = ({ events }: { readonly events: readonly { readonly type: string }[] }) =>
  events.map(({ type }) => type);

describe("seeing a tip", () => {
  test("a look at what is known appends nothing and asks nothing further", () => {
    const world = greenRepository();
    world.asked.length = 0;
    for (let look = 0; look < 20; look++) {
      world.pass(10 * MINUTE);
      expect(world.look()).toEqual({ events: [], due: [], missing: [] });
    }
    expect(world.asked).toEqual([]);
  });

  test("a red tip is read again at each look, and appends nothing while the same fails", () => {
    const { world } = redRepository();
    world.asked.length = 0;
    world.pass(10 * MINUTE);
    expect(world.look()).toEqual({ events: [], due: [], missing: [] });
    expect(world.asked).toEqual([{ ask: "checks" }]);
  });

  test("running is told once a tip, and its end once", () => {
    const world = greenRepository();
    expect(typesOf(world.push("t1", { a: "running" }))).toEqual(["head.seen"]);
    for (let look = 0; look < 5; look++) expect(world.report({ a: "running" }).events).toEqual([]);
    expect(typesOf(world.report({ a: "passed", b: "passed" }))).toEqual(["head.seen"]);
    // It runs again: nothing is told before it has ended, and nothing where the end is the same.
    expect(world.report({ a: "running", b: "passed" }).events).toEqual([]);
    expect(world.report({ a: "passed", b: "passed" }).events).toEqual([]);
  });

  test("a check that ended seconds ago may be followed by another: the tip is not told of as green or red yet", () => {
    const world = greenRepository();
    world.push("t1", { a: "running" });
    for (const end of ["passed", "failed"] as const) {
      world.checks = { a: end };
      world.endedAt = world.now() - 19_000;
      expect(world.look().events).toEqual([]);
    }
    world.endedAt = world.now() - 20_000;
    expect(typesOf(world.look())).toEqual(["head.seen", "ci.failed"]);
  });

  test("cancelled or stale is neither green nor red: nothing fails, nothing recovers, the last green stays", () => {
    const { world } = redRepository();
    expect(typesOf(world.push("t2", { a: "unclear", b: "passed" }))).toEqual(["head.seen"]);
    expect(world.state).toMatchObject({ head: { outcome: "unclear" }, lastGreen: "g1" });
    expect(world.failures()[0]).toMatchObject({ endedAt: null });
  });

  test("a tip that nothing reports on is one without CI after the time for it, and is left alone then", () => {
    const world = simulateWatch();
    world.push("t1", {});
    expect(world.state.head?.outcome).toBe("running");
    world.pass(MINUTE);
    expect(world.look().events).toEqual([]);
    world.pass(MINUTE);
    world.look();
    expect(world.state.head?.outcome).toBe("none");
    world.asked.length = 0;
    expect(world.look().events).toEqual([]);
    expect(world.asked).toEqual([]);
  });

  test("checks that a passed tip has no more are told once", () => {
    const world = greenRepository();
    expect(world.push("t1", { a: "passed" }).events.at(-1)).toMatchObject({
      type: "checks.vanished",
      data: { commit: "t1", checks: keys("b") },
    });
    expect(typesOf(world.push("t2", { a: "passed" }))).toEqual(["head.seen"]);
    expect(world.state.vanished).toMatchObject({ checks: keys("b") });
  });

  test("the legs of a matrix are one check", () => {
    const world = greenRepository();
    world.push("t1", { "test (20)": "failed", "test (22)": "passed" });
    world.push("t2", { "test (20)": "passed", "test (22)": "failed" });
    expect(world.failures().map(({ checks, answer }) => [checks, answer.kind])).toEqual([
      [keys("test (*)"), "triage"],
      [keys("test (*)"), "none"],
    ]);
  });
});

describe("the first failure", () => {
  test("is raised once for a tip and its checks, with one triage due until it is done", () => {
    const world = greenRepository();
    const { due } = world.push("t1", { a: "failed", b: "passed" });
    expect(world.failures()).toMatchObject([
      {
        commit: "t1",
        branch: "main",
        checks: keys("a"),
        lastGreen: "g1",
        fingerprint: expect.stringMatching(/^sha256:/),
        answer: { kind: "triage", checks: keys("a") },
      },
    ]);
    const duty = {
      kind: "triage",
      organisation: "acme",
      repository: "acme/shop",
      failure: world.last().failure,
    };
    expect(due).toEqual([duty]);
    expect(world.look().due).toEqual([duty]);
    world.claim(duty.failure);
    expect(world.look().due).toEqual([]);
    world.pass(15 * MINUTE - 1);
    expect(world.look().due).toEqual([]);
    // The lease ran out: whoever had it is gone.
    world.pass(1);
    expect(world.look().due).toEqual([duty]);
    world.carryOut(duty.failure);
    world.pass(DAY);
    expect(world.look().due).toEqual([]);
  });

  test("stays due although the branch recovers before anybody answered it", () => {
    const world = greenRepository();
    world.push("t1", { a: "failed" });
    const { due } = world.push("t2", { a: "passed" });
    expect(due).toMatchObject([{ kind: "triage" }]);
    world.pass(DAY);
    expect(world.look().due).toMatchObject([{ kind: "triage" }]);
  });

  test("of a repository that was red when it was first looked at is triaged once, with no green tip known", () => {
    const world = simulateWatch();
    world.committedAt = world.iso(world.now() - 13 * DAY);
    const committedAt = world.committedAt;
    world.push("t1", { a: "running" });
    world.committedAt = committedAt;
    world.report({ a: "failed" });
    expect(world.failures()).toMatchObject([{ lastGreen: null, answer: { kind: "triage" } }]);
  });

  test("of a tip that was committed more than 14 days before it was first seen is noted; the next tip is triaged", () => {
    const fresh = simulateWatch();
    fresh.head = { ...tipOf(fresh, "t0"), committedAt: fresh.iso(fresh.now() - 14 * DAY - 1) };
    fresh.checks = { a: "failed" };
    fresh.endedAt = fresh.now() - MINUTE;
    const { due } = fresh.look();
    expect(due).toEqual([]);
    expect(fresh.failures()).toMatchObject([{ answer: { kind: "none", why: "old" } }]);
    fresh.pass(30 * DAY);
    expect(fresh.look()).toEqual({ events: [], due: [], missing: [] });
    fresh.head = null;
    fresh.push("t1", { a: "failed" });
    expect(fresh.last()).toMatchObject({ commit: "t1", answer: { kind: "triage" } });
  });

  test("while it is being answered, a later tip with the same checks is noted and not answered", () => {
    const world = greenRepository();
    world.push("t1", { a: "failed" });
    const { due } = world.push("t2", { a: "failed" });
    expect(world.last()).toMatchObject({ commit: "t2", answer: { kind: "none", why: "being-answered" } });
    expect(due).toHaveLength(1);
  });
});

describe("the same checks again", () => {
  test("while the issue is open: a comment, one a tip, and no triage", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "failed" });
    expect(world.last()).toMatchObject({ commit: "t2", answer: { kind: "comment", issue } });
    const { due } = world.look();
    expect(due).toMatchObject([{ kind: "answer", failure: world.last().failure }]);
    world.carryOut(world.last().failure);
    world.pass(HOUR);
    expect(world.look()).toEqual({ events: [], due: [], missing: [] });
    // It passes when it is run again, and fails again: the issue was told of this tip.
    world.report({ a: "passed" });
    world.report({ a: "failed" });
    expect(world.last()).toMatchObject({ commit: "t2", answer: { kind: "none", why: "told-already" } });
    expect(world.look().due).toEqual([]);
  });

  test("fewer of them are the same failure", () => {
    const world = greenRepository();
    world.push("t1", { a: "failed", b: "failed" });
    const issue = world.carryOut(world.last().failure);
    world.push("t2", { a: "passed", b: "failed" });
    expect(world.last()).toMatchObject({ checks: keys("b"), answer: { kind: "comment", issue } });
  });

  test("with others: the issue is told of its own, and one triage answers the rest", () => {
    const { world, issue } = redRepository();
    const { due } = world.push("t2", { a: "failed", b: "failed", c: "failed" });
    expect(world.failures().slice(1)).toMatchObject([
      { checks: keys("a"), answer: { kind: "comment", issue } },
      { checks: keys("b", "c"), answer: { kind: "triage", checks: keys("b", "c") } },
    ]);
    expect(due.map(({ kind }) => kind)).toEqual(["answer", "triage"]);
  });

  test("other checks are another failure, and several are open side by side", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "failed" });
    expect(world.last()).toMatchObject({ checks: keys("b"), answer: { kind: "triage" } });
    const second = world.carryOut(world.last().failure);
    world.push("t3", { a: "failed", b: "failed" });
    expect(world.failures().slice(-2)).toMatchObject([
      { checks: keys("a"), answer: { kind: "comment", issue } },
      { checks: keys("b"), answer: { kind: "comment", issue: second } },
    ]);
  });

  test("a check that fails later on the same tip is raised by itself", () => {
    const { world } = redRepository();
    world.report({ a: "failed", b: "passed", nightly: "failed" });
    expect(world.last()).toMatchObject({ commit: "t1", checks: keys("nightly"), answer: { kind: "triage" } });
  });

  test("after everything passed, with the issue still open: a comment", () => {
    const { world, issue } = redRepository();
    expect(typesOf(world.push("t2", { a: "passed", b: "passed" }))).toEqual(["head.seen", "ci.recovered"]);
    world.pass(40 * DAY);
    world.push("t3", { a: "failed", b: "passed" });
    expect(world.last()).toMatchObject({ lastGreen: "t2", answer: { kind: "comment", issue } });
  });

  test.each([
    ["at once", 0, "reopen"],
    ["a day later", DAY, "reopen"],
    ["14 days later to the millisecond", 14 * DAY, "reopen"],
    ["a millisecond after 14 days", 14 * DAY + 1, "triage"],
    ["a year later", 365 * DAY, "triage"],
  ] as const)("with the issue closed: %s", (_, after, kind) => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" });
    world.pass(20 * MINUTE);
    world.close(issue);
    world.pass(after - MINUTE);
    world.push("t3", { a: "failed", b: "passed" });
    expect(world.last().answer).toMatchObject(
      kind === "reopen" ? { kind, issue, why: "closed-lately" } : { kind, checks: keys("a") },
    );
    expect(world.look().due).toHaveLength(1);
  });

  test("an issue that is about to be opened again is told of the next tip, and not opened twice", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" });
    world.pass(20 * MINUTE);
    world.close(issue);
    world.push("t3", { a: "failed" });
    world.push("t4", { a: "failed" });
    expect(world.failures().slice(-2)).toMatchObject([
      { answer: { kind: "reopen", issue } },
      { answer: { kind: "comment", issue } },
    ]);
  });

  test("the forge still tells of the issue as closed just after we opened it again: it is open", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed" });
    world.pass(20 * MINUTE);
    world.close(issue);
    const closed = world.issues.get(issue);
    world.push("t3", { a: "failed" });
    world.carryOut(world.last().failure);
    world.issues.set(issue, closed ?? { state: "open", closedAt: null });
    world.push("t4", { a: "failed" });
    expect(world.last().answer).toEqual({ kind: "comment", issue });
  });

  test("an issue that is gone from the forge answers nothing any more", () => {
    const { world, issue } = redRepository();
    world.issues.delete(issue);
    world.push("t2", { a: "failed" });
    expect(world.last().answer.kind).toBe("triage");
  });

  test("that a person opened the issue again after months is seen", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed" });
    world.pass(20 * MINUTE);
    world.close(issue);
    world.pass(90 * DAY);
    world.reopen(issue);
    world.push("t3", { a: "failed" });
    expect(world.last().answer).toEqual({ kind: "comment", issue });
  });
});

describe("a flake", () => {
  function flaky(word: "flake" | "refused" = "flake") {
    const world = greenRepository();
    world.push("t1", { a: "failed" });
    world.carryOut(world.last().failure, word);
    return world;
  }

  test.each([
    [DAY - 1, { kind: "none", why: "flake-lately" }],
    [DAY, { kind: "triage" }],
  ] as const)("found by a triage: %i ms after it the same check is answered with %o", (after, answer) => {
    const world = flaky();
    world.push("t2", { a: "passed" });
    world.pass(after - 2 * MINUTE);
    world.push("t3", { a: "failed" });
    expect(world.last().answer).toMatchObject(answer);
  });

  test("another check is triaged all the same", () => {
    const world = flaky();
    world.push("t2", { a: "failed", b: "failed" });
    expect(world.failures().slice(1)).toMatchObject([
      { checks: keys("a"), answer: { kind: "none", why: "flake-lately" } },
      { checks: keys("b"), answer: { kind: "triage" } },
    ]);
  });

  test("that fails on a later tip until the day is over is triaged then; the tip that was triaged is not", () => {
    const world = flaky();
    world.pass(3 * DAY);
    expect(world.look().events).toEqual([]);
    const again = flaky();
    again.push("t2", { a: "failed" });
    again.pass(DAY);
    expect(again.look().due).toMatchObject([{ kind: "triage" }]);
    expect(again.last()).toMatchObject({ commit: "t2", answer: { kind: "triage" } });
    again.pass(DAY);
    expect(again.look().events).toEqual([]);
  });

  test("while it rests, or is triaged, a later tip is not asked about beyond its checks", () => {
    const world = redRepository().world;
    world.push("t2", { a: "failed", b: "failed" });
    world.push("t3", { a: "passed", b: "failed" });
    expect(world.last()).toMatchObject({ commit: "t3", answer: { kind: "none", why: "being-answered" } });
    world.asked.length = 0;
    world.look();
    world.carryOut(world.failures().at(-2)?.failure ?? "", "flake");
    world.look();
    expect(world.asked).toEqual([{ ask: "checks" }, { ask: "checks" }]);
  });

  test("of an issue that came of a triage meanwhile, a later tip is asked about that issue alone", () => {
    const world = redRepository().world;
    world.push("t2", { a: "failed", b: "failed" });
    world.push("t3", { a: "passed", b: "failed" });
    const issue = world.carryOut(world.failures().at(-2)?.failure ?? "");
    world.asked.length = 0;
    expect(world.look().events).toEqual([]);
    expect(world.asked).toEqual([{ ask: "checks" }, { ask: "issue", issue }]);
  });

  test("a flake rests its day, though a hundred other failures come and go in it", () => {
    const world = flaky();
    world.push("t2", { a: "passed" });
    for (let at = 0; at < 110; at++) {
      world.push(`r${at}`, { [`c${at}`]: "failed" });
      world.carryOut(world.last().failure);
      world.push(`g${at}`, { [`c${at}`]: "passed" });
    }
    world.push("t3", { a: "failed" });
    expect(world.last().answer).toEqual({ kind: "none", why: "flake-lately" });
    world.pass(DAY);
    world.push("t4", { a: "passed" });
    world.push("t5", { a: "failed" });
    expect(world.last().answer.kind).toBe("triage");
    expect(world.failures().length).toBeLessThanOrEqual(102);
  });

  test("an issue that the forge did not take is tried again after a day as well", () => {
    const world = flaky("refused");
    world.push("t2", { a: "failed" });
    expect(world.last().answer).toEqual({ kind: "none", why: "refused-lately" });
    world.pass(DAY);
    world.push("t3", { a: "failed" });
    expect(world.last().answer.kind).toBe("triage");
  });
});

describe("a change that an issue of ours started", () => {
  test("fails where it is merged: the issue is opened again for a person, whatever fails", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" });
    world.close(issue);
    world.push("t3", { a: "passed", b: "failed" }, [{ number: 8, closes: [issue] }]);
    expect(world.last()).toMatchObject({
      checks: keys("b"),
      answer: { kind: "reopen", issue, why: "own-change" },
    });
    world.carryOut(world.last().failure);
    // While the branch stays red, whoever merges what: the person has the issue, and it is told of each tip.
    world.push("t4", { a: "passed", b: "failed", c: "failed" }, [{ number: 9, closes: [] }]);
    expect(world.last()).toMatchObject({ checks: keys("b", "c"), answer: { kind: "comment", issue } });
    world.carryOut(world.last().failure);
    expect(world.failures().filter(({ answer }) => answer.kind === "triage")).toHaveLength(1);
  });

  test("calls a person too where its issue is open still", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "failed", b: "passed" }, [{ number: 8, closes: [issue] }]);
    expect(world.last().answer).toEqual({ kind: "reopen", issue, why: "own-change" });
  });

  test("is seen behind other changes that came in with it, and behind tips that were never looked at", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" });
    world.close(issue);
    world.pass(60 * DAY);
    world.push("t9", { a: "passed", b: "failed" }, [
      { number: 8, closes: [issue] },
      { number: 11, closes: [] },
      { number: 12, closes: [999] },
    ]);
    expect(world.last().answer).toEqual({ kind: "reopen", issue, why: "own-change" });
  });

  test("passed on its tip and fails there later, as by a nightly run: the same", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" }, [{ number: 8, closes: [issue] }]);
    world.close(issue);
    world.pass(HOUR);
    world.report({ a: "passed", b: "passed", nightly: "failed" });
    expect(world.last()).toMatchObject({
      commit: "t2",
      lastGreen: "t2",
      checks: keys("nightly"),
      answer: { kind: "reopen", issue, why: "own-change" },
    });
  });

  test("calls nobody by an issue that is gone: what fails is triaged", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" });
    world.issues.delete(issue);
    world.push("t3", { a: "passed", b: "failed" }, [{ number: 8, closes: [issue] }]);
    expect(world.last().answer).toEqual({ kind: "triage", checks: keys("b") });
  });

  test("calls a person by the issue that is left where another is gone", () => {
    const { world, issue: gone } = redRepository();
    world.push("t2", { a: "passed", b: "failed" });
    const left = world.carryOut(world.last().failure) as number;
    world.push("t3", { a: "passed", b: "passed" });
    world.issues.delete(gone);
    world.push("t4", { c: "failed" }, [{ number: 8, closes: [gone, left] }]);
    expect(world.last().answer).toEqual({ kind: "reopen", issue: left, why: "own-change" });
  });

  test("before the last green tip is no ancestor any more", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" }, [{ number: 8, closes: [issue] }]);
    world.push("t3", { a: "passed", b: "passed" });
    world.push("t4", { a: "passed", b: "failed" });
    expect(world.last().answer.kind).toBe("triage");
  });
});

describe("a failure beside a check that does not end", () => {
  test("is raised once the newest of them is an hour old, and once", () => {
    const world = greenRepository();
    world.push("t1", { a: "failed", b: "running" });
    world.pass(58 * MINUTE);
    expect(world.look().events).toEqual([]);
    world.pass(MINUTE);
    expect(typesOf(world.look())).toEqual(["head.seen", "ci.failed"]);
    expect(world.last()).toMatchObject({ commit: "t1", checks: keys("a"), answer: { kind: "triage" } });
    world.pass(DAY);
    expect(world.look().events).toEqual([]);
  });

  test("that fails after all is one more, answered by itself", () => {
    const world = greenRepository();
    world.push("t1", { a: "failed", b: "running" });
    world.pass(HOUR);
    world.look();
    world.report({ a: "failed", b: "failed" });
    expect(world.last()).toMatchObject({ checks: keys("b"), answer: { kind: "triage" } });
  });

  test("waits with others that are younger", () => {
    const world = greenRepository();
    world.push("t1", { a: "failed", b: "running" });
    world.pass(40 * MINUTE);
    world.report({ a: "failed", b: "running", c: "failed" });
    world.pass(40 * MINUTE);
    expect(world.look().events).toEqual([]);
    world.pass(20 * MINUTE);
    world.look();
    expect(world.last()).toMatchObject({ checks: keys("a", "c") });
  });
});

describe("a tip that is overtaken while CI runs there", () => {
  /** A merge every look, and CI that takes two: t1 and t2 were overtaken by t3, and run. */
  function busyRepository() {
    const world = greenRepository();
    for (const commit of ["t1", "t2", "t3"]) {
      world.push(commit, { a: "running", b: "running" });
      world.pass(9 * MINUTE);
    }
    return world;
  }

  test("is read on, and its failure raised and answered once", () => {
    const world = busyRepository();
    world.reportFormer("t1", { a: "failed", b: "passed" });
    world.pass(MINUTE);
    expect(typesOf(world.look())).toEqual(["tip.read", "ci.failed"]);
    expect(world.last()).toMatchObject({ commit: "t1", lastGreen: "g1", answer: { kind: "triage" } });
    expect(world.look().events).toEqual([]);
    // The next one fails alike.
    world.reportFormer("t2", { a: "failed", b: "passed" });
    world.pass(MINUTE);
    world.look();
    expect(world.last()).toMatchObject({ commit: "t2", answer: { kind: "none", why: "being-answered" } });
    world.asked.length = 0;
    expect(world.look().events).toEqual([]);
    expect(world.asked).toEqual([{ ask: "checks" }]);
  });

  test("passed: what failed before is over, and it is the green tip that others are measured by", () => {
    const world = busyRepository();
    world.reportFormer("t1", { a: "failed", b: "passed" });
    world.pass(MINUTE);
    world.look();
    world.reportFormer("t2", { a: "passed", b: "passed" });
    world.pass(MINUTE);
    expect(typesOf(world.look())).toEqual(["tip.read", "ci.recovered"]);
    world.report({ a: "passed", b: "failed" });
    expect(world.last()).toMatchObject({ commit: "t3", lastGreen: "t2", checks: keys("b") });
  });

  test("is not told of where a later one passed or failed", () => {
    const world = busyRepository();
    world.reportFormer("t1", { a: "failed", b: "passed" });
    world.reportFormer("t2", { a: "passed", b: "passed" });
    world.pass(MINUTE);
    expect(typesOf(world.look())).toEqual(["tip.read"]);
    expect(world.failures()).toEqual([]);
    const other = busyRepository();
    other.reportFormer("t1", { a: "failed", b: "passed" });
    expect(typesOf(other.report({ a: "passed", b: "passed" }))).toEqual(["head.seen"]);
    expect(other.state.overtaken).toEqual([]);
  });

  test("is not told of a check that passes at the tip by now", () => {
    const world = busyRepository();
    world.reportFormer("t1", { a: "failed", b: "failed" });
    world.report({ a: "passed", b: "running" });
    expect(world.last()).toMatchObject({ commit: "t1", checks: keys("b") });
    world.report({ a: "passed", b: "unclear" });
    expect(world.last()).toMatchObject({ commit: "t1", endedAt: null });
  });

  test("cancelled says nothing of the others", () => {
    const world = busyRepository();
    world.reportFormer("t2", { a: "unclear", b: "passed" });
    world.pass(MINUTE);
    expect(typesOf(world.look())).toEqual(["tip.read"]);
    world.reportFormer("t1", { a: "failed", b: "passed" });
    world.pass(MINUTE);
    expect(typesOf(world.look())).toEqual(["tip.read", "ci.failed"]);
  });

  test("by one that has no CI is read all the same, and then nothing is asked any more", () => {
    const world = greenRepository();
    world.push("t1", { a: "running" });
    world.push("t2", {});
    world.pass(2 * MINUTE);
    world.look();
    expect(world.state.head?.outcome).toBe("none");
    world.reportFormer("t1", { a: "failed" });
    world.pass(MINUTE);
    expect(typesOf(world.look())).toEqual(["tip.read", "ci.failed"]);
    world.asked.length = 0;
    expect(world.look().events).toEqual([]);
    expect(world.asked).toEqual([]);
  });

  test("by an own change later than it is triaged: that change was not in it", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "passed", b: "passed" });
    world.push("t3", { a: "passed", b: "running" });
    world.push("t4", { a: "running", b: "running" }, [{ number: 8, closes: [issue] }]);
    world.reportFormer("t3", { a: "passed", b: "failed" });
    world.pass(MINUTE);
    world.look();
    expect(world.last()).toMatchObject({ commit: "t3", answer: { kind: "triage", checks: keys("b") } });
  });

  test("is waited for three hours and no longer, four of them at a time, the oldest first", () => {
    const world = greenRepository();
    for (let at = 0; at < 8; at++) world.push(`t${at}`, { a: "running" });
    expect(world.state.overtaken.map(({ commit }) => commit)).toEqual(["t0", "t1", "t2", "t3"]);
    world.pass(3 * HOUR);
    expect(typesOf(world.look())).toEqual(["tip.read", "tip.read", "tip.read", "tip.read"]);
    expect(world.state.overtaken).toEqual([]);
    world.asked.length = 0;
    expect(world.look().events).toEqual([]);
    expect(world.asked).toEqual([{ ask: "checks" }]);
  });

  test("is forgotten where history was rewritten, and where the branch is another", () => {
    for (const rewrite of [true, false]) {
      const world = busyRepository();
      if (rewrite) world.rewriteAll();
      else world.branch = "trunk";
      world.push("f1", { a: "running" });
      expect(world.state.overtaken).toEqual([]);
    }
  });
});

test("a check that is always red keeps what a hundred tips were told of, and not what all were", () => {
  const { world, issue } = redRepository();
  for (let at = 0; at < 150; at++) {
    world.push(`r${at}`, { a: "failed", b: "passed" });
    world.carryOut(world.last().failure);
  }
  expect(world.failures().length).toBeLessThanOrEqual(103);
  expect(world.failures()[0]).toMatchObject({ commit: "t1", answer: { kind: "triage" } });
  expect(world.last()).toMatchObject({ commit: "r149", answer: { kind: "comment", issue }, endedAt: null });
  world.push("g2", { a: "passed", b: "passed" });
  expect(world.failures().every(({ endedAt }) => endedAt !== null)).toBe(true);
});

describe("what becomes of branch and repository", () => {
  test("a force push keeps what is known of the checks, and the green tip only where it is an ancestor", () => {
    const { world, issue } = redRepository();
    world.rewritten.add("t1");
    world.push("f1", { a: "failed" });
    expect(world.last()).toMatchObject({ lastGreen: "g1", answer: { kind: "comment", issue } });
    world.rewritten.add("f1").add("g1");
    world.push("f2", { a: "failed" });
    expect(world.last()).toMatchObject({ lastGreen: null, answer: { kind: "comment", issue } });
    expect(world.state.head?.commit).toBe("f2");
  });

  test("another default branch: what failed on the old one ends, and the new one is looked at afresh", () => {
    const { world } = redRepository();
    world.branch = "trunk";
    const { events } = world.push("n1", { a: "failed" });
    expect(events.map(({ type }) => type)).toEqual(["branch.changed", "head.seen", "ci.failed"]);
    expect(world.failures()).toMatchObject([
      { commit: "t1", endedAt: expect.any(String) },
      { commit: "n1", branch: "trunk", lastGreen: null, answer: { kind: "triage" } },
    ]);
  });

  test("the same branch under another name is answered already", () => {
    const { world, issue } = redRepository();
    world.branch = "trunk";
    expect(typesOf(world.look())).toEqual(["branch.changed", "head.seen"]);
    expect(world.last()).toMatchObject({ branch: "trunk", commit: "t1", endedAt: null });
    world.push("t2", { a: "failed" });
    expect(world.last()).toMatchObject({ branch: "trunk", answer: { kind: "comment", issue } });
  });

  test("a branch that is renamed while it is red is triaged no second time, though its issue is gone", () => {
    const { world, issue } = redRepository();
    world.issues.delete(issue);
    world.branch = "trunk";
    expect(typesOf(world.look())).toEqual(["branch.changed", "head.seen"]);
    expect(world.look().events).toEqual([]);
  });

  test("a repository that is renamed, lost and back is told of once each, and what was due is due again once it is back", () => {
    const world = greenRepository();
    world.push("t1", { a: "failed" });
    world.name = "acme/store";
    expect(typesOf(world.look())).toEqual(["repository.renamed"]);
    expect(world.look().events).toEqual([]);
    for (const kind of ["missing", "empty"] as const) {
      world.head = { kind, asked: "acme/shop", repository: "acme/store" };
      expect(typesOf(world.look())).toEqual(["repository.lost"]);
      // Nobody could write the answer.
      expect(world.look()).toEqual({ events: [], due: [], missing: [] });
    }
    world.head = null;
    const back = world.look();
    expect(typesOf(back)).toEqual(["repository.back"]);
    expect(back.due).toMatchObject([{ kind: "triage", repository: "acme/shop" }]);
    expect(world.look().events).toEqual([]);
  });

  test("an archived repository is not looked at", () => {
    const world = greenRepository();
    world.head = { ...tipOf(world, "t1"), archived: true };
    world.asked.length = 0;
    expect(typesOf(world.look())).toEqual(["repository.lost"]);
    expect(world.asked).toEqual([]);
  });

  test("a clock that goes back a little changes no order, and one that was a year ahead stops nothing", () => {
    const { world, issue } = redRepository();
    world.push("t2", { a: "failed" });
    const before = world.state.at;
    world.pass(-5 * MINUTE);
    world.push("t3", { a: "failed" });
    expect(world.last()).toMatchObject({ answer: { kind: "comment", issue } });
    expect(world.last().at >= before).toBe(true);
    world.pass(365 * DAY);
    world.push("t4", { a: "passed" });
    world.pass(-365 * DAY);
    world.push("t5", { a: "failed" });
    expect(world.last()).toMatchObject({ commit: "t5", answer: { kind: "comment", issue } });
  });
});
