import { describe, expect, test } from "vitest";
import { AssayError } from "../../../knowledge/errors.ts";
import type { Ledger } from "../../../knowledge/ports/ledger.ts";
import { readRecordFile } from "../../../knowledge/record/record-file.ts";
import { sharedMemories } from "../../support/one-memory.ts";
import { pullWorld, SHOP } from "../../support/pull/pull-world.ts";
import { junit, ranWith, reportsZip } from "../../support/pull/reports.ts";

const SLOW = reportsZip({ "junit.xml": junit(["adds"], "pays") });
const DAY = 24 * 60;
const OUTAGE = new AssayError("forge_unavailable", { host: "h", asked: "a", reason: "r", way: "w" });

const fails = (error: Error) => async () => {
  throw error;
};

async function dataOf(ledger: Ledger, prefix: string, type: string) {
  const { events } = await ledger.since("", 10_000);
  return events.filter((one) => one.stream.startsWith(prefix) && one.type === type).map(({ data }) => data);
}
const failures = (ledger: Ledger) => dataOf(ledger, "learning/", "job.failed");
const pulls = (ledger: Ledger) => dataOf(ledger, "watch/", "evidence.pulled");

/** A shop that was looked at once CI had ended with a test that ran out of time. */
async function slowShop(...args: Parameters<typeof pullWorld>) {
  const world = await pullWorld(...args);
  const run = ranWith(world.repo, SLOW);
  world.pass(10);
  const looked = await world.look();
  return { ...world, run, looked };
}

/** The same with another run after it. */
async function twoRuns() {
  const shop = await slowShop();
  const more = reportsZip({ "junit.xml": junit(["more"], "refunds") });
  const next = ranWith(shop.repo, more, { workflow: { name: "Other" } });
  shop.pass(10);
  await shop.look();
  return { ...shop, next };
}

describe("what a run of the default branch left", () => {
  test("is due once CI has ended, is learned from, and what is new is wanted as a candidate and no more", async () => {
    const { looked, pull, run, wanted, repo, github } = await slowShop();
    expect(looked.due).toEqual([{ kind: "learn", organisation: "acme", repository: SHOP }]);
    github.requests.length = 0;
    const pulled = await pull();
    expect(pulled).toMatchObject({
      kind: "pulled",
      tip: repo.tip(),
      runs: [{ id: run, attempt: 1, learned: [expect.stringMatching(/^[0-9a-f]{32}$/)], why: null }],
      left: 0,
      due: [{ kind: "propose", organisation: "acme", repository: SHOP }],
    });
    expect(
      github.requests.filter(({ method, path }) => method !== "GET" && !path.startsWith("/graphql")),
    ).toEqual([]);
    const { files, sources, contents } = await wanted();
    expect(sources).toEqual(pulled.runs[0]?.learned);
    const [[path = "", text = ""] = []] = Object.entries(files);
    expect(Object.keys(files)).toHaveLength(1);
    const file = await readRecordFile(path.slice(".assay/knowledge/".length), text ?? "");
    expect(file).toMatchObject({
      kind: "record",
      record: { kind: "caution", status: "candidate", origin: "ci", root_cause: "timeout" },
    });
    expect(contents[0]?.evidence).toMatchObject([
      {
        cause: "timeout",
        files: [path],
        links: [{ text: "CI", url: expect.stringContaining(`/runs/${run}`) }],
      },
    ]);
  });

  test("is confirmed by the next run, which proposes nothing twice, merged or not", async () => {
    const { pull, wanted, repo, pass, look, ledger, propose, github } = await slowShop();
    const first = await pull();
    const before = await wanted();
    const proposed = await propose();
    expect(proposed.result).toBe("done");
    const learnedAgain = async () => {
      ranWith(repo, SLOW, { sha: repo.pushCommit("main", { "b.txt": `${github.requests.length}\n` }) });
      pass(10);
      expect((await look()).due).toMatchObject([{ kind: "learn" }]);
      return pull();
    };
    const second = await learnedAgain();
    expect(second.runs[0]?.learned).not.toEqual(first.runs[0]?.learned);
    expect(second.due).toEqual([]);
    expect(await wanted()).toEqual(before);
    const confirmed = async (run = "") => {
      for await (const { type, data } of ledger.read(`learning/acme.shop/${run}`))
        if (type === "curation.finished") return data.confirmed;
      return null;
    };
    expect(await confirmed(second.runs[0]?.learned[0])).toHaveLength(1);

    repo.mergePull(proposed.request.number ?? 0);
    await propose();
    const third = await learnedAgain();
    expect(third.due).toEqual([]);
    expect((await wanted()).sources).toEqual([]);
    expect(await confirmed(third.runs[0]?.learned[0])).toHaveLength(1);
  });

  test("is read once: called again, it costs one request and appends nothing", async () => {
    const { pull, ledger, propose, look, pass, github } = await slowShop();
    await pull();
    await propose();
    // What was handed over is looked after once more.
    pass(10);
    expect((await look()).due).toMatchObject([{ kind: "learn" }]);
    expect(await pull()).toMatchObject({ runs: [], due: [] });
    pass(10);
    expect((await look()).due).toEqual([]);
    const events = (await ledger.since("", 10_000)).events.length;
    github.requests.length = 0;
    expect(await pull()).toMatchObject({ kind: "pulled", runs: [], left: 0, due: [] });
    expect(github.requests.map(({ path }) => path.split("?")[0])).toEqual([`/repos/${SHOP}/actions/runs`]);
    expect((await ledger.since("", 10_000)).events).toHaveLength(events);
  });

  test("is read anew where another attempt left it, and only then", async () => {
    const { pull, repo, run, pass, look } = await slowShop();
    await pull();
    repo.rerun(run);
    repo.check(repo.tip(), { name: "test", conclusion: "success", job: true, workflow: { attempt: 2 } });
    repo.artifact(run, { name: "assay-reports", zip: reportsZip({ "junit.xml": junit(["adds", "pays"]) }) });
    pass(10);
    await look();
    const { runs } = await pull();
    expect(runs).toMatchObject([{ id: run, attempt: 2, why: null }]);
    expect(runs[0]?.learned).toHaveLength(2);
  });
});

describe("what is passed over, and told", () => {
  test("a fork's, a pull request's, and what follows on one are not even asked for", async () => {
    const { pull, repo, github, run } = await slowShop();
    const fork = github.fork(repo, "mallory");
    const evil = reportsZip({ "junit.xml": junit([], "evil") });
    const head = fork.pushCommit("main", { "evil.txt": "1\n" });
    const foreign = repo.startRun(head, {
      branch: "main",
      event: "pull_request",
      from: github.state.repositories.get("mallory/shop")!,
    });
    const topic = repo.pushCommit("topic", { "c.txt": "1\n" });
    const own = repo.startRun(topic, { branch: "topic", event: "pull_request" });
    const after = repo.startRun(repo.tip(), { name: "After", branch: "main", event: "workflow_run" });
    for (const one of [foreign, own, after]) repo.artifact(one, { name: "assay-reports", zip: evil });
    github.requests.length = 0;
    expect((await pull()).runs.map(({ id }) => id)).toEqual([run]);
    const asked = github.requests.filter(({ path }) => path.includes("artifacts")).map(({ path }) => path);
    expect(asked.filter((path) => [foreign, own, after].some((one) => path.includes(`/${one}/`)))).toEqual(
      [],
    );
    expect(asked.length).toBeGreaterThan(0);
  });

  test.each([
    ["no artifact", null, {}, "none"],
    ["one of another name", SLOW, { artifact: "coverage" }, "none"],
    ["one that is kept no longer", SLOW, { keptFor: 5 * 60_000 }, "expired"],
    ["no report in it", reportsZip({ "notes.txt": "hello\n" }), {}, "report_expected"],
    ["no zip", Buffer.from("PK\u0003\u0004 not at all"), {}, "archive_refused"],
    ["a way out of it", reportsZip({ "../junit.xml": junit(["a"]) }), {}, "archive_refused"],
  ] as const)("%s", async (_, reports, more, why) => {
    const world = await pullWorld();
    ranWith(world.repo, reports, more);
    world.pass(10);
    await world.look();
    expect(await world.pull()).toMatchObject({ kind: "pulled", runs: [{ learned: [], why }], due: [] });
    expect((await world.look()).due).toEqual([]);
  });

  test("an archive that unpacks to far more than it is, which refuses itself alone", async () => {
    const world = await pullWorld();
    const bomb = reportsZip({ "junit.xml": `<testsuites>${" ".repeat(70 * 1024 * 1024)}</testsuites>` });
    const run = ranWith(world.repo, bomb);
    const next = ranWith(world.repo, SLOW, { workflow: { name: "Other" } });
    world.pass(10);
    await world.look();
    expect((await world.pull()).runs).toMatchObject([
      { id: run, learned: [], why: "archive_refused" },
      { id: next, learned: [expect.any(String)], why: null },
    ]);
  });

  test("one that is too large is not fetched", async () => {
    const world = await slowShop();
    const large = {
      ...world.deps.ciFeed,
      runArtifacts: async () => [{ id: 1, name: "assay-reports", bytes: 2 ** 26, expired: false }],
    };
    expect(await world.pull({ ciFeed: large })).toMatchObject({ runs: [{ learned: [], why: "too-large" }] });
  });

  test("all of it where the settings turn it off", async () => {
    const { looked, pull } = await slowShop({ artifact: "null" });
    expect(looked.due).toEqual([]);
    expect(await pull()).toMatchObject({ kind: "off", artifact: null, runs: [] });
  });

  test("a repository that nobody has looked at", async () => {
    const { pull } = await pullWorld();
    expect(await pull()).toMatchObject({ kind: "unseen" });
  });
});

describe("what stands in the way", () => {
  test("is kept, and due again for the next tip or after a day", async () => {
    const { pull, deps, watch, look, pass, repo } = await slowShop();
    const denied = new AssayError("forge_denied", { host: "h", asked: "a", reason: "r", way: "w" });
    const closed = {
      ...deps.ciFeed,
      runArtifacts: async () => {
        throw denied;
      },
    };
    await expect(pull({ ciFeed: closed })).rejects.toBe(denied);
    expect((await watch()).evidenceFailed).toMatchObject({ tip: repo.tip(), code: "forge_denied" });
    pass(10);
    expect((await look()).due).toEqual([]);
    pass(DAY);
    expect((await look()).due).toMatchObject([{ kind: "learn" }]);
    const tip = repo.pushCommit("main", { "d.txt": "1\n" });
    await expect(pull({ ciFeed: closed })).rejects.toBe(denied);
    repo.check(tip, { name: "test", conclusion: "success", job: true });
    pass(10);
    expect((await look()).due).toMatchObject([{ kind: "learn" }]);
    expect(await pull()).toMatchObject({ kind: "pulled" });
    expect((await watch()).evidenceFailed).toBeNull();
  });

  test("of one run keeps what was read before it, and is no failure of that run where it passes", async () => {
    const { pull, deps, watch, repo, pass, look, ledger } = await slowShop();
    ranWith(repo, reportsZip({ "junit.xml": junit(["more"], "refunds") }), { workflow: { name: "Other" } });
    pass(10);
    await look();
    let calls = 0;
    const artifacts = {
      ...deps.artifacts,
      put: async (bytes: Uint8Array) => {
        const isContent = Buffer.from(bytes).toString().includes(`"intro"`);
        if (isContent && ++calls === 2)
          throw new AssayError("artifacts_unavailable", { place: "x", reason: "full", fix: "make room" });
        return deps.artifacts.put(bytes);
      },
    };
    await expect(pull({ artifacts })).rejects.toMatchObject({ code: "artifacts_unavailable" });
    const { evidence, evidenceFailed } = await watch();
    expect([evidence?.runs.length, evidence?.done, evidenceFailed?.code]).toEqual([
      1,
      false,
      "artifacts_unavailable",
    ]);
    const { runs, due } = await pull();
    expect(runs).toMatchObject([{ learned: [expect.any(String)], why: null }]);
    expect(due).toHaveLength(1);
    expect(await ledger.streams("learning/")).toHaveLength(2);
  });

  test("of one run that does not pass says what is unfinished, and parks it after three times", async () => {
    const { pull, deps, ledger } = await slowShop();
    const refused = new AssayError("forge_refused", { host: "h", asked: "a", reason: "r" });
    const requestBranch = { ...deps.requestBranch, folders: fails(refused) };
    for (const _ of [1, 2])
      await expect(pull({ requestBranch })).rejects.toMatchObject({ code: "pull_unfinished" });
    expect(await pull({ requestBranch })).toMatchObject({ runs: [{ learned: [], why: "parked" }] });
    expect(await failures(ledger)).toHaveLength(3);
  });

  test("of the records, where the forge is out again and again, does not park the run", async () => {
    const { pull, deps, ledger } = await slowShop();
    const requestBranch = { ...deps.requestBranch, folders: fails(OUTAGE) };
    for (const _ of [1, 2, 3, 4]) await expect(pull({ requestBranch })).rejects.toBe(OUTAGE);
    expect(await failures(ledger)).toEqual([]);
    expect(await pull()).toMatchObject({ runs: [{ learned: [expect.any(String)], why: null }] });
  });

  test.each([
    ["fails at the forge", OUTAGE, "forge_unavailable"],
    ["ends whoever reads it", new Error("out of memory"), "interrupted"],
  ] as const)("of one run that %s holds up the others three times, and no more", async (_, error, why) => {
    const { run, next, pull, deps, watch, look, pass } = await twoRuns();
    const ciFeed = {
      ...deps.ciFeed,
      runArtifacts: async (...[repository, id]: Parameters<typeof deps.ciFeed.runArtifacts>) => {
        if (id === run) throw error;
        return deps.ciFeed.runArtifacts(repository, id);
      },
    };
    const read = [];
    for (let pulls = 0; pulls < 10 && read.length === 0; pulls++) {
      pass(DAY / 12);
      await look();
      const { runs } = await pull({ ciFeed }).catch((thrown) => {
        expect(thrown).toBe(error);
        return { runs: [] };
      });
      read.push(...runs);
    }
    expect(read).toMatchObject([
      { id: run, learned: [], why },
      { id: next, learned: [expect.any(String)], why: null },
    ]);
    expect((await watch()).evidence).toMatchObject({ begun: null, troubles: [] });
  });

  test("of a run that the forge limits is never the run's fault", async () => {
    const { run, pull, deps, watch } = await twoRuns();
    const limited = new AssayError("forge_unavailable", { ...OUTAGE.data, when: "12:00" });
    const ciFeed = { ...deps.ciFeed, runArtifacts: fails(limited) };
    for (const _ of [1, 2, 3, 4]) await expect(pull({ ciFeed })).rejects.toBe(limited);
    expect((await watch()).evidence?.troubles).toEqual([]);
    expect((await pull()).runs[0]).toMatchObject({ id: run, why: null });
  });
});

describe("what a pull keeps", () => {
  test("is each run once it is read, so that one that is killed goes on from there", async () => {
    const { run, next, pull, repo, deps, watch, ledger } = await twoRuns();
    const third = ranWith(repo, null, { workflow: { name: "Third" } });
    const before = (await pulls(ledger)).length;
    const ciFeed = {
      ...deps.ciFeed,
      runArtifacts: async (...[repository, id]: Parameters<typeof deps.ciFeed.runArtifacts>) => {
        if (id === third) throw new Error("killed");
        return deps.ciFeed.runArtifacts(repository, id);
      },
    };
    await expect(pull({ ciFeed })).rejects.toThrow("killed");
    const { evidence } = await watch();
    expect(evidence).toMatchObject({ done: false, runs: [{ id: run }, { id: next }], begun: { id: third } });
    expect((await pulls(ledger)).length - before).toBe(2);
    expect(await pull()).toMatchObject({ runs: [{ id: third, why: "none" }] });
  });

  test("is one event for one run", async () => {
    const { pull, ledger, run } = await slowShop();
    await pull();
    expect(await pulls(ledger)).toMatchObject([{ runs: [{ id: run }] }]);
  });

  test("a process that is killed before any of its calls comes to the same when it goes on", async () => {
    const play = async (killedAt: number | null) => {
      const world = await slowShop({ listens: false });
      const calls = { count: 0, dead: false };
      const dying = <Port extends object>(port: Port): Port =>
        new Proxy(port, {
          get: (of, name) => {
            const value = Reflect.get(of, name);
            if (typeof value !== "function") return value;
            return (...args: unknown[]) => {
              if (calls.dead) throw new Error("dead");
              calls.count += 1;
              if (killedAt !== calls.count) return value.apply(of, args);
              calls.dead = true;
              throw new Error("killed");
            };
          },
        });
      const { ledger: real, artifacts, ciFeed, requestBranch } = world.deps;
      const ledger = dying(real);
      const ports = {
        ledger,
        memories: sharedMemories(ledger),
        artifacts: dying(artifacts),
        ciFeed: dying(ciFeed),
        requestBranch: dying(requestBranch),
      };
      await world.pull(ports).catch(() => null);
      if (killedAt !== null) await world.pull();
      const { files, sources } = await world.wanted();
      const { runs } = (await world.watch()).evidence ?? { runs: [] };
      const events = (await real.since("", 10_000)).events
        .filter(({ stream, type }) => stream.startsWith("learning/") && type !== "job.failed")
        .map(({ type }) => type);
      return { count: calls.count, dead: calls.dead, end: { files, sources, events, runs } };
    };
    const whole = await play(null);
    expect(whole.count).toBeGreaterThan(20);
    expect(whole.end.events).toEqual([
      "run.recorded",
      "analysis.finished",
      "curation.finished",
      "proposals.finished",
    ]);
    // verify:full kills it before each of them.
    const step = process.env.ASSAY_TESTS === "full" ? 1 : 3;
    for (let at = 1; at <= whole.count; at += step) {
      const { dead, end } = await play(at);
      const where = `killed before call ${at}`;
      expect(dead, where).toBe(true);
      expect(end.runs, where).toHaveLength(1);
      expect({ ...end, runs: [] }, where).toEqual({ ...whole.end, runs: [] });
    }
  }, 180_000);
});
