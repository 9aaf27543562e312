import { expect, onTestFinished, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { begunBy } from "../../../knowledge/change/begun-by.ts";
import { AssayError } from "../../../knowledge/errors.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import type { RepositoryName } from "../../../knowledge/ports/forge.ts";
import type { Ledger } from "../../../knowledge/ports/ledger.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { WATCH } from "../../../knowledge/watch/watch.ts";
import {
  type WatchDeps,
  type WatchLook,
  watchRepositories,
} from "../../../knowledge/watch/watch-repositories.ts";
import { ciFeedOf } from "../../support/ci-feed-of.ts";
import { startGithub } from "../../support/github/github.ts";
import { forgeOf } from "../../support/github-forge.ts";
import { movingClock } from "../../support/moving-clock.ts";

const MINUTE = 60_000;
const RULES = {
  organisation: "acme",
  platform: [],
  noCiAfterSeconds: 120,
  artifact: null,
  host: "github.com",
  mask: secretMask([]),
};

/** Repositories `acme/r0`, `acme/r1`, … with a green tip each, and the real adapters. */
async function greenOrganisation(count: number) {
  const clock = movingClock();
  const github = await startGithub({ now: clock.now() });
  onTestFinished(() => github.close());
  const repos = Array.from({ length: count }, (_, at) => {
    const repo = github.repository(`acme/r${at}`, { files: { "a.txt": "1\n" } });
    repo.check(repo.tip(), { name: "test", conclusion: "success", job: true });
    return repo;
  });
  const ledger = memoryLedger(clock);
  const pass = (ms: number) => {
    clock.pass(ms);
    github.clock.advance(ms);
  };
  pass(MINUTE);
  const holder = { name: async () => "one", isGone: async () => false };
  const deps: WatchDeps = { ciFeed: ciFeedOf(github), forge: forgeOf(github), clock, ledger, holder };
  const names = repos.map(({ fullName }) => fullName as RepositoryName);
  const look = (over: Partial<WatchDeps> = {}, rules: Partial<WatchLook> = {}) =>
    watchRepositories(
      { ...deps, ...over },
      {
        ...RULES,
        repositories: names,
        begunBy: (repository, change) => begunBy({ ledger }, repository, change),
        ...rules,
      },
    );
  const state = async (at: number) => (await readState(ledger, `watch/acme.acme.r${at}`, WATCH)).state;
  return { github, repos, ledger, clock, pass, look, state, names };
}

/** The ledger, with what is asked of it counted. */
function counting(ledger: Ledger) {
  const asked: string[] = [];
  const counted = new Proxy(ledger, {
    get: (of, name, receiver) => {
      const value = Reflect.get(of, name, receiver);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        asked.push(String(name));
        return value.apply(of, args);
      };
    },
  });
  return { asked, counted };
}

test("200 repositories without a change cost four requests, one read of the ledger, and no append", async () => {
  const { github, look, ledger, pass } = await greenOrganisation(200);
  expect((await look()).changed).toHaveLength(200);
  github.requests.length = 0;
  const { asked, counted } = counting(ledger);
  pass(10 * MINUTE);
  expect(await look({ ledger: counted })).toEqual({ looked: 200, changed: [], due: [], problems: [] });
  expect(github.requests).toHaveLength(4);
  expect(asked).toEqual(["summaries"]);
});

test("one that changed is read further, and no other", async () => {
  const { github, look, repos, pass } = await greenOrganisation(60);
  await look();
  const [repo] = repos;
  const tip = repo?.pushCommit("main", { "a.txt": "2\n" }) ?? "";
  repo?.check(tip, { name: "test", conclusion: "failure", job: true });
  pass(10 * MINUTE);
  github.requests.length = 0;
  const { changed, due } = await look();
  expect(changed).toMatchObject([{ repository: "acme/r0", outcome: "failed" }]);
  expect(due).toMatchObject([{ kind: "triage", repository: "acme/r0" }]);
  const paths = github.requests.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith("/graphql"))).toHaveLength(2);
  expect(
    paths.filter((path) => !path.startsWith("/graphql")).every((path) => path.includes("/acme/r0/")),
  ).toBe(true);
});

test("two that look at once raise a failure once, and both tell that its answer is due", async () => {
  const { look, repos, pass, state } = await greenOrganisation(1);
  await look();
  const [repo] = repos;
  repo?.check(repo.pushCommit("main", { "a.txt": "2\n" }), {
    name: "test",
    conclusion: "failure",
    job: true,
  });
  pass(10 * MINUTE);
  const [one, other] = await Promise.all([look(), look()]);
  expect(one?.due).toHaveLength(1);
  expect(other?.due).toEqual(one?.due);
  expect((await state(0)).failures).toHaveLength(1);
});

test("a summary that could not be written is written by the next look, which raises nothing again", async () => {
  const { look, repos, pass, ledger, state } = await greenOrganisation(1);
  await look();
  const [repo] = repos;
  repo?.check(repo.pushCommit("main", { "a.txt": "2\n" }), {
    name: "test",
    conclusion: "failure",
    job: true,
  });
  pass(10 * MINUTE);
  const broken: Ledger = {
    ...ledger,
    putSummary: async () => {
      throw new AssayError("ledger_unavailable", { file: "x", reason: "full" });
    },
  };
  const first = await look({ ledger: broken });
  expect(first.due).toHaveLength(1);
  expect((await ledger.summaries("watch"))[0]?.data).toMatchObject({ outcome: "passed" });
  expect(await look()).toMatchObject({ changed: [], due: first.due });
  expect((await ledger.summaries("watch"))[0]?.data).toMatchObject({
    outcome: "failed",
    due: [{ kind: "triage" }],
  });
  expect((await state(0)).failures).toHaveLength(1);
});

test("a secret in the name of a check is not kept", async () => {
  const { look, repos, pass, ledger } = await greenOrganisation(1);
  const [repo] = repos;
  const name = "deploy hunter2-hunter2";
  repo?.check(repo.tip(), { name, conclusion: "failure", job: true });
  pass(MINUTE);
  const masked = await look({}, { mask: secretMask(["hunter2-hunter2"]) });
  expect(masked.due).toHaveLength(1);
  expect(JSON.stringify(masked)).not.toContain("hunter2");
  for await (const event of ledger.read("watch/acme.acme.r0"))
    expect(JSON.stringify(event)).not.toContain("hunter2");
});

test("two organisations that watch one repository have a stream each", async () => {
  const { look, ledger } = await greenOrganisation(1);
  await look();
  expect((await look({}, { organisation: "beta" })).changed).toHaveLength(1);
  expect(await ledger.streams("watch/")).toEqual(["watch/acme.acme.r0", "watch/beta.acme.r0"]);
});

test("a repository that is named twice, by its old name and its new one, is looked at once", async () => {
  const { look, ledger, github, names } = await greenOrganisation(2);
  await look();
  github.rename("acme/r0", "acme/renamed");
  const report = await look({}, { repositories: ["acme/r0", "acme/renamed", "acme/r1"] });
  expect(report.changed).toMatchObject([{ repository: "acme/r0", events: ["repository.renamed"] }]);
  expect(report.problems).toMatchObject([{ repository: "acme/renamed", code: "watched_twice" }]);
  expect(await ledger.streams("watch/")).toEqual(names.map((name) => `watch/acme.${name.replace("/", ".")}`));
});

test("one that was renamed to what the platform is called is not looked at", async () => {
  const { look, ledger, github } = await greenOrganisation(2);
  github.rename("acme/r0", "acme/Platform");
  const report = await look({}, { platform: ["acme/platform"] });
  expect(report.changed).toMatchObject([{ repository: "acme/r1" }]);
  expect(report.problems).toMatchObject([{ repository: "acme/r0", code: "watch_unknown" }]);
  expect(await ledger.streams("watch/")).toEqual(["watch/acme.acme.r1"]);
});

test("what is due in a repository that is lost is due again once it is back", async () => {
  const { look, repos, pass, github } = await greenOrganisation(2);
  await look();
  const [repo] = repos;
  repo?.check(repo.pushCommit("main", { "a.txt": "2\n" }), {
    name: "test",
    conclusion: "failure",
    job: true,
  });
  pass(10 * MINUTE);
  const { due } = await look();
  expect(due).toHaveLength(1);
  const real = ciFeedOf(github);
  const ciFeed: WatchDeps["ciFeed"] = {
    ...real,
    heads: async (asked) =>
      (await real.heads(asked)).map((head) =>
        head.asked === "acme/r0" ? { kind: "missing", asked: head.asked } : head,
      ),
  };
  // Once as news, and once as what the list knows.
  for (let at = 0; at < 2; at++) expect((await look({ ciFeed })).due).toEqual([]);
  expect((await look()).due).toEqual(due);
});

test("a tip that is overtaken while CI runs there is read on until it has failed", async () => {
  const { look, repos, pass } = await greenOrganisation(1);
  await look();
  const [repo] = repos;
  if (repo === undefined) throw new Error("no repository");
  const first = repo.pushCommit("main", { "a.txt": "2\n" });
  const { id } = repo.check(first, { name: "test", status: "in_progress", job: true });
  await look();
  const next = repo.pushCommit("main", { "a.txt": "3\n" });
  repo.check(next, { name: "test", status: "in_progress", job: true });
  pass(10 * MINUTE);
  expect((await look()).due).toEqual([]);
  repo.updateCheck(id, { conclusion: "failure" });
  pass(10 * MINUTE);
  const { changed, due } = await look();
  expect(changed).toMatchObject([{ commit: next, outcome: "running", failures: [{ commit: first }] }]);
  expect(due).toMatchObject([{ kind: "triage" }]);
});

test("where no repository can be looked at, the error is that of the first", async () => {
  const { look, github } = await greenOrganisation(2);
  await github.close();
  await expect(look()).rejects.toMatchObject({ code: "forge_unavailable" });
});
