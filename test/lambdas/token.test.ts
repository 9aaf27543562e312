import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { githubCiFeed } from "../../knowledge/adapters/github/ci-feed.ts";
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

  describe("where the App does not have all that is asked for", () => {
    let changed: Github;
    const there = () => ({ id: String(changed.app.id), key: changed.app.privateKey, api: changed.url });

    beforeAll(async () => {
      changed = await startGithub();
      for (const name of ["api", "gone", "old", "out", "shop"])
        changed.repository(`acme/${name}`, { private: true, files: { "a.txt": "1\n" } });
      for (let more = 0; more < 120; more++) changed.repository(`acme/more-${more}`, { private: true });
      changed.repository("acme/late", { private: true });
      const kept = [...changed.state.repositories.keys()].filter((name) => name !== "acme/out");
      changed.state.app.repositories = new Set([...kept, "acme/new"]);
      changed.removeRepository("acme/gone");
      changed.rename("acme/old", "acme/new");
    });
    afterAll(() => changed.close());

    test("C-077 is for the others, and reads no more than them", async () => {
      const minted = await mintToken(there(), {
        purpose: "read",
        repositories: ["acme/gone", "acme/API", "acme/old", "acme/out", "acme/shop", "acme/late"],
      });
      if (minted.kind !== "token") throw new Error(JSON.stringify(minted));
      expect(minted.repositories).toEqual(["acme/api", "acme/shop", "acme/late"]);
      const status = async (name: string) =>
        (
          await fetch(`${changed.url}/repos/acme/${name}/issues`, {
            headers: { authorization: `Bearer ${minted.token}` },
          })
        ).status;
      expect(await Promise.all(["api", "shop", "late", "new", "out", "more-1"].map(status))).toEqual([
        200, 200, 200, 404, 404, 404,
      ]);
    });

    test("C-061 keeps the watch of an owner from nothing but the repositories that are gone", async () => {
      const ask = async (names: readonly string[]) => {
        const [first = "", ...others] = names;
        const minted = await mintToken(there(), { purpose: "read", repositories: [first, ...others] });
        return minted.kind === "token" ? minted.token : "";
      };
      const feed = githubCiFeed({
        host: "github.test",
        api: changed.url,
        auth: { kind: "asked", ask },
        userAgent: "assay-watch",
        log: () => {},
      });
      const heads = await feed.heads(["acme/gone", "acme/shop", "acme/out", "acme/api"]);
      expect(heads.map(({ asked, kind }) => [asked, kind])).toEqual([
        ["acme/gone", "missing"],
        ["acme/shop", "branch"],
        ["acme/out", "missing"],
        ["acme/api", "branch"],
      ]);
    });

    test("is refused where it has none of them", async () => {
      const minted = await mintToken(there(), { purpose: "read", repositories: ["acme/gone", "acme/out"] });
      expect(minted).toEqual({ kind: "refused", why: expect.stringContaining("acme/gone") });
    });

    test("a permission that is missing is told apart", async () => {
      changed.state.app.permissions = { ...PURPOSES.read };
      const asked = { purpose: "issues", repositories: ["acme/shop", "acme/api"] } as const;
      expect(await mintToken(there(), asked)).toEqual({
        kind: "refused",
        why: expect.stringContaining("permission"),
      });
    });
  });

  test("is refused for an owner where the App is not installed", async () => {
    const minted = await mintToken(app(), { purpose: "read", repositories: ["nobody/shop"] });
    expect(minted).toEqual({ kind: "refused", why: expect.stringContaining("nobody") });
  });

  test("is unavailable while GitHub is out of order", async () => {
    github.fail({ match: "POST /app/installations", how: 502 });
    const minted = await mintToken(app(), { purpose: "read", repositories: ["acme/shop"] });
    github.stopFailing();
    expect(minted.kind).toBe("unavailable");
  });
});

describe("a request for a token", () => {
  const GITHUB = { kind: "github", host: "github.com" } as const;
  const minting = (purpose: keyof typeof PURPOSES | null) => ({
    purpose,
    watching: [
      { organisation: "acme", forge: GITHUB, repositories: ["acme/shop", "acme/api", "other/app"] },
      { organisation: "zeta", forge: GITHUB, repositories: ["zeta/app"] },
    ],
    mint: async () => ({
      kind: "token" as const,
      token: "ghs_x",
      expiresAt: "2026-12-01T00:00:00Z",
      repositories: ["acme/shop"],
    }),
  });

  test("takes its purpose from the alias, whatever it says itself", async () => {
    const arn = "arn:aws:lambda:eu-central-1:123456789012:function:assay-token";
    expect(purposeOf(`${arn}:issues`)).toBe("issues");
    expect(purposeOf(arn)).toBeNull();
    expect(purposeOf(`${arn}:$LATEST`)).toBeNull();
    expect(purposeOf(`${arn}:constructor`)).toBeNull();
    const wider = { organisation: "acme", repositories: ["acme/shop"], purpose: "requests" };
    expect((await answerRequest(wider, minting("read"))).kind).toBe("refused");
  });

  test.each([
    ["no alias was called", null, "acme", ["acme/shop"], "alias"],
    ["nothing is named", "read", "acme", [], "with a list"],
    ["it is no list", "read", "acme", "acme/shop", "with a list"],
    ["it names no organisation", "read", undefined, ["acme/shop"], "no organisation"],
    ["there is no such organisation", "read", "nobody", ["acme/shop"], "settings of an organisation nobody"],
    ["a repository is nobody's", "read", "acme", ["acme/shop", "acme/secret"], "acme/secret"],
    ["a repository is another's", "read", "zeta", ["acme/shop"], "zeta do not watch acme/shop"],
    ["there are two owners", "read", "acme", ["acme/shop", "other/app"], "one owner"],
  ] as const)("is refused where %s", async (_, purpose, organisation, repositories, why) => {
    const answer = await answerRequest({ organisation, repositories }, minting(purpose));
    expect(answer).toEqual({ kind: "refused", why: expect.stringContaining(why) });
  });

  test("that only checks gets the permissions, the repositories that are there, and no token", async () => {
    const asked = { organisation: "acme", repositories: ["acme/shop", "acme/api"], check: true };
    const answer = await answerRequest(asked, minting("read"));
    expect(answer).toMatchObject({
      kind: "checked",
      permissions: PURPOSES.read,
      repositories: ["acme/shop"],
    });
    expect(JSON.stringify(answer)).not.toContain("ghs_x");
  });
});
