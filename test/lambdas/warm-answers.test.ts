import { expect, onTestFinished, test } from "vitest";
import { githubForge } from "../../knowledge/adapters/github/forge.ts";
import { warmAnswers } from "../../lambdas/shared/compose/warm-answers.ts";
import { startGithub } from "../support/github/github.ts";

test("what one organisation was answered no other one is told, for as long as the process lives", async () => {
  const answer = { etag: "1", url: "https://api/x", link: null, body: "[]" };
  await warmAnswers("acme").put("GET x", answer);
  expect(await warmAnswers("acme").get("GET x")).toEqual(answer);
  expect(await warmAnswers("zeta").get("GET x")).toBeNull();
});

test("the next message of a process reads a red tip at no cost, with the token that it has, and in full with the next one", async () => {
  const github = await startGithub();
  onTestFinished(() => github.close());
  const repo = github.repository("acme/shop", { files: { "a.txt": "1\n" } });
  repo.check(repo.tip(), { name: "test", conclusion: "failure" });
  const message = async (token: string) => {
    const before = github.requests.length;
    const forge = githubForge({
      host: "github.com",
      api: github.url,
      auth: { kind: "asked", ask: async () => token },
      userAgent: "assay/test",
      log: () => {},
      etags: warmAnswers("orbit"),
    });
    const { checkRuns } = await forge.reports("acme/shop", repo.tip());
    expect(checkRuns.map(({ name }) => name)).toEqual(["test"]);
    return github.requests.slice(before).map(({ status }) => status);
  };
  const token = github.token();
  expect(await message(token)).toEqual([200, 200]);
  expect(await message(token)).toEqual([304, 304]);
  expect(await message(github.token())).toEqual([200, 200]);
});
