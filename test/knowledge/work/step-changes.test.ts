import { describe, expect, onTestFinished, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { changeEvent, changeStream } from "../../../knowledge/change/change-events.ts";
import { CHANGE_RUN } from "../../../knowledge/change/change-run.ts";
import { startRun } from "../../../knowledge/change/start-run.ts";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { decide } from "../../../knowledge/ledger/decide.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import type { Ledger } from "../../../knowledge/ports/ledger.ts";
import { readyChanges } from "../../../knowledge/work/ready-changes.ts";
import type { StepDeps } from "../../../knowledge/work/step-change.ts";
import { stepChanges } from "../../../knowledge/work/step-changes.ts";
import { collect } from "../../support/collect.ts";
import { startGithub } from "../../support/github/github.ts";
import { forgeOf } from "../../support/github-forge.ts";
import { movingClock } from "../../support/moving-clock.ts";

const MINUTE = 60_000;

/** Changes of a repository under QA whose CI has failed, and the real adapters over a ledger in memory. */
async function failedChanges(count: number) {
  const clock = movingClock();
  const github = await startGithub({ now: clock.now() });
  onTestFinished(() => github.close());
  const repo = github.repository("acme/shop", { files: { "a.txt": "1\n" } });
  const ledger = memoryLedger(clock);
  const workflow = DEFAULT_CONFIG.workflows.find(({ name }) => name === "change-quick");
  if (workflow === undefined) throw new Error("the built-in workflow is gone");
  const numbers: number[] = [];
  for (let at = 0; at < count; at++) {
    const headBranch = `topic-${at}`;
    const head = repo.pushCommit(headBranch, { "a.txt": `${at}\n` });
    const number = repo.openPull({ head: headBranch, title: "Topic", author: "ada" });
    repo.check(head, { name: "test", conclusion: "failure", job: true });
    numbers.push(number);
    const change = {
      host: "github.com",
      repository: "acme/shop",
      number,
      url: `https://github.com/acme/shop/pull/${number}`,
      title: "Topic",
      author: "ada",
      headRepository: "acme/shop",
      headBranch,
      baseBranch: "main",
    };
    const start = {
      at: new Date(clock.now()).toISOString(),
      by: "ada",
      change,
      workflow,
      hasBuilder: false,
      note: null,
      issue: null,
      secret: "00".repeat(16),
    };
    await decide(ledger, changeStream("acme/shop", number), CHANGE_RUN, ({ state }) =>
      startRun(state, start),
    );
  }
  const pass = (ms: number) => {
    clock.pass(ms);
    github.clock.advance(ms);
  };
  pass(MINUTE);
  const deps: StepDeps = {
    clock,
    forge: forgeOf(github),
    holder: { name: async () => "one", isGone: async () => false },
    ledger,
    secrets: { files: async () => [] },
  };
  const look = (over: Partial<StepDeps> = {}, repositories: readonly string[] | null = null) =>
    stepChanges({ ...deps, ...over }, { repositories, config: DEFAULT_CONFIG });
  const events = async (number: number) =>
    (await collect(ledger.read(changeStream("acme/shop", number)))).map(({ type }) => type);
  return { github, repo, ledger, numbers, pass, look, events, clock };
}

/** The ledger, with the names of what is asked of it. */
function watched(ledger: Ledger) {
  const asked = new Set<string>();
  const seen = new Proxy(ledger, {
    get(of, name, receiver) {
      asked.add(String(name));
      return Reflect.get(of, name, receiver);
    },
  });
  return { asked, seen };
}

describe("a look at the changes that wait", () => {
  test("of two who look at once, one tells that a change is ready", async () => {
    const { look, events, numbers } = await failedChanges(1);
    const [one, other] = await Promise.all([look(), look()]);
    const told = await events(numbers[0] ?? 0);
    expect(told.filter((type) => type === "change.ready")).toHaveLength(1);
    expect(told.filter((type) => type === "change.ci.seen")).toHaveLength(1);
    for (const { looked } of [one, other]) expect(looked[0]?.run.ready?.why).toBe("ci-failed");
  });

  test("asks the ledger for no index: summaries, and the streams of those that wait", async () => {
    const { look, ledger } = await failedChanges(2);
    const { asked, seen } = watched(ledger);
    await look({ ledger: seen });
    await look({ ledger: seen });
    expect([...asked].toSorted()).toEqual(["append", "putSummary", "read", "snapshot", "summaries"]);
  });

  test("costs three requests for one that waits for CI, and none for one that has ended", async () => {
    const { look, github, ledger, numbers, clock } = await failedChanges(2);
    await look();
    github.requests.length = 0;
    await look();
    expect(github.requests.map(({ path }) => path)).toHaveLength(2 * 3);
    const stream = changeStream("acme/shop", numbers[0] ?? 0);
    const at = new Date(clock.now()).toISOString();
    await decide(ledger, stream, CHANGE_RUN, () => ({
      events: [changeEvent("run.ended", { run: 1, at, outcome: "closed", why: "merged" })],
      answer: null,
    }));
    github.requests.length = 0;
    expect((await look()).looked).toHaveLength(1);
    expect(github.requests).toHaveLength(3);
  });

  test("writes a summary anew that is of another version, or that a killed process left behind", async () => {
    const { look, ledger, numbers } = await failedChanges(1);
    await look();
    const stream = changeStream("acme/shop", numbers[0] ?? 0);
    const { seq } = await readState(ledger, stream, CHANGE_RUN);
    await ledger.putSummary({ stream, seq, v: 1, data: { number: numbers[0], outcome: null } });
    expect(await look()).toMatchObject({ looked: [{ events: [] }] });
    const [summary] = await ledger.summaries("change");
    expect(summary).toMatchObject({ seq, v: CHANGE_RUN.summary?.v, data: { ready: { why: "ci-failed" } } });
  });

  test("comes back to one whose summary was lost once somebody looked for what is ready", async () => {
    const { look, ledger, numbers } = await failedChanges(1);
    const stream = changeStream("acme/shop", numbers[0] ?? 0);
    const lost = memoryLedger({ now: () => 0 });
    for await (const { type, v, data, seq } of ledger.read(stream))
      await lost.append(stream, seq - 1, [{ type, v, data }]);
    expect(await look({ ledger: lost })).toMatchObject({ looked: [] });
    expect(await readyChanges({ ledger: lost }, ["acme/shop"])).toEqual([]);
    expect(await look({ ledger: lost })).toMatchObject({
      looked: [{ run: { ready: { why: "ci-failed" } } }],
    });
    expect(await readyChanges({ ledger: lost }, ["acme/shop"])).toMatchObject([{ number: numbers[0] }]);
  });

  test("is of some repositories by their names in any case, those that waited for longest first", async () => {
    const { look, numbers } = await failedChanges(3);
    expect((await look({}, ["ACME/Shop"])).looked.map(({ change }) => change.number)).toEqual(numbers);
    expect(await look({}, ["acme/api"])).toMatchObject({ looked: [], left: 0 });
  });

  test("fails as a whole only where all of them fail by what passes; one that is denied is told", async () => {
    const { look, github, numbers } = await failedChanges(2);
    const [first = 0] = numbers;
    github.fail({ match: `GET /repos/acme/shop/pulls/${first}`, how: 403, times: 50 });
    expect(await look()).toMatchObject({
      looked: [{ change: { number: numbers[1] } }],
      problems: [{ number: first, code: "forge_denied" }],
    });
    github.stopFailing();
    github.fail({ match: "GET /repos/acme/shop/pulls", how: 502, times: 50 });
    await expect(look()).rejects.toMatchObject({ code: "forge_unavailable" });
  }, 60_000);
});
