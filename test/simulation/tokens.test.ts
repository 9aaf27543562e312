import { expect, onTestFinished, test } from "vitest";
import { mintToken } from "../../lambdas/token/mint-token.ts";
import { startGithub } from "../support/github/github.ts";
import { MINTING } from "./tokens.ts";

test("a token takes as many requests as are counted for it", async () => {
  const github = await startGithub();
  onTestFinished(() => github.close());
  github.repository("acme/shop", { private: true });
  const app = { id: String(github.app.id), key: github.app.privateKey, api: github.url };
  expect(await mintToken(app, { purpose: "read", repositories: ["acme/shop"] })).toMatchObject({
    kind: "token",
  });
  expect(github.requests).toHaveLength(MINTING);
});
