import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHANGE_RUN, pendingEffects } from "../../../knowledge/change/change-run.ts";
import type { Verdict } from "../../../knowledge/change/step-verdict.ts";
import { check, STREAM, simulateChange } from "../../support/simulated-change.ts";

const CODE: Verdict = {
  word: "CODE CHANGE NEEDED",
  check: "test",
  cause: "the total leaves shipping out",
  file: "src/total.ts",
  line: 18,
  should: "add shipping to the total",
  by: "model",
};
const TESTS: Verdict = {
  word: "TEST CHANGED",
  why: "the label is new",
  files: ["a.test.ts"],
  quotes: [],
  by: "model",
};
const BLOCKED: Verdict = { word: "BLOCKED", question: "Which total is right?", by: "model" };
const NOTHING: Verdict = { word: "NO CHANGE NEEDED", why: "all of it fails on main", by: "rule" };
const failed = () => ({ kind: "failed", failed: [check("test", "failed")], unclear: [] }) as const;

/** Moves until nothing follows from what is known. */
async function settle(world: ReturnType<typeof simulateChange>, verdict: Verdict = CODE) {
  for (let turn = 0; turn < 60; turn++) {
    const move = await world.move("one", () => verdict);
    if (move.kind === "wait" || move.kind === "finished") return move;
  }
  throw new Error("it never settles");
}

describe("a change run", () => {
  it("is green at once: no agent, then the reviewer, then done", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change-quick" });
    await world.start();
    world.ci = { kind: "passed" };
    expect(await settle(world)).toMatchObject({ kind: "wait", wait: { for: "reviewer" } });
    expect(world.engagedOn).toEqual([]);
    await world.handOver("next");
    expect(await settle(world)).toEqual({ kind: "finished" });
    const run = await world.run();
    expect(run.ended?.outcome).toBe("done");
    expect(run.steps[1]?.rounds[0]?.ended).toMatchObject({
      why: "nothing-to-do",
      verdict: { word: "NO CHANGE NEEDED" },
    });
  });

  it("is sent back twice, and the third finding goes to a person", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    for (const round of [1, 2]) {
      world.ci = failed();
      expect(await settle(world)).toMatchObject({ kind: "wait", wait: { for: "builder" } });
      expect((await world.run()).returnRounds).toBe(round);
      world.push();
      expect(await settle(world)).toMatchObject({ kind: "wait", wait: { for: "ci", running: ["test"] } });
    }
    world.ci = failed();
    expect(await settle(world)).toEqual({ kind: "finished" });
    const run = await world.run();
    expect(run.ended).toMatchObject({ outcome: "person", why: "returns-spent" });
    expect(run.steps[1]?.rounds.map(({ ended }) => ended?.why)).toEqual([
      "sent-back",
      "sent-back",
      "returns-spent",
    ]);
    expect(run.steps[0]?.rounds).toHaveLength(3);
  });

  it("a change that a person opened has no builder: the finding goes to that person", async () => {
    const world = simulateChange({ hasBuilder: false, workflow: "change" });
    await world.start();
    world.ci = failed();
    await settle(world);
    expect((await world.run()).ended).toMatchObject({ outcome: "person", why: "finding-for-person" });
  });

  it("a test change waits for CI on its own commit, and succeeds with that verdict", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    expect(await settle(world, TESTS)).toMatchObject({ kind: "wait", wait: { for: "ci" } });
    expect(world.head).toBe("c1");
    world.ci = { kind: "passed" };
    await settle(world, TESTS);
    expect((await world.run()).steps[1]?.rounds[0]?.ended).toMatchObject({
      why: "confirmed",
      verdict: TESTS,
      head: "c1",
    });
  });

  it("a forge that does not know of the commit yet is waited for, and nothing is answered twice", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    await settle(world, TESTS);
    world.head = "c0";
    world.ci = failed();
    expect(await settle(world, TESTS)).toMatchObject({ kind: "wait", wait: { for: "ci" } });
    expect(world.engagedOn).toHaveLength(1);
  });

  it("three attempts whose commits do not pass end with a person", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    for (let attempt = 0; attempt < 4; attempt++) {
      world.ci = failed();
      await settle(world, TESTS);
    }
    expect(world.engagedOn).toHaveLength(3);
    expect((await world.run()).ended).toMatchObject({ outcome: "person", why: "attempts-spent" });
  });

  it("a commit that came meanwhile makes the attempt void, and the new head is looked at", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    const answer = () => {
      world.push();
      return TESTS;
    };
    for (let turn = 0; turn < 12 && world.engagedOn.length === 0; turn++) await world.move("one", answer);
    expect(await settle(world, TESTS)).toMatchObject({
      kind: "wait",
      wait: { for: "ci", running: ["test"] },
    });
    const run = await world.run();
    expect(run.steps[1]?.rounds[0]?.attempts[0]?.isVoid).toBe(true);
    expect(pendingEffects(run)).toEqual([]);
    expect(world.head).toBe("c1");
  });

  it("CI that does not end in half an hour is a person's matter, and waiting appends nothing", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = { kind: "running", running: [check("slow", "running")], failed: [] };
    await settle(world);
    const before = (await world.ledger.since("", 1_000)).events.length;
    world.pass(29);
    expect(await settle(world)).toMatchObject({ kind: "wait", wait: { for: "ci", running: ["slow"] } });
    expect((await world.ledger.since("", 1_000)).events).toHaveLength(before);
    world.pass(1);
    await settle(world);
    expect((await world.run()).ended).toMatchObject({ outcome: "person", why: "timeout" });
    expect(world.engagedOn).toEqual([]);
  });

  it("what is cancelled or stale is no pass", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = { kind: "unclear", unclear: [check("deploy", "unclear")] };
    await settle(world);
    const run = await world.run();
    expect(run.ended?.outcome).toBe("person");
    expect(run.steps[1]?.rounds[0]?.ended?.verdict.word).toBe("BLOCKED");
  });

  it("a commit pushed while the reviewer reads goes back to CI", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = { kind: "passed" };
    await settle(world);
    world.push();
    await world.handOver("next");
    expect(await settle(world)).toMatchObject({ kind: "wait", wait: { for: "ci", running: ["test"] } });
    world.ci = { kind: "passed" };
    expect(await settle(world)).toMatchObject({ kind: "wait", wait: { for: "reviewer" } });
    expect((await world.run()).returnRounds).toBe(0);
  });

  it("a lease is respected until it runs out or its process is gone", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    for (let turn = 0; turn < 12 && world.engagedOn.length === 0; turn++)
      await world.move("one", () => CODE, "engage");
    expect(await world.move("two", () => CODE)).toMatchObject({
      kind: "wait",
      wait: { for: "holder", holder: "one" },
    });
    expect(await world.move("two", () => CODE, false, new Set(["one"]))).toMatchObject({
      kind: "engage",
      attempt: 1,
    });
    expect(await settle(world)).toMatchObject({ kind: "wait", wait: { for: "builder" } });
  });

  it("a second start while a run is live begins nothing; after the end the next run is another", async () => {
    const world = simulateChange({ hasBuilder: false, workflow: "change" });
    expect((await world.start()).answer).toEqual({ kind: "started", run: 1 });
    expect((await world.start()).answer).toMatchObject({ kind: "live" });
    world.state = "closed";
    await settle(world);
    expect((await world.run()).ended?.outcome).toBe("closed");
    expect((await world.start()).answer).toEqual({ kind: "started", run: 2 });
  });

  it("what was said of one head ends nothing at another", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    for (let turn = 0; turn < 12 && world.engagedOn.length === 0; turn++)
      await world.move("one", () => NOTHING);
    world.push();
    expect(await settle(world, NOTHING)).toMatchObject({
      kind: "wait",
      wait: { for: "ci", running: ["test"] },
    });
    expect((await world.run()).steps[1]?.rounds[0]?.ended).toBeNull();
  });

  it("tests that were changed stay the step's verdict where the base branch is red beside", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    await settle(world, TESTS);
    world.ci = failed();
    expect(await settle(world, NOTHING)).toMatchObject({ kind: "wait", wait: { for: "reviewer" } });
    expect((await world.run()).steps[1]?.rounds[0]?.ended).toMatchObject({
      why: "confirmed",
      verdict: TESTS,
    });
  });

  it("a commit that the remote does not take goes to a person, and so does the run", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    world.refuses.add("commit");
    expect(await settle(world, TESTS)).toEqual({ kind: "finished" });
    const run = await world.run();
    expect(run.ended).toMatchObject({ outcome: "person", why: "blocked" });
    expect(run.steps[1]?.rounds[0]?.ended?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(world.head).toBe("c0");
  });

  it("whoever takes the change over stops the engineer: its commit is not made", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    for (let turn = 0; turn < 12 && world.engagedOn.length === 0; turn++)
      await world.move("one", () => TESTS);
    await world.handOver("person");
    expect(await settle(world, TESTS)).toEqual({ kind: "finished" });
    expect(world.head).toBe("c0");
    expect((await world.run()).ended).toMatchObject({ outcome: "person", why: "person" });
  });

  it("what a void attempt planned is due again where it is planned again", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    world.sharedKey = "base-issue";
    await world.start();
    world.ci = failed();
    const answer = () => {
      world.push();
      return TESTS;
    };
    for (let turn = 0; turn < 12 && world.engagedOn.length === 0; turn++) await world.move("one", answer);
    await settle(world, TESTS);
    world.ci = failed();
    await settle(world, NOTHING);
    expect(world.written).toContain("base-issue");
  });

  it("a branch that moves whenever it is worked on is not followed for ever", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    const answer = () => {
      world.push();
      return TESTS;
    };
    for (let turn = 0; turn < 200; turn++) {
      world.ci = failed();
      if ((await world.move("one", answer)).kind === "finished") break;
    }
    expect(world.engagedOn.length).toBeLessThanOrEqual(6);
    expect((await world.run()).ended).toMatchObject({ outcome: "person", why: "attempts-spent" });
  });

  it("the half hour counts from the engineer's commit", async () => {
    const world = simulateChange({ hasBuilder: true, workflow: "change" });
    await world.start();
    world.ci = failed();
    world.pass(28);
    await settle(world, TESTS);
    world.pass(5);
    expect(await settle(world, TESTS)).toMatchObject({ kind: "wait", wait: { for: "ci" } });
  });

  it("1,000 random histories keep the invariants", async () => {
    const event = fc.constantFrom(
      "one",
      "one",
      "two",
      "one dies",
      "two dies",
      "pass",
      "fail",
      "push",
      "run",
      "unclear",
      "none",
      "wait",
      "next",
      "person",
      "close",
    );
    const verdict = fc.constantFrom(CODE, CODE, TESTS, BLOCKED, NOTHING);
    const history = fc.array(fc.tuple(event, verdict), { minLength: 10, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.boolean(),
        fc.constantFrom("change", "change-quick"),
        async (told, hasBuilder, workflow) => {
          const world = simulateChange({ hasBuilder, workflow });
          await world.start();
          const gone = new Set<string>();
          let generation = 0;
          for (const [what, answer] of told) {
            switch (what) {
              case "one":
              case "two":
                await world.move(`${what}${generation}`, () => answer, false, gone);
                break;
              case "one dies":
              case "two dies": {
                const holder = `${what.slice(0, 3)}${generation}`;
                await world.move(holder, () => answer, true, gone);
                gone.add(holder);
                generation += 1;
                break;
              }
              case "pass":
                world.ci = { kind: "passed" };
                break;
              case "fail":
                world.ci = failed();
                break;
              case "unclear":
                world.ci = { kind: "unclear", unclear: [check("test", "unclear")] };
                break;
              case "none":
                world.ci = { kind: "none" };
                break;
              case "run":
                world.ci = { kind: "running", running: [check("test", "running")], failed: [] };
                break;
              case "push":
                world.push();
                break;
              case "wait":
                world.pass(11);
                break;
              case "next":
              case "person":
                await world.handOver(what);
                break;
              case "close":
                if (told.length > 70) world.state = "closed";
            }
          }
          const run = await world.run();
          expect(run.returnRounds).toBeLessThanOrEqual(2);
          expect(world.engagedOn.filter((kind) => kind !== "failed" && kind !== "none")).toEqual([]);
          expect(new Set(world.written).size).toBe(world.written.length);
          for (const { rounds } of run.steps) {
            expect(rounds.map(({ round }) => round)).toEqual(rounds.map((_, index) => index + 1));
            expect(rounds.slice(0, -1).every(({ ended }) => ended !== null)).toBe(true);
          }
          const open = run.steps.filter(({ rounds }) => rounds.at(-1)?.ended === null);
          expect(open.length).toBeLessThanOrEqual(run.ended === null ? 1 : 0);
          if (!hasBuilder) expect(run.returnRounds).toBe(0);
          for (const { rounds } of run.steps)
            for (const { ended } of rounds)
              if (ended?.why === "confirmed")
                expect(["TEST CHANGED", "CHANGED"]).toContain(ended.verdict.word);
          for (const { rounds } of run.steps) {
            for (const { attempts, ended, ci } of rounds) {
              expect(attempts.length).toBeLessThanOrEqual(6);
              const judged = new Set([ci?.head, ...attempts.map(({ head }) => head)]);
              const passed = ended?.why === "confirmed" || ended?.why === "nothing-to-do";
              if (passed) expect(judged.has(ended.head)).toBe(true);
            }
          }
          // The fold of all events is the state, whatever was folded between.
          let folded = CHANGE_RUN.initial;
          for await (const stored of world.ledger.read(STREAM)) folded = CHANGE_RUN.apply(folded, stored);
          expect(folded.runs.at(-1)).toEqual(run);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
