import { describe, expect, test } from "vitest";
import { failedLog, RUNNER_LOST, STALE_LOG } from "../support/change/ci-logs.ts";
import { webhookListener } from "../support/change/webhook-listener.ts";
import { spender } from "../support/spend.ts";
import { playedTriage } from "../support/triage/killed-triage.ts";
import { TRIAGE_PLAYS } from "../support/triage/triage-plays.ts";
import {
  CALL_USD,
  choicesOf,
  decides,
  SHIPPING,
  SHOP,
  type TriageWorldOptions,
  triageWorld,
} from "../support/triage/triage-world.ts";

const TIME = "2026-01-05T10:00:00.1234567Z";
/** Test code that names what is not there. */
const SLIP = failedLog([]).replace(
  "✖ failing tests:",
  [
    "✖ failing tests:",
    "",
    "✖ a cart (1.2ms)",
    "  ReferenceError: cart is not defined",
    "      at TestContext.<anonymous> (file:///home/runner/work/shop/shop/test/total.test.js:6:10)",
  ].join(`\n${TIME} `),
);

/** A default branch that two changes came into and that is red since. */
async function redShop(options: TriageWorldOptions = {}, log = STALE_LOG) {
  const world = await triageWorld(options);
  const first = world.merge({ "README.md": "A shop.\n" }, "Say what it is");
  const second = world.merge(SHIPPING, "Charge shipping (#7) for @ada");
  world.red(log);
  await world.raise();
  return { world, first, second };
}

describe("assay triage run", () => {
  test("C-063 C-064 C-065 one run reads the failure and what was merged since green, decides, and opens one issue", async () => {
    const { world, first, second } = await redShop({
      model: [decides({ word: "code", suspect: "2", line: "L1" })],
    });
    const ran = await world.triage();
    expect(ran).toMatchObject({
      kind: "done",
      decision: { word: "code", by: "model", suspect: second, merged: [second, first], needsPerson: false },
      spentUSD: CALL_USD,
    });
    const [request] = world.model?.requests ?? [];
    expect(request?.messages[0]?.text).toContain("1499 !== 1000");
    expect(request?.messages[0]?.text).toContain("title: Charge shipping (#7) for @ada");
    const { word, suspect, line } = choicesOf(request ?? { tools: [] });
    expect(word).toEqual(["code", "test", "infrastructure", "unclear"]);
    expect(suspect?.toSorted()).toEqual([`${first}`, `${second}`, "none"]);
    expect(line).toContain("L1");
    const issues = world.issues();
    expect(issues).toHaveLength(1);
    expect(ran.issue).toMatchObject({ number: issues[0]?.number, title: "CI fails on main: test" });
    expect(issues[0]?.body).toContain("**The code is wrong**");
    expect(issues[0]?.labels).toEqual(["assay:triage"]);
    expect(world.writes().filter((one) => !one.endsWith("/labels"))).toEqual([`POST /repos/${SHOP}/issues`]);
    const plain = await world.run("triage", "run", SHOP, "f-1");
    expect(plain).toMatchObject({ status: 0, stderr: "" });
    expect(plain.stdout).toContain("It is answered already");
  });

  test("C-066 its issue starts a change as any other: its acceptance criteria are the intent", async () => {
    const { world } = await redShop({ model: [decides({ word: "test" })] });
    await world.triage();
    const body = world.issues()[0]?.body ?? "";
    expect(body).toContain(
      "## Acceptance criteria\n\n- These checks pass on main again, for the right reason: test.",
    );
    expect(body).toContain(
      "- The tests ask for what the product's code rightly does, and prove no less than before.",
    );
    expect(body).toContain("- No test is deleted, skipped or loosened");
  });

  test("C-070 names the changes merged since green, and wakes none of them", async () => {
    const { world, first, second } = await redShop({ model: [decides({ word: "code", suspect: "2" })] });
    await world.triage();
    const body = world.issues()[0]?.body ?? "";
    expect(body).toContain(`- change ${second}: Charge shipping`);
    expect(body).toContain(`- change ${first}: Say what it is`);
    expect(body).toMatch(new RegExp(`- change ${second}: .*the failures point to it`));
    expect(body).not.toMatch(/#\d(?!\d*;)|@\w|\/pull\/\d/);
    for (const number of [first, second]) {
      expect(world.repo.issue(number).state).toBe("closed");
      expect(world.repo.commentsOf(number)).toEqual([]);
    }
  });

  test("C-067 nothing is answered twice: called again and by several at once there is one issue", async () => {
    const { world } = await redShop({ model: [decides({ word: "code" })] });
    const all = await Promise.all([1, 2, 3].map(() => world.run("triage", "run", SHOP, "f-1", "--json")));
    const kinds = all.map(({ stdout }) => JSON.parse(stdout).kind as string);
    expect(kinds.filter((kind) => kind === "done")).toHaveLength(1);
    expect((await world.triage()).kind).toBe("answered");
    expect(world.issues()).toHaveLength(1);
    expect(world.model?.requests).toHaveLength(1);
  });

  test.each(TRIAGE_PLAYS.slice(0, 1))(
    "C-067 %s ends the same when the process is killed before it hears of its issue or of the model",
    async (_, play) => {
      const whole = await playedTriage(play, null);
      const told = whole.requests.flatMap((request, at) =>
        /^POST .*\/issues$|^the model$/.test(request) ? [at + 1] : [],
      );
      expect(told).toHaveLength(2);
      for (const at of told) {
        const { end, killed, spentUSD } = await playedTriage(play, { at, how: "unanswered" });
        expect(killed).toBe(true);
        expect(end, `killed at ${whole.requests[at - 1]}`).toBe(whole.end);
        expect(spentUSD).toBeGreaterThanOrEqual(whole.spentUSD);
      }
    },
  );

  test("C-074 for a flake it opens nothing, warns memory, and says so to the watch", async () => {
    const world = await triageWorld();
    const [, play] = TRIAGE_PLAYS[2] ?? [];
    await play?.begin(world);
    expect(await world.triage()).toMatchObject({ kind: "done", decision: { word: "flake" }, issue: null });
    expect(world.issues()).toEqual([]);
    expect(world.writes()).toEqual([]);
    expect((await world.failure()).done).toMatchObject({ issue: null, refused: null });
    expect((await world.run("learn")).stderr).toContain("added 1");
    expect((await world.run("knowledge", "list")).stdout).toContain("a large cart");
  });

  test("C-065 a slip of the test's own code is the test's, without a model", async () => {
    const { world } = await redShop({ model: [] }, SLIP);
    expect(await world.triage()).toMatchObject({ decision: { word: "test", by: "rules" }, spentUSD: "0.00" });
    expect(world.issues()[0]?.body).toContain("**A test is wrong**");
  });

  test("C-065 infrastructure and what nobody can settle go to a person, who is told once", async () => {
    const hook = await webhookListener();
    const world = await triageWorld({
      files: { CODEOWNERS: "* @ada\n" },
      settings: `webhook: ${hook.url}`,
    });
    world.red(RUNNER_LOST);
    await world.raise();
    const done = await world.run("triage", "run", SHOP, "f-1");
    expect(done.status).toBe(1);
    expect(done.stdout).toMatch(/found +infrastructure failed \(by rules\)[\s\S]*A person is needed\./);
    const [issue] = world.issues();
    expect(issue).toMatchObject({ labels: ["assay:triage", "assay:needs-person"], assignees: ["ada"] });
    expect(hook.told).toMatchObject([{ kind: "needs-person", repository: SHOP, word: "infrastructure" }]);
    expect(hook.told[0]?.issue).toContain(`/issues/${issue?.number}`);
    await world.triage();
    expect(hook.told).toHaveLength(1);
  });

  test("C-092 C-094 a run has two dollars, set aside in the account of its organisation before the first step", async () => {
    const { world } = await redShop({
      model: [decides({ word: "code" })],
    });
    await world.triage();
    const { groups, runs, calls } = await world.budget();
    expect(groups).toMatchObject([
      {
        group: "qa",
        organisation: "acme",
        workflows: ["ci-triage", "qa-weekly-sweep"],
        weeklyUSD: "15.00",
        spentUSD: CALL_USD,
        reservedUSD: "0.00",
      },
    ]);
    expect(runs).toMatchObject([{ account: "triage-acme.acme.shop.f-1", spentUSD: CALL_USD }]);
    expect(calls).toMatchObject([{ purpose: "triage", step: "triage", state: "settled" }]);
    const reserved = await world.inLedger(async (ledger) => {
      for await (const event of ledger.read("budget/group@acme.qa")) return event.data;
      return null;
    });
    expect(reserved).toMatchObject({ capMicros: 2_000_000, purpose: "ci-triage" });
  });

  test("C-094 C-096 C-097 where the group's seven days are spent it fails before any step, and says why", async () => {
    const { world } = await redShop({ model: [] });
    const spend = spender(world.clone, "acme");
    const now = Date.now();
    for (let run = 0; run < 4; run++) {
      const account = `change-acme.shop.${run}.1`;
      await spend.start(account, "4.00", "15.00", now - 60_000);
      await spend.call({ account, usd: "4.00", costUSD: "3.50", at: now - 50_000 });
      await spend.end(account, now - 40_000);
    }
    const asked = world.github.requests.length;
    const done = await world.run("triage", "run", SHOP, "f-1");
    expect(done.status).toBe(1);
    expect(done.stdout.replace(/\s+/g, " ")).toMatch(
      /Nothing was read: .*group qa may cost \$15\.00 in any seven days, \$1\.00 of it is left, and this attempt may cost \$2\.00/,
    );
    expect(world.github.requests).toHaveLength(asked);
    expect(await world.failure()).toMatchObject({ claim: null, done: null });
    const { groups } = await world.budget();
    expect(groups).toMatchObject([{ group: "qa", organisation: "acme", leftUSD: "1.00" }]);
    // It waits for the money, a day at most, and no look asks for it meanwhile.
    const status = JSON.parse((await world.run("watch", "status", SHOP, "--json")).stdout);
    const [failure] = status.failures;
    expect(failure).toMatchObject({ failure: "f-1", state: "waits", waitsUntil: expect.any(String) });
    expect(Date.parse(failure.waitsUntil) - world.clock.now()).toBeLessThanOrEqual(24 * 60 * 60_000);
    const look = JSON.parse((await world.run("watch", "run", "--look", "--json")).stdout);
    expect(look.left).toEqual([]);
    world.pass(25 * 60);
    const later = JSON.parse((await world.run("watch", "run", "--look", "--json")).stdout);
    expect(later.left).toMatchObject([{ kind: "triage", failure: "f-1" }]);
  });

  test("a failure that nobody raised is an error, and so is a watch that the settings do not name", async () => {
    const { world } = await redShop();
    const done = await world.run("triage", "run", SHOP, "f-2");
    expect(done).toMatchObject({ status: 2, stdout: "" });
    expect(done.stderr).toContain("f-2");
    expect((await world.run("triage", "run", SHOP, "f-1", "--organisation", "beta")).status).toBe(2);
    const other = await triageWorld({ organisation: null });
    expect((await other.run("triage", "run", SHOP, "f-1")).stderr).toContain("no organisation is watched");
  });
});
