import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerRequest } from "../../lambdas/token/answer-request.ts";
import { mintToken } from "../../lambdas/token/mint-token.ts";
import { purposeOf } from "../../lambdas/token/purpose-of.ts";
import { PURPOSES } from "../../lambdas/token/purposes.ts";
import { type Github, startGithub } from "../support/github/github.ts";

let github: Github;
const app = () => ({ id: String(github.app.id), key: github.app.privateKey, api: github.url });

beforeAll(async () => {
  github = await startGithub();
  github.repository("acme/shop");
  github.repository("acme/api");
  github.repository("acme/secret", { private: true });
});
afterAll(() => github.close());

async function asking(token: string, method: string, path: string, body?: unknown): Promise<number> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(`${github.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
    ...init,
  });
  return reply.status;
}

describe("a minted token", () => {
  test("C-077 reads checks of the repositories that it was asked for and writes nothing", async () => {
    const minted = await mintToken(app(), { purpose: "read", repositories: ["acme/shop", "acme/api"] });
    if (minted.kind !== "token") throw new Error(JSON.stringify(minted));
    expect(await asking(minted.token, "GET", "/repos/acme/shop")).toBe(200);
    expect(await asking(minted.token, "GET", "/repos/acme/api/issues")).toBe(200);
    expect(await asking(minted.token, "GET", "/repos/acme/secret/issues")).toBeGreaterThanOrEqual(403);
    expect(await asking(minted.token, "POST", "/repos/acme/shop/issues", { title: "x" })).toBe(403);
  });

  test("for issues may open one and may not change contents", async () => {
    const minted = await mintToken(app(), { purpose: "issues", repositories: ["acme/shop"] });
    if (minted.kind !== "token") throw new Error(JSON.stringify(minted));
    expect(await asking(minted.token, "POST", "/repos/acme/shop/issues", { title: "x" })).toBe(201);
    const ref = { ref: "refs/heads/x", sha: "0".repeat(40) };
    expect(await asking(minted.token, "POST", "/repos/acme/shop/git/refs", ref)).toBe(403);
  });

  test.each([
    ["an App that is not there", { id: "1" }, "knows no App"],
    ["a key that is none", { key: "no key" }, "does not sign"],
  ])("is refused for %s", async (_, change, why) => {
    const minted = await mintToken({ ...app(), ...change }, { purpose: "read", repositories: ["acme/shop"] });
    expect(minted).toEqual({ kind: "refused", why: expect.stringContaining(why) });
  });

  test("is refused where the App is not installed, in words that say so", async () => {
    const minted = await mintToken(app(), { purpose: "read", repositories: ["acme/gone"] });
    expect(minted).toEqual({ kind: "refused", why: expect.stringContaining("acme/gone") });
  });

  test("is unavailable while GitHub is out of order", async () => {
    github.fail({ match: "POST /app/installations", how: 502 });
    const minted = await mintToken(app(), { purpose: "read", repositories: ["acme/shop"] });
    github.stopFailing();
    expect(minted.kind).toBe("unavailable");
  });
});

describe("a request for a token", () => {
  const minting = (purpose: keyof typeof PURPOSES | null) => ({
    purpose,
    watched: ["acme/shop", "acme/api", "other/app"],
    mint: async () => ({ kind: "token" as const, token: "ghs_x", expiresAt: "2026-12-01T00:00:00Z" }),
  });

  test("takes its purpose from the alias, whatever it says itself", async () => {
    const arn = "arn:aws:lambda:eu-central-1:123456789012:function:assay-token";
    expect(purposeOf(`${arn}:issues`)).toBe("issues");
    expect(purposeOf(arn)).toBeNull();
    expect(purposeOf(`${arn}:$LATEST`)).toBeNull();
    expect(purposeOf(`${arn}:constructor`)).toBeNull();
    const wider = { repositories: ["acme/shop"], purpose: "requests" };
    expect((await answerRequest(wider, minting("read"))).kind).toBe("refused");
  });

  test.each([
    ["no alias was called", null, { repositories: ["acme/shop"] }, "alias"],
    ["nothing is named", "read", { repositories: [] }, "no list"],
    ["it is no request", "read", "acme/shop", "no list"],
    ["a repository is nobody's", "read", { repositories: ["acme/shop", "acme/secret"] }, "acme/secret"],
    ["there are two owners", "read", { repositories: ["acme/shop", "other/app"] }, "one owner"],
  ] as const)("is refused where %s", async (_, purpose, event, why) => {
    const answer = await answerRequest(event, minting(purpose));
    expect(answer).toEqual({ kind: "refused", why: expect.stringContaining(why) });
  });

  test("that only checks gets the permissions and no token", async () => {
    const answer = await answerRequest({ repositories: ["acme/shop"], check: true }, minting("read"));
    expect(answer).toMatchObject({ kind: "checked", permissions: PURPOSES.read });
    expect(JSON.stringify(answer)).not.toContain("ghs_x");
  });
});
