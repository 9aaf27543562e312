import { describe, expect, test } from "vitest";
import type { WatchRan } from "../../cli/do-duties.ts";
import type { WatchList } from "../../knowledge/index.ts";
import { STALE_LOG } from "../support/change/ci-logs.ts";
import { webhookListener } from "../support/change/webhook-listener.ts";
import { TRIAGE_PLAYS } from "../support/triage/triage-plays.ts";
import { SHIPPING, SHOP, type TriageWorldOptions } from "../support/triage/triage-world.ts";
import { watchedShop, watchWorld } from "../support/watch-world.ts";

const DAY = 24 * 60;

/** It went red, and its issue is open. */
async function redShop(options: TriageWorldOptions = {}) {
  const shop = await watchedShop(options);
  shop.merge(SHIPPING);
  shop.red();
  shop.pass(10);
  const ran = await shop.watch();
  return { ...shop, ran };
}

const asked = ({
  github,
}: {
  github: { requests: readonly { kind: string; method: string; path: string }[] };
}) => github.requests.filter(({ kind }) => kind === "api").map(({ method, path }) => `${method} ${path}`);

describe("assay watch run", () => {
  test("C-061 one request looks at every repository of every product, and a look that sees nothing new leaves no trace", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `acme/part-${at}`);
    const world = await watchWorld({
      organisation: null,
      settings: `watch:\n  organisation: acme\n  artifact: null\n  products:\n    - {name: shop, repositories: [${SHOP}]}\n    - {name: parts, repositories: [${names.join(", ")}]}`,
    });
    for (const name of names) {
      const repo = world.github.repository(name, { private: true, files: { "a.txt": "1\n" } });
      repo.check(repo.tip(), { name: "test", conclusion: "success", job: true });
    }
    const first = await world.json<WatchRan>("watch", "run");
    expect(first).toMatchObject({ looked: 31, problems: [], due: [] });
    expect(first.changed.map(({ outcome }) => outcome)).toEqual(Array(31).fill("passed"));
    world.github.requests.length = 0;
    world.pass(10);
    expect(await world.json<WatchRan>("watch", "run")).toMatchObject({ looked: 31, changed: [], due: [] });
    expect(asked(world)).toEqual(["POST /graphql Heads"]);
    const { repositories } = await world.json<WatchList>("watch", "list");
    expect(repositories.map(({ repository, outcome, branch }) => [repository, outcome, branch])).toEqual(
      [SHOP, ...names].map((name) => [name, "passed", "main"]),
    );
  });

  test("C-062 C-069 C-067 a failed tip raises ci.failed and one triage, and however often it is looked at, nothing more", async () => {
    const shop = await redShop();
    expect(shop.ran.changed).toMatchObject([
      {
        repository: SHOP,
        outcome: "failed",
        events: ["head.seen", "ci.failed"],
        failures: [
          {
            commit: shop.repo.tip(),
            lastGreen: shop.green,
            checks: ["github-actions/test"],
            answer: { kind: "triage" },
          },
        ],
      },
    ]);
    expect(shop.ran.done).toMatchObject([{ triage: { kind: "done" }, answer: null }]);
    const written = shop.writes().filter((one) => !one.includes("graphql"));
    for (let look = 0; look < 3; look++) {
      shop.pass(10);
      expect(await shop.watch()).toMatchObject({ changed: [], due: [], done: [] });
    }
    expect(shop.issues()).toHaveLength(1);
    expect(shop.writes().filter((one) => !one.includes("graphql"))).toEqual(written);
    const { failures, issues } = await shop.status();
    expect(failures).toMatchObject([{ state: "done", issue: shop.issue(), endedAt: null }]);
    expect(issues).toMatchObject([{ issue: shop.issue(), state: "open" }]);
  });

  test("C-067 two that look at once answer a failure once", async () => {
    const shop = await watchedShop();
    shop.merge(SHIPPING);
    shop.red();
    shop.pass(10);
    await Promise.all([shop.watch(), shop.watch()]);
    expect(shop.issues()).toHaveLength(1);
    expect((await shop.status()).failures).toHaveLength(1);
    shop.tip("failure");
    await Promise.all([shop.watch(), shop.watch()]);
    expect(shop.comments(shop.issue())).toHaveLength(1);
  });

  test("C-068 what fails on the branch of a change raises nothing, and is not even asked for", async () => {
    const shop = await watchedShop();
    const head = shop.repo.pushCommit("topic", { "b.txt": "1\n" });
    shop.repo.openPull({ head: "topic", title: "A change" });
    shop.repo.check(head, { name: "test", conclusion: "failure", job: true, log: STALE_LOG });
    shop.pass(10);
    shop.github.requests.length = 0;
    expect(await shop.watch()).toMatchObject({ changed: [], due: [] });
    expect(asked(shop)).toEqual(["POST /graphql Heads"]);
    expect((await shop.status()).failures).toEqual([]);
    expect(shop.issues()).toEqual([]);
  });

  test("C-070 the changes that came in are named, and none of them is told, labelled or opened again", async () => {
    const shop = await watchedShop();
    const numbers = [shop.merge({ "c.txt": "1\n" }, "One @ada"), shop.merge(SHIPPING, "Two")];
    shop.red();
    shop.pass(10);
    await shop.watch();
    shop.tip("failure");
    await shop.watch();
    const [issue] = shop.issues();
    for (const number of numbers) {
      expect(issue?.body).toContain(`change ${number}:`);
      expect(shop.comments(number)).toEqual([]);
      expect(shop.repo.issue(number)).toMatchObject({ labels: [], assignees: [] });
    }
    const texts = [issue?.body ?? "", ...shop.comments(shop.issue())].join("\n");
    expect(texts).not.toMatch(/(?<!&)#\d|@ada|\/pull\//);
  });

  test("C-071 the same checks fail again while the issue is open: a comment on it for each tip, and no triage", async () => {
    const shop = await redShop();
    const issue = shop.issue();
    for (const count of [1, 2]) {
      shop.tip("failure");
      const { done } = await shop.watch();
      expect(done).toMatchObject([{ triage: null, answer: { kind: "done", answer: "comment", issue } }]);
      expect(await shop.watch()).toMatchObject({ changed: [], due: [] });
      expect(shop.comments(issue)).toHaveLength(count);
    }
    const [first = ""] = shop.comments(issue);
    expect(first).toContain("fails again at commit");
    expect(first).toContain("- test");
    expect(first).not.toContain("@");
    expect(shop.issues()).toHaveLength(1);
    expect(shop.issues()[0]).toMatchObject({ state: "open" });
  });

  test("C-072 within 14 days of the issue's closing it is opened again with a label, its owner and a webhook, and no triage", async () => {
    const hook = await webhookListener();
    const shop = await redShop({ files: { CODEOWNERS: "* @ada\n" }, settings: `webhook: ${hook.url}` });
    const issue = shop.issue();
    shop.tip("success");
    await shop.watch();
    shop.repo.closeIssue(issue);
    shop.pass(13 * DAY);
    const told = hook.told.length;
    shop.tip("failure");
    const { done } = await shop.watch();
    expect(done).toMatchObject([{ triage: null, answer: { answer: "reopen", issue } }]);
    expect(shop.issues()).toMatchObject([{ number: issue, state: "open", assignees: expect.anything() }]);
    expect(shop.issues()[0]?.labels).toContain("assay:needs-person");
    expect(JSON.stringify(shop.issues()[0]?.assignees)).toContain("ada");
    expect(shop.comments(issue).at(-1)).toContain("Asked by CODEOWNERS: @ada");
    expect(hook.told.slice(told)).toMatchObject([{ kind: "needs-person", word: "closed-lately" }]);
    // The next tip is told of, and nobody is called again.
    shop.tip("failure");
    await shop.watch();
    expect(shop.comments(issue)).toHaveLength(2);
    expect(hook.told).toHaveLength(told + 1);
  });

  test("C-075 more than 14 days after the issue's closing there is a fresh triage", async () => {
    const shop = await redShop();
    const issue = shop.issue();
    shop.tip("success");
    await shop.watch();
    shop.repo.closeIssue(issue);
    shop.pass(14 * DAY + 1);
    shop.tip("failure");
    expect((await shop.watch()).done).toMatchObject([{ triage: { kind: "done" }, answer: null }]);
    expect(shop.issues().map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("C-073 C-101 a change that our issue started and that fails where it is merged: the issue is opened again for a person", async () => {
    const shop = await redShop();
    const issue = shop.issue();
    shop.tip("success");
    await shop.watch();
    shop.repo.closeIssue(issue);
    // Another check than the issue's own.
    shop.tip("failure", "lint", `Closes #${issue}`);
    expect((await shop.watch()).done).toMatchObject([{ triage: null, answer: { answer: "reopen", issue } }]);
    expect(shop.issues()).toMatchObject([{ number: issue, state: "open" }]);
    expect(shop.issues()[0]?.labels).toContain("assay:needs-person");
    // It cannot get green, whatever else comes in.
    shop.tip("failure", "lint");
    expect((await shop.watch()).done).toMatchObject([{ triage: null, answer: { answer: "comment", issue } }]);
    expect(shop.issues()).toHaveLength(1);
  });

  test("C-074 after a flake the same check is triaged again only after a day", async () => {
    const shop = await watchedShop();
    const [, play] = TRIAGE_PLAYS[2] ?? [];
    await play?.begin({ ...shop, raise: async () => {} });
    shop.pass(10);
    expect((await shop.watch()).done).toMatchObject([
      { triage: { decision: { word: "flake" }, issue: null } },
    ]);
    shop.tip("failure");
    expect(await shop.watch()).toMatchObject({ due: [], done: [] });
    expect((await shop.status()).failures[0]?.answer).toMatchObject({ kind: "none", why: "flake-lately" });
    shop.pass(DAY);
    expect((await shop.watch()).done).toMatchObject([{ triage: { kind: "done" } }]);
  });

  test("C-076 repositories of the platform itself are never looked at", async () => {
    const world = await watchWorld({
      organisation: null,
      settings: `watch:\n  organisation: acme\n  artifact: null\n  products:\n    - {name: shop, repositories: [${SHOP}]}\n    - {name: assay, platform: true, repositories: [acme/assay]}`,
    });
    const repo = world.github.repository("acme/assay", { private: true, files: { "a.txt": "1\n" } });
    repo.check(repo.tip(), { name: "test", conclusion: "failure", job: true });
    expect(await world.json<WatchRan>("watch", "run")).toMatchObject({ looked: 1, due: [] });
    expect(asked(world).join("\n")).not.toMatch(/acme\/assay/i);
    expect(await world.inLedger((ledger) => ledger.streams("watch/"))).toEqual(["watch/acme.acme.shop"]);
    const { repositories } = await world.json<WatchList>("watch", "list");
    expect(repositories.map(({ repository, state }) => [repository, state])).toEqual([
      [SHOP, "watched"],
      ["acme/assay", "platform"],
    ]);
    const refused = await world.run("watch", "run", "--repository", "acme/assay");
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain("acme/assay is not watched: it belongs to the platform");
  });

  test("C-077 a token that may read checks is enough to look; without that right the repository is told of", async () => {
    const shop = await watchedShop();
    shop.merge(SHIPPING);
    shop.red();
    shop.pass(10);
    const read = { metadata: "read", contents: "read", statuses: "read" } as const;
    const look = (permissions: Readonly<Record<string, "read">>) => {
      shop.env.ASSAY_GITHUB_TOKEN = shop.github.token({ permissions });
      return shop.run("watch", "run", "--look", "--json");
    };
    const refused = await look(read);
    expect(refused).toMatchObject({ status: 2 });
    expect(refused.stdout).toMatch(/forge_denied/);
    expect(JSON.parse((await look({ ...read, checks: "read" })).stdout)).toMatchObject({
      changed: [{ failures: [{ answer: { kind: "triage" } }] }],
      problems: [],
      left: [{ kind: "triage", repository: SHOP }],
    });
  });

  test("C-078 what was seen is in the ledger, one stream for each organisation and repository, and outlives the process", async () => {
    const shop = await redShop();
    const streams = await shop.inLedger((ledger) => ledger.streams("watch/"));
    expect(streams).toEqual(["watch/acme.acme.shop"]);
    expect(await shop.status()).toMatchObject({
      branch: "main",
      head: { outcome: "failed" },
      lastGreen: shop.green,
    });
    // The forge is gone; what is known is not.
    await shop.github.close();
    expect(await shop.status()).toMatchObject({ failures: [{ commit: expect.any(String), state: "done" }] });
  });

  test("trouble with one repository keeps no other from being looked at", async () => {
    const world = await watchWorld({
      organisation: null,
      settings: `watch:\n  organisation: acme\n  artifact: null\n  products: [{name: shop, repositories: [acme/gone, ${SHOP}, acme/part]}]`,
    });
    const part = world.github.repository("acme/part", { private: true, files: { "a.txt": "1\n" } });
    part.check(part.tip(), { name: "test", conclusion: "success", job: true });
    world.github.fail({ match: /GET \/repos\/acme\/part\//, how: 403, times: 50 });
    const ran = await world.json<WatchRan>("watch", "run");
    expect(ran.changed).toMatchObject([
      { repository: "acme/gone", events: ["repository.lost"] },
      { repository: SHOP, outcome: "passed" },
    ]);
    expect(ran.problems).toMatchObject([{ repository: "acme/part", code: "forge_denied" }]);
    world.github.stopFailing();
    world.github.repository("acme/gone", { private: true, files: { "a.txt": "1\n" } });
    const next = await world.json<WatchRan>("watch", "run");
    expect(next.changed.map(({ repository, events }) => [repository, events[0]])).toEqual([
      ["acme/gone", "repository.back"],
      ["acme/part", "head.seen"],
    ]);
  });

  test("without settings it says what to write", async () => {
    const world = await watchWorld({ organisation: null });
    const { status, stderr } = await world.run("watch", "run");
    expect(status).toBe(2);
    expect(stderr).toContain("no organisation is watched");
    expect(stderr).toContain(
      "watch: {organisation: NAME, products: [{name: PRODUCT, repositories: [OWNER/NAME]}]}",
    );
  });

  test("what it prints names the branch, what fails, what is done and the issue", async () => {
    const shop = await watchedShop();
    shop.merge(SHIPPING);
    shop.red();
    shop.pass(10);
    const look = await shop.run("watch", "run", "--look");
    expect(look.stdout).toContain("red");
    expect(look.stdout).toMatch(/- test \(failure [0-9a-f]{12}\): a triage/);
    expect(look.stdout).toContain("Due: triage of failure");
    expect(shop.issues()).toEqual([]);
    const ran = await shop.run("watch", "run");
    expect(ran.stdout).toContain("Looked at 1 repository: nothing new.");
    expect(ran.stdout).toContain("CI fails on main: test");
    const status = await shop.run("watch", "status", SHOP);
    expect(status.stdout).toContain("answer a triage (done)");
    const list = await shop.run("watch", "list");
    expect(list.stdout).toMatch(/1 open failure · issue \d+/);
  });
});
