import { createSign, generateKeyPairSync } from "node:crypto";
import { request } from "node:http";
import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, type GithubOptions, startGithub } from "../support/github/github.ts";

let github: Github;
afterEach(() => github?.close());

const R = "/repos/octo/app";

async function begin(options: GithubOptions = {}, isPrivate = false) {
  github = await startGithub(options);
  const repo = github.repository("octo/app", { files: { "a.txt": "1\n" }, private: isPrivate });
  return { repo, ask: asker(github) };
}

describe("who may do what", () => {
  test("a token that is not known, revoked or expired is 401", async () => {
    await begin({ now: "2026-01-05T09:00:00Z" });
    const token = github.token({ expiresIn: 60_000 });
    expect((await asker(github, token)(`GET ${R}`)).status).toBe(200);
    github.clock.advance(60_000);
    expect(await asker(github, token)(`GET ${R}`)).toMatchObject({
      status: 401,
      json: { message: "Bad credentials" },
    });
    const other = github.token();
    github.revoke(other);
    expect((await asker(github, other)(`GET ${R}`)).status).toBe(401);
    expect((await asker(github, "ghs_none")(`GET ${R}`)).status).toBe(401);
  });

  test("a private repository is 404 for whoever may not see it", async () => {
    await begin({}, true);
    expect((await asker(github, null)(`GET ${R}`)).status).toBe(404);
    expect((await asker(github, github.token({ repositories: ["octo/other"] }))(`GET ${R}`)).status).toBe(
      404,
    );
    expect((await asker(github, github.token({ repositories: ["Octo/App"] }))(`GET ${R}`)).status).toBe(200);
  });

  test("a token without the permission is 403, with the one that it needs", async () => {
    const { repo } = await begin({}, true);
    repo.openIssue({ title: "a" });
    const ask = asker(github, github.token({ permissions: { issues: "read" } }));
    expect((await ask(`GET ${R}/issues/1`)).status).toBe(200);
    const refused = await ask(`POST ${R}/issues/1/comments`, { body: "a" });
    expect(refused).toMatchObject({
      status: 403,
      json: { message: "Resource not accessible by integration" },
    });
    expect(refused.headers.get("x-accepted-github-permissions")).toBe("issues=write; pull_requests=write");
    expect((await ask(`GET ${R}/commits/main/check-runs`)).status).toBe(403);
    expect(repo.commentsOf(1)).toEqual([]);
  });

  test("a public repository is read without a token, and not written; logs ask for one", async () => {
    const { repo } = await begin();
    const { id } = repo.check(repo.tip(), { name: "test", conclusion: "failure", job: true, log: "x\n" });
    const ask = asker(github, null);
    expect((await ask(`GET ${R}/contents/a.txt`)).status).toBe(200);
    expect((await ask(`POST ${R}/issues`, { title: "a" })).status).toBe(401);
    expect((await ask(`GET ${R}/actions/jobs/${id}/logs`)).status).toBe(403);
  });

  test("only an app writes check runs", async () => {
    const { repo } = await begin();
    const ask = asker(github, github.token({ kind: "personal" }));
    const refused = await ask(`POST ${R}/check-runs`, { name: "a", head_sha: repo.tip() });
    expect(refused).toMatchObject({
      status: 403,
      json: { message: "Resource not accessible by personal access token" },
    });
  });

  test("a request without a user agent is refused", async () => {
    await begin();
    const status = await new Promise((resolve) => {
      request(`${github.url}${R}`, (response) => resolve(response.resume().statusCode)).end();
    });
    expect(status).toBe(403);
  });
});

describe("limits", () => {
  test("what is unchanged is 304 and costs nothing", async () => {
    const { repo, ask } = await begin();
    const first = await ask(`GET ${R}/issues`);
    const etag = first.headers.get("etag")!;
    const second = await ask(`GET ${R}/issues`, undefined, { "if-none-match": etag });
    expect([second.status, second.text]).toEqual([304, ""]);
    expect(second.headers.get("x-ratelimit-used")).toBe(first.headers.get("x-ratelimit-used"));
    repo.openIssue({ title: "a" });
    expect((await ask(`GET ${R}/issues`, undefined, { "if-none-match": etag })).status).toBe(200);
  });

  test.each([403, 429] as const)(
    "above its quota a token is refused with %i until the hour is over",
    async (limitStatus) => {
      await begin({ now: "2026-01-05T09:00:00Z", limit: 2, limitStatus });
      const ask = asker(github, github.token());
      await ask(`GET ${R}`);
      expect((await ask(`GET ${R}`)).headers.get("x-ratelimit-remaining")).toBe("0");
      const refused = await ask(`GET ${R}`);
      expect(refused.status).toBe(limitStatus);
      expect(refused.json.message).toContain("API rate limit exceeded");
      expect(refused.headers.get("retry-after")).toBeNull();
      expect(Number(refused.headers.get("x-ratelimit-reset"))).toBe(Date.UTC(2026, 0, 5, 10) / 1_000);
      expect((await ask("GET /rate_limit")).json.resources.core).toMatchObject({
        limit: 2,
        used: 2,
        remaining: 0,
      });
      expect((await asker(github, github.token())(`GET ${R}`)).status).toBe(200);
      github.clock.advance(3_600_000);
      expect((await ask(`GET ${R}`)).status).toBe(200);
    },
  );

  test("too much content a minute is refused with a time to wait, and nothing is written", async () => {
    const { repo, ask } = await begin({ now: "2026-01-05T09:00:00Z", secondary: { contentPerMinute: 2 } });
    for (const title of ["a", "b"]) await ask(`POST ${R}/issues`, { title });
    const refused = await ask(`POST ${R}/issues`, { title: "c" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([403, "60"]);
    expect(refused.json.message).toMatch(/secondary rate limit/);
    expect(Number(refused.headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
    expect(repo.issues()).toHaveLength(2);
    expect((await ask(`GET ${R}/issues`)).status).toBe(200);
    github.clock.advance(60_000);
    expect((await ask(`POST ${R}/issues`, { title: "c" })).status).toBe(201);
  });

  test("one route takes so many points a minute", async () => {
    const { ask } = await begin({ now: "2026-01-05T09:00:00Z", secondary: { pointsPerMinute: 3 } });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index++) statuses.push((await ask(`GET ${R}/labels`)).status);
    expect(statuses).toEqual([200, 200, 200, 403]);
    expect((await ask(`GET ${R}/issues`)).status).toBe(200);
  });
});

describe("failures on purpose", () => {
  test("a status comes as often as it was asked for, and only where it was", async () => {
    const { ask } = await begin();
    github.fail({ match: `GET ${R}/issues`, how: 502, times: 2, headers: { "retry-after": "1" } });
    expect((await ask(`GET ${R}/labels`)).status).toBe(200);
    expect((await ask(`GET ${R}/issues`)).headers.get("retry-after")).toBe("1");
    expect((await ask(`GET ${R}/issues`)).status).toBe(502);
    expect((await ask(`GET ${R}/issues`)).status).toBe(200);
  });

  test("a connection breaks before a request is carried out, or after it", async () => {
    const { repo, ask } = await begin();
    github.fail({ how: "reset" });
    await expect(ask(`POST ${R}/issues`, { title: "a" })).rejects.toThrow();
    expect(repo.issues()).toHaveLength(0);
    github.fail({ how: "reset", after: true });
    await expect(ask(`POST ${R}/issues`, { title: "a" })).rejects.toThrow();
    expect(repo.issues()).toHaveLength(1);
    expect(github.requests.map((one) => one.status)).toEqual([null, null]);
  });

  test("an answer is cut in the middle, is a page, or comes late", async () => {
    const { repo, ask } = await begin();
    github.fail({ how: "truncate" });
    await expect(ask(`GET ${R}`)).rejects.toThrow();
    github.fail({ how: "html" });
    expect(await ask(`GET ${R}`)).toMatchObject({
      status: 502,
      json: null,
      text: expect.stringContaining("<html>"),
    });
    github.fail({ how: "slow", delay: 60 });
    const before = performance.now();
    expect((await ask(`GET ${R}`)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(50);
    const { id } = repo.check(repo.tip(), {
      name: "t",
      conclusion: "failure",
      log: () => ["one\n", "two\n"],
    });
    const place = (await ask(`GET ${R}/actions/jobs/${id}/logs`)).headers.get("location");
    github.fail({ match: "job.log", how: "truncate" });
    await expect(asker(github, null)(`GET ${place}`)).rejects.toThrow();
  });

  test("a test sees each request before it is carried out, in order", async () => {
    const { repo, ask } = await begin();
    const seen: string[] = [];
    github.onRequest = ({ n, method, path }) => {
      seen.push(`${n} ${method} ${path} ${repo.issues().length}`);
    };
    await ask(`POST ${R}/issues`, { title: "a" });
    await ask(`GET ${R}/issues?state=all`);
    expect(seen).toEqual([`1 POST ${R}/issues 0`, `2 GET ${R}/issues?state=all 1`]);
    expect(github.requests).toMatchObject([{ status: 201, login: "assay[bot]" }, { status: 200 }]);
  });
});

describe("an app", () => {
  const jwt = (key: string, claims: Record<string, unknown>) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
  };

  test("a JSON web token is checked: its key, its times, its issuer", async () => {
    await begin({ now: "2026-01-05T09:00:00Z" });
    const now = Date.UTC(2026, 0, 5, 9) / 1_000;
    const { privateKey, id } = github.app;
    const status = async (key: string, claims: Record<string, unknown>) =>
      (await asker(github, jwt(key, claims))(`GET ${R}/installation`)).status;
    const good = { iss: id, iat: now - 60, exp: now + 540 };
    expect(await status(privateKey, good)).toBe(200);
    expect(await status(privateKey, { ...good, exp: now + 601 })).toBe(401);
    expect(await status(privateKey, { ...good, exp: now })).toBe(401);
    expect(await status(privateKey, { ...good, iat: now + 5 })).toBe(401);
    expect(await status(privateKey, { ...good, iss: 1 })).toBe(404);
    const other = generateKeyPairSync("rsa", {
      modulusLength: 2_048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    expect(await status(other.privateKey, good)).toBe(401);
    expect((await asker(github)(`GET ${R}/installation`)).status).toBe(401);
    expect((await asker(github, jwt(privateKey, good))(`GET ${R}`)).status).toBe(401);
  });

  test("a token of the installation is narrowed to repositories and permissions, and not widened", async () => {
    const { repo } = await begin(
      { now: "2026-01-05T09:00:00Z", app: { permissions: { checks: "read", contents: "read" } } },
      true,
    );
    github.repository("octo/other", { private: true });
    const now = Date.UTC(2026, 0, 5, 9) / 1_000;
    const app = asker(
      github,
      jwt(github.app.privateKey, { iss: github.app.clientId, iat: now, exp: now + 60 }),
    );
    const at = `POST /app/installations/${github.app.installation}/access_tokens`;
    const made = await app(at, { repositories: ["app"], permissions: { checks: "read" } });
    expect(made).toMatchObject({
      status: 201,
      json: { expires_at: "2026-01-05T10:00:00Z", repository_selection: "selected" },
    });
    const ask = asker(github, made.json.token);
    expect((await ask(`GET ${R}/commits/${repo.tip()}/check-runs`)).status).toBe(200);
    expect((await ask(`GET ${R}/contents/a.txt`)).status).toBe(403);
    expect((await ask("GET /repos/octo/other")).status).toBe(404);
    expect((await app(at, { permissions: { issues: "write" } })).status).toBe(422);
    expect((await app(at, { repositories: ["none"] })).status).toBe(422);
  });

  test("the installation at an owner lists its repositories to its own tokens", async () => {
    await begin({ now: "2026-01-05T09:00:00Z", app: { repositories: ["octo/app", "octo/other"] } }, true);
    for (const name of ["octo/other", "octo/out"]) github.repository(name, { private: true });
    const now = Date.UTC(2026, 0, 5, 9) / 1_000;
    const app = asker(
      github,
      jwt(github.app.privateKey, { iss: github.app.clientId, iat: now, exp: now + 60 }),
    );
    const found = await app("GET /users/octo/installation");
    expect(found).toMatchObject({ status: 200, json: { id: github.app.installation } });
    expect((await app("GET /users/nobody/installation")).status).toBe(404);
    const at = `POST /app/installations/${github.app.installation}/access_tokens`;
    const listed = async (body: Record<string, unknown>) =>
      (await asker(github, (await app(at, body)).json.token)("GET /installation/repositories")).json;
    expect(await listed({})).toMatchObject({
      total_count: 2,
      repositories: [{ full_name: "octo/app" }, { full_name: "octo/other" }],
    });
    expect(await listed({ repositories: ["other"] })).toMatchObject({ total_count: 1 });
    const personal = asker(github, github.token({ kind: "personal" }));
    expect((await personal("GET /installation/repositories")).status).toBe(403);
  });
});

describe("GitHub's own client", () => {
  test("authenticates as the app and pages through check runs", async () => {
    const { repo } = await begin({}, true);
    for (let index = 0; index < 130; index++)
      repo.check(repo.tip(), { name: `job ${index}`, conclusion: "success" });
    const octokit = new (Octokit.plugin(paginateRest))({
      baseUrl: github.url,
      authStrategy: createAppAuth,
      auth: {
        appId: github.app.id,
        privateKey: github.app.privateKey,
        installationId: github.app.installation,
      },
    });
    const runs = await octokit.paginate("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
      owner: "octo",
      repo: "app",
      ref: "main",
      per_page: 100,
    });
    expect(new Set(runs.map((run) => run.name)).size).toBe(130);
  });

  test("follows the redirect to a log without handing on its token", async () => {
    const { repo } = await begin({}, true);
    const { id } = repo.check(repo.tip(), { name: "test", conclusion: "failure", log: "boom\n" });
    const octokit = new Octokit({ baseUrl: github.url, auth: github.token() });
    const log = await octokit.request("GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs", {
      owner: "octo",
      repo: "app",
      job_id: id,
    });
    expect(log.data).toBe("boom\n");
    await expect(
      octokit.request("GET /repos/{owner}/{repo}", { owner: "octo", repo: "none" }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
