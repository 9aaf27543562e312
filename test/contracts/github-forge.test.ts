import { generateKeyPairSync } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { githubForge } from "../../knowledge/adapters/github/forge.ts";
import type { GithubOptions } from "../../knowledge/adapters/github/github-options.ts";
import { checksOf } from "../../knowledge/ci/checks-of.ts";
import { AssayError } from "../../knowledge/errors.ts";
import type { CommitReports, RepositoryName } from "../../knowledge/ports/forge.ts";
import { type GithubOptions as DoubleOptions, type Github, startGithub } from "../support/github/github.ts";

const MEGABYTE = 1_024 * 1_024;
const APP: RepositoryName = "octo/app";
/** A second of waiting lasts 10 ms. */
const WAITS = { second: 10, betweenWrites: 0, silence: 5_000 };

const open: Github[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((github) => github.close()));
});

async function start(options: DoubleOptions = {}, isPrivate = false) {
  const github = await startGithub(options);
  open.push(github);
  const repo = github.repository(APP, { files: { "README.md": "1\n" }, private: isPrivate });
  const told: string[] = [];
  const as = (more: Partial<GithubOptions> = {}) =>
    githubForge({
      host: "github.com",
      api: github.url,
      auth: { kind: "token", token: github.token() },
      userAgent: "assay/test",
      log: (text) => void told.push(text),
      waits: WAITS,
      ...more,
    });
  const asked = (method: string, part: string) =>
    github.requests.filter((request) => request.method === method && request.path.includes(part));
  return { github, repo, as, forge: as(), told, asked };
}

async function failureOf(work: Promise<unknown>): Promise<AssayError> {
  const error = await work.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AssayError)) throw error;
  return error;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of buffers that are in use; what is collected is given back a moment later. */
async function held(): Promise<number> {
  collectGarbage();
  await new Promise((resolve) => setTimeout(resolve, 20));
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

async function sizeOf(log: AsyncIterable<Uint8Array> | null): Promise<number> {
  let size = 0;
  for await (const chunk of log ?? []) size += chunk.byteLength;
  return size;
}

describe("asking again", () => {
  test("what has not changed costs nothing of the quota, page by page, and the answer is the same", async () => {
    const { github, repo, as, asked } = await start();
    const token = github.token({ limit: 20 });
    const forge = as({ auth: { kind: "token", token } });
    for (let index = 0; index < 150; index += 1)
      repo.check(repo.tip(), { name: `c${index}`, conclusion: "success" });
    const first = await forge.reports(APP, repo.tip());
    for (let poll = 0; poll < 15; poll += 1) expect(await forge.reports(APP, repo.tip())).toEqual(first);
    const statuses = asked("GET", "check-runs").map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 304)).toHaveLength(30);
  });

  test("what has changed is seen at once", async () => {
    const { repo, forge } = await start();
    const { id } = repo.check(repo.tip(), { name: "test", job: true });
    expect((await forge.reports(APP, repo.tip())).checkRuns).toMatchObject([{ conclusion: null }]);
    repo.updateCheck(id, { conclusion: "failure" });
    expect((await forge.reports(APP, repo.tip())).checkRuns).toMatchObject([{ conclusion: "failure" }]);
  });

  test("answers that somebody else keeps are used, and outlast the forge", async () => {
    const { github, repo, as, asked } = await start();
    // A tag is of one token.
    const auth = { kind: "token", token: github.token() } as const;
    const kept = new Map<string, string>();
    const etags: NonNullable<GithubOptions["etags"]> = {
      get: async (key) => JSON.parse(kept.get(key) ?? "null"),
      put: async (key, answer) => void kept.set(key, JSON.stringify(answer)),
    };
    const number = repo.openIssue({ title: "a" });
    const first = await as({ auth, etags }).issue(APP, number);
    expect(await as({ auth, etags }).issue(APP, number)).toEqual(first);
    expect(asked("GET", "/issues/").map(({ status }) => status)).toEqual([200, 304]);
  });

  test("a comment that was written may be late in the list, and is there by itself", async () => {
    const { github, repo, forge } = await start({ listLag: 5_000 });
    const number = repo.openIssue({ title: "a" });
    await forge.comment(APP, number, "<!-- mark -->");
    expect(await forge.comments(APP, number)).toEqual([]);
    github.clock.advance(5_000);
    expect(await forge.comments(APP, number)).toMatchObject([{ body: "<!-- mark -->" }]);
    const opened = await forge.openIssue(APP, { title: "b", body: "", labels: [] });
    expect(await forge.issue(APP, opened.number)).toEqual(opened);
  });

  test("a check that comes in between two pages is not lost", async () => {
    const { github, repo, forge } = await start();
    for (let index = 0; index < 150; index += 1)
      repo.check(repo.tip(), { name: `c${index}`, conclusion: "success" });
    github.onRequest = ({ path }) => {
      if (!path.includes("check-runs") || !path.includes("page=2")) return;
      github.onRequest = null;
      repo.check(repo.tip(), { name: "late", conclusion: "failure" });
    };
    const { checkRuns } = await forge.reports(APP, repo.tip());
    expect(checkRuns).toHaveLength(151);
    expect(checkRuns.filter(({ conclusion }) => conclusion === "failure")).toMatchObject([{ name: "late" }]);
  });

  test("a page that cannot be had is an error, not the end of the list", async () => {
    const { github, repo, forge } = await start();
    for (let index = 0; index < 150; index += 1)
      repo.check(repo.tip(), { name: `c${index}`, conclusion: "success" });
    github.fail({ match: /check-runs.*[?&]page=2/, how: 409 });
    await expect(forge.reports(APP, repo.tip())).rejects.toMatchObject({ code: "forge_refused" });
  });
});

describe("a job's name in several workflow runs", () => {
  const ci = { path: ".github/workflows/ci.yml", event: "push" };
  const docs = { path: ".github/workflows/docs.yml", event: "push" };
  const brief = ({ checkRuns }: CommitReports) =>
    checkRuns.map((run) => [run.name, run.workflow?.path ?? null, run.conclusion]);

  test("makes GitHub be asked for those workflow runs, each once and then on condition; else for none", async () => {
    const { repo, forge, asked } = await start();
    for (const name of ["a", "b"]) repo.check(repo.tip(), { name, conclusion: "success", workflow: ci });
    repo.check(repo.tip(), { name: "c", conclusion: "success", workflow: docs });
    await forge.reports(APP, repo.tip());
    expect(asked("GET", "/actions/runs/")).toEqual([]);
    for (const name of ["a", "b"]) repo.check(repo.tip(), { name, conclusion: "failure", workflow: docs });
    await forge.reports(APP, repo.tip());
    await forge.reports(APP, repo.tip());
    expect(asked("GET", "/actions/runs/").map(({ status }) => status)).toEqual([200, 200, 304, 304]);
  });

  test.each([404, 403])(
    "a workflow run that answers %i hides nothing and is hidden by nothing",
    async (how) => {
      const { github, repo, forge } = await start();
      const { workflowRun } = repo.check(repo.tip(), { name: "a", conclusion: "failure", workflow: ci });
      repo.check(repo.tip(), { name: "a", conclusion: "success", workflow: { ...ci, again: true } });
      expect(brief(await forge.reports(APP, repo.tip()))).toEqual([["a", null, "success"]]);
      github.fail({ match: `/actions/runs/${workflowRun}`, how, times: 9 });
      expect(brief(await forge.reports(APP, repo.tip())).sort()).toEqual([
        ["a", null, "failure"],
        ["a", ci.path, "success"],
      ]);
      github.fail({ match: "/actions/runs/", how, times: 9 });
      expect(brief(await forge.reports(APP, repo.tip())).sort()).toEqual([
        ["a", null, "failure"],
        ["a", null, "success"],
      ]);
    },
  );

  test("a workflow run that cannot be asked for just now is an error, not another answer", async () => {
    const { github, repo, forge } = await start();
    for (const workflow of [ci, docs]) repo.check(repo.tip(), { name: "a", conclusion: "success", workflow });
    github.fail({ match: "/actions/runs/", how: 502, times: 99 });
    await expect(forge.reports(APP, repo.tip())).rejects.toMatchObject({ code: "forge_unavailable" });
  });

  test("a workflow that is required from elsewhere is another one than that of its path here", async () => {
    const { repo, forge } = await start();
    repo.check(repo.tip(), { name: "a", conclusion: "failure", workflow: ci });
    const theirs = { ...ci, path: `${ci.path}@refs/heads/main` };
    repo.check(repo.tip(), { name: "a", conclusion: "success", workflow: theirs });
    const reports = await forge.reports(APP, repo.tip());
    expect(brief(reports).sort()).toEqual([
      ["a", null, "failure"],
      ["a", null, "success"],
    ]);
    expect(checksOf(reports).map(({ name, state }) => `${state} ${name.replace(/\d+/, "N")}`)).toEqual([
      "failed a (run N)",
      "passed a (run N)",
    ]);
  });
});

describe("a filter that GitHub passes over", () => {
  const without =
    (name: string): typeof globalThis.fetch =>
    async (input, init) => {
      const url = new URL(String(input));
      url.searchParams.delete(name);
      return globalThis.fetch(url, init);
    };

  test("lets in no change of another branch or of a fork", async () => {
    const { github, repo, as } = await start();
    github.fork(repo, "someone").pushCommit("fix", { "a.ts": "2" });
    for (const branch of ["fix", "other"]) repo.pushCommit(branch, { "a.ts": "1" });
    const [own] = ["fix", "other", "someone:fix"].map((head) => repo.openPull({ head }));
    const found = await as({ fetch: without("head") }).changesOf(APP, "fix");
    expect(found.map(({ number }) => number)).toEqual([own]);
  });

  test("lets in no change of this repository or of another fork where one fork's are asked for", async () => {
    const { github, repo, as } = await start();
    for (const owner of ["someone", "other"]) github.fork(repo, owner).pushCommit("fix", { "a.ts": "2" });
    repo.pushCommit("fix", { "a.ts": "1" });
    const [theirs] = ["someone:fix", "other:fix", "fix"].map((head) => repo.openPull({ head }));
    const found = await as({ fetch: without("head") }).changesOf(APP, "fix", "Someone/app");
    expect(found.map(({ number }) => number)).toEqual([theirs]);
  });

  test("lets in no issue without the label", async () => {
    const { repo, as } = await start();
    const labelled = repo.openIssue({ title: "a", labels: ["qa"] });
    repo.openIssue({ title: "b", labels: ["bug"] });
    const found = await as({ fetch: without("labels") }).issues(APP, { labels: ["qa"], state: "open" });
    expect(found.map(({ number }) => number)).toEqual([labelled]);
  });
});

describe("limits", () => {
  const reset = (seconds: number) => String(Math.ceil(Date.now() / 1_000) + seconds);

  test("one that lasts long is an error that names the time, and is not waited for", async () => {
    const { github, repo, as, asked, told } = await start();
    const forge = as({ auth: { kind: "token", token: github.token({ limit: 1 }) } });
    await forge.issue(APP, repo.openIssue({ title: "a" }));
    const error = await failureOf(forge.comments(APP, 1));
    expect(error.code).toBe("forge_unavailable");
    const again = Date.parse(String(error.data.when)) - Date.now();
    expect(again).toBeGreaterThan(3_500_000);
    expect(again).toBeLessThan(3_700_000);
    expect(asked("GET", "/comments")).toHaveLength(1);
    expect(told).toEqual([]);
  });

  test.each([
    [
      "of requests",
      403,
      "API rate limit exceeded",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(9) },
    ],
    ["of writes", 403, "You have exceeded a secondary rate limit", { "retry-after": "20" }],
    ["by status 429", 429, "Too many", { "retry-after": "20" }],
    ["that only says when to come back", 403, "Slow down", { "retry-after": "20" }],
  ])("a short one %s is waited for, for a write too", async (_, how, message, headers) => {
    const { github, repo, forge, asked } = await start();
    const number = repo.openIssue({ title: "a" });
    github.fail({ match: "/comments", how, message, headers, times: 2 });
    expect(await forge.comment(APP, number, "b")).toMatchObject({ body: "b" });
    expect(asked("POST", "/comments").map(({ status }) => status)).toEqual([how, how, 201]);
    expect(repo.commentsOf(number)).toHaveLength(1);
  });

  test("one that does not pass is given up after two waits, and whoever waits was told", async () => {
    const { github, forge, asked, told } = await start();
    const headers = { "retry-after": "30" };
    github.fail({ match: "/issues/1", how: 403, message: "secondary rate limit", headers, times: 9 });
    expect(await failureOf(forge.issue(APP, 1))).toMatchObject({ code: "forge_unavailable" });
    expect(asked("GET", "/issues/1")).toHaveLength(3);
    expect(told).toEqual(Array(2).fill("github.com limits how often it may be asked; going on in 30 s"));
  });

  test("one for whoever asks without a token tells that a token has a higher one", async () => {
    const { github, as } = await start();
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(3_000) };
    github.fail({ how: 403, message: "API rate limit exceeded", headers });
    expect((await failureOf(as({ auth: { kind: "none" } }).isPublic(APP))).hint).toContain(
      "ASSAY_GITHUB_TOKEN",
    );
  });

  test("writes go out one after the other with time between, reads at once", async () => {
    const { repo, as } = await start();
    const number = repo.openIssue({ title: "a" });
    const forge = as({ waits: { ...WAITS, betweenWrites: 150 } });
    const begin = performance.now();
    await Promise.all([1, 2, 3].map((index) => forge.comment(APP, number, `${index}`)));
    expect(performance.now() - begin).toBeGreaterThan(290);
    const slow = as({ waits: { ...WAITS, betweenWrites: 10_000 } });
    await slow.comment(APP, number, "4");
    const then = performance.now();
    expect(await slow.comments(APP, number)).toHaveLength(4);
    expect(await slow.issue(APP, number)).toMatchObject({ number });
    expect(performance.now() - then).toBeLessThan(5_000);
  });
});

describe("a connection that fails", () => {
  test.each([500, 502, 503, "reset", "truncate", "html"] as const)("%s: a read is repeated", async (how) => {
    const { github, repo, forge, asked } = await start();
    const number = repo.openIssue({ title: "a" });
    github.fail({ match: "GET /repos/octo/app/issues/", how, times: 2 });
    expect(await forge.issue(APP, number)).toMatchObject({ title: "a" });
    expect(asked("GET", "/issues/")).toHaveLength(3);
  });

  test("a read that never works is given up, and names where the fault is", async () => {
    const { github, forge, asked } = await start();
    github.fail({ how: 502, times: 99 });
    const error = await failureOf(forge.issue(APP, 1));
    expect(error).toMatchObject({ code: "forge_unavailable", hint: expect.stringContaining("its side") });
    expect(asked("GET", "/issues/1")).toHaveLength(4);
    github.stopFailing();
    github.fail({ how: "reset", times: 99 });
    expect((await failureOf(forge.issue(APP, 1))).hint).toContain("check the network");
  });

  test.each([
    ["reset", { how: "reset", after: true }],
    ["truncate", { how: "truncate" }],
    ["502", { how: 502, after: true }],
    ["html", { how: "html", after: true }],
  ] as const)("%s: a write whose answer is lost is not sent again, and that is said", async (_, failure) => {
    const { github, repo, forge, asked } = await start();
    const number = repo.openIssue({ title: "a" });
    github.fail({ match: "POST", ...failure });
    const error = await failureOf(forge.comment(APP, number, "once"));
    expect(error).toMatchObject({
      code: "forge_unavailable",
      hint: expect.stringContaining("may have been done"),
    });
    expect(asked("POST", "/comments")).toHaveLength(1);
    expect(await forge.comments(APP, number)).toMatchObject([{ body: "once" }]);
  });

  test("a write that surely did not arrive is sent again", async () => {
    const { repo, as, asked } = await start();
    const number = repo.openIssue({ title: "a" });
    let refused = 0;
    const fetch: typeof globalThis.fetch = async (...args) => {
      refused += 1;
      const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      if (refused <= 2) throw new TypeError("fetch failed", { cause });
      return globalThis.fetch(...args);
    };
    expect(await as({ fetch }).comment(APP, number, "once")).toMatchObject({ body: "once" });
    expect(asked("POST", "/comments")).toHaveLength(1);
  });

  test("one that says nothing counts as broken", async () => {
    const { github, as } = await start();
    github.fail({ match: "/issues/1", how: "slow", delay: 400, times: 9 });
    const error = await failureOf(as({ waits: { ...WAITS, silence: 40 } }).issue(APP, 1));
    expect(error).toMatchObject({ code: "forge_unavailable", message: expect.stringMatching(/timeout/i) });
  });

  test("a page for people with status 200 is no answer", async () => {
    const { as } = await start();
    const page = "<html>Sign in to this network</html>";
    const fetch = async () => new Response(page, { headers: { "content-type": "text/html" } });
    expect(await failureOf(as({ fetch }).comments(APP, 1))).toMatchObject({
      code: "forge_unavailable",
      message: expect.stringContaining("no JSON"),
    });
  });

  test("an API that is nowhere is told with the network's word", async () => {
    const { github, as } = await start();
    await github.close();
    open.splice(open.indexOf(github), 1);
    const error = await failureOf(as().issue(APP, 1));
    expect(error.message).toMatch(
      /^github\.com: GET \/api\/v3\/repos\/octo\/app\/issues\/1: no answer \(.*ECONNREFUSED.*\)$/,
    );
    expect(await failureOf(as({ api: "nonsense" }).issue(APP, 1))).toMatchObject({ code: "forge_refused" });
  });
});

describe("logs", () => {
  test("are fetched where they lie without the token", async () => {
    const { github, repo, as } = await start();
    const token = github.token();
    const sent: { readonly origin: string; readonly hasToken: boolean }[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const url = new URL(String(input));
      const hasToken = JSON.stringify([...new Headers(init?.headers)]).includes(token);
      sent.push({ origin: url.origin, hasToken });
      return globalThis.fetch(input, init);
    };
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log: "said\n" });
    expect(await sizeOf(await as({ auth: { kind: "token", token }, fetch }).jobLog(APP, id))).toBe(5);
    expect(sent).toEqual([
      { origin: new URL(github.url).origin, hasToken: true },
      { origin: github.state.storage, hasToken: false },
    ]);
  });

  test("a link that is refused is asked for anew; it stands in no error", async () => {
    const { github, repo, forge, asked } = await start();
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log: "said\n" });
    const match = "/actions-results/";
    github.fail({ match, how: 403 });
    expect(await sizeOf(await forge.jobLog(APP, id))).toBe(5);
    expect(asked("GET", "/logs")).toHaveLength(2);
    github.fail({ match, how: 503, times: 9 });
    const error = await failureOf(forge.jobLog(APP, id));
    expect(error).toMatchObject({ code: "forge_unavailable", message: expect.stringContaining("503") });
    expect(`${error.message} ${error.hint} ${JSON.stringify(error.data)}`).not.toMatch(
      /sig=|actions-results/,
    );
  });

  test("a storage that has lost the file means no log", async () => {
    const { github, repo, forge } = await start();
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log: "said\n" });
    github.fail({ match: "/actions-results/", how: 404 });
    expect(await forge.jobLog(APP, id)).toBeNull();
  });

  test("what came before the connection broke is given, then the error", async () => {
    const { github, repo, forge } = await start();
    const log = () => Array(64).fill("x".repeat(65_536));
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log });
    github.fail({ match: "/actions-results/", how: "truncate" });
    let size = 0;
    const read = async () => {
      for await (const chunk of (await forge.jobLog(APP, id)) ?? []) size += chunk.byteLength;
    };
    await expect(read()).rejects.toMatchObject({
      code: "forge_unavailable",
      message: expect.stringMatching(/the log of job \d+ of octo\/app: .*broke off/),
    });
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(64 * 65_536);
  });

  test("of 192 MB are read in flat memory", async () => {
    const { repo, forge } = await start();
    const part = Buffer.alloc(65_536, "log line\n");
    const log = function* () {
      for (let index = 0; index < 3_072; index += 1) yield part;
    };
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log });
    const before = await held();
    let size = 0;
    let looked = 0;
    let most = 0;
    for await (const chunk of (await forge.jobLog(APP, id)) ?? []) {
      size += chunk.byteLength;
      if (size - looked < 24 * MEGABYTE) continue;
      looked = size;
      most = Math.max(most, (await held()) - before);
    }
    expect(size).toBe(192 * MEGABYTE);
    expect(looked).toBeGreaterThan(150 * MEGABYTE);
    // Both ends run in this process, with what is on the way between them.
    expect(most).toBeLessThan(32 * MEGABYTE);
  });

  test("whoever stops reading ends the connection", async () => {
    const { repo, forge } = await start();
    let parts = 0;
    const log = async function* () {
      for (; parts < 20_000; parts += 1) yield Buffer.alloc(65_536, "x");
    };
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log });
    for await (const chunk of (await forge.jobLog(APP, id)) ?? []) {
      expect(chunk.byteLength).toBeGreaterThan(0);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    const then = parts;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(parts).toBe(then);
    expect(parts).toBeLessThan(2_000);
  });

  test("of a repository that was renamed are found under its old name, as all that is read", async () => {
    const { github, repo, forge } = await start();
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log: "said\n" });
    const number = repo.openIssue({ title: "a" });
    github.rename(APP, "octo/new-name");
    expect(await sizeOf(await forge.jobLog(APP, id))).toBe(5);
    expect(await forge.issue(APP, number)).toMatchObject({ title: "a" });
    expect(await forge.comment(APP, number, "b")).toMatchObject({ body: "b" });
    expect(repo.commentsOf(number)).toHaveLength(1);
  });
});

describe("who asks", () => {
  test("without a token what is public is read, what is private is missing, and nothing is written", async () => {
    const { github, repo, as, asked } = await start();
    github.repository("octo/secret", { files: { a: "1" }, private: true });
    const forge = as({ auth: { kind: "none" } });
    const number = repo.openIssue({ title: "a" });
    expect(await forge.issue(APP, number)).toMatchObject({ title: "a" });
    expect(await failureOf(forge.reports("octo/secret", "main"))).toMatchObject({ code: "forge_missing" });
    const error = await failureOf(forge.comment(APP, number, "b"));
    expect(error).toMatchObject({
      code: "forge_denied",
      hint: expect.stringContaining("ASSAY_GITHUB_TOKEN"),
    });
    const { id } = repo.check(repo.tip(), { name: "t", conclusion: "failure", log: "said\n" });
    expect((await failureOf(forge.jobLog(APP, id))).code).toBe("forge_denied");
    expect(asked("POST", "/comments")).toHaveLength(1);
  });

  test("a token that is not valid is denied, one that may not do it hears which permission it needs", async () => {
    const { github, repo, as } = await start();
    const number = repo.openIssue({ title: "a" });
    const revoked = github.token();
    github.revoke(revoked);
    const error = await failureOf(as({ auth: { kind: "token", token: revoked } }).issue(APP, number));
    expect(error).toMatchObject({
      code: "forge_denied",
      message: expect.stringContaining("Bad credentials"),
    });
    const token = github.token({ permissions: { checks: "read", issues: "read" } });
    const narrow = as({ auth: { kind: "token", token } });
    expect(await narrow.issue(APP, number)).toMatchObject({ title: "a" });
    expect(await failureOf(narrow.comment(APP, number, "b"))).toMatchObject({
      code: "forge_denied",
      hint: expect.stringContaining("issues=write"),
    });
  });

  test("the token stands in nothing that is told, whatever goes wrong", async () => {
    const { github, as, told } = await start({}, true);
    const token = github.token();
    const all: string[] = [];
    const note = (error: AssayError) => {
      all.push(`${error.message} ${error.hint} ${JSON.stringify(error.data)}`);
    };
    const forge = as({ auth: { kind: "token", token } });
    for (const how of [401, 403, 404, 422, 500, "reset", "html"] as const) {
      github.fail({ how, times: 9 });
      note(await failureOf(forge.issue(APP, 1)));
      note(await failureOf(forge.comment(APP, 1, "a")));
      github.stopFailing();
    }
    for (const broken of [`${token}\n`, ` ${token}`, `${token}ü`, ""])
      note(await failureOf(as({ auth: { kind: "token", token: broken } }).issue(APP, 1)));
    expect(all).toHaveLength(18);
    expect([...all, ...told].join("\n")).not.toContain(token);
  });

  test("an App asks through the installation that sees the repository, with one token for many requests", async () => {
    const { github, repo, as, asked } = await start();
    const other = github.repository("octo/other", { files: { a: "1" } });
    const forge = as({ auth: { kind: "app", id: String(github.app.id), key: github.app.privateKey } });
    const number = repo.openIssue({ title: "a" });
    const second = other.openIssue({ title: "b" });
    const [first] = await Promise.all([forge.issue(APP, number), forge.issue(APP, number)]);
    expect(first).toMatchObject({ title: "a" });
    expect(await forge.comment("octo/other", second, "by the App")).toMatchObject({ author: "assay[bot]" });
    expect(await forge.issue(APP, number)).toEqual(first);
    expect(asked("POST", "/access_tokens")).toHaveLength(1);
    expect(asked("GET", "/installation")).toHaveLength(2);
  });

  test("an App's token that could not be had is asked for again", async () => {
    const { github, repo, as, asked } = await start();
    github.fail({ match: "/access_tokens", how: 502 });
    const forge = as({ auth: { kind: "app", id: String(github.app.id), key: github.app.privateKey } });
    expect(await forge.issue(APP, repo.openIssue({ title: "a" }))).toMatchObject({ title: "a" });
    expect(asked("POST", "/access_tokens")).toHaveLength(2);
  });

  test("an App that is not installed there misses it; one with a wrong key is denied", async () => {
    const { github, as } = await start({ app: { repositories: ["octo/else"] } });
    const app = { kind: "app", id: String(github.app.id), key: github.app.privateKey } as const;
    expect(await failureOf(as({ auth: app }).issue(APP, 1))).toMatchObject({ code: "forge_missing" });
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const wrong = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    expect((await failureOf(as({ auth: { ...app, key: wrong } }).issue(APP, 1))).code).toBe("forge_denied");
    const error = await failureOf(as({ auth: { ...app, key: "no key" } }).issue(APP, 1));
    expect(error).toMatchObject({
      code: "forge_denied",
      hint: expect.stringContaining("ASSAY_GITHUB_APP_KEY"),
    });
    expect(error.message).not.toContain("no key");
  });
});
