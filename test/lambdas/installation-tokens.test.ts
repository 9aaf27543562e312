import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { heldSecrets } from "../../lambdas/shared/held-secrets.ts";
import { installationTokens } from "../../lambdas/shared/installation-tokens.ts";
import { type AwsServices, startServices } from "../support/aws/start-services.ts";

let aws: AwsServices;
let asked: unknown[] = [];
let alias = 0;

beforeAll(async () => {
  aws = await startServices();
  process.env.AWS_ENDPOINT_URL_LAMBDA = aws.endpoint;
  process.env.AWS_REGION = "eu-central-1";
  process.env.AWS_ACCESS_KEY_ID = "key-id-of-a-test";
  process.env.AWS_SECRET_ACCESS_KEY = "secret-key-of-a-test";
});
afterAll(() => aws.close());
beforeEach(() => {
  asked = [];
  alias += 1;
});

/** Tokens out of a function that answers so; each test has an alias of its own. */
function tokensOf(answer: () => unknown) {
  const name = `assay-token:test${alias}`;
  aws.functions.set(name, (payload) => {
    asked.push(payload);
    return answer();
  });
  return installationTokens(name, "github.test");
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const token = (minutes: number) => ({
  kind: "token",
  token: `ghs_${alias}_${minutes}`,
  expiresAt: inMinutes(minutes),
});

test("a token in force is asked for once, however its repositories are written", async () => {
  const ask = tokensOf(() => token(60));
  const first = await ask("acme", ["acme/shop", "acme/api"]);
  expect(await ask("acme", ["acme/API", "acme/shop"])).toBe(first);
  expect(asked).toEqual([{ organisation: "acme", repositories: ["acme/api", "acme/shop"] }]);
  expect(heldSecrets()).toContain(first);
});

test("other repositories get a token of their own", async () => {
  const ask = tokensOf(() => token(60));
  await ask("acme", ["acme/shop"]);
  await ask("acme", ["acme/api"]);
  expect(asked).toHaveLength(2);
});

test("another organisation gets one of its own for the same names, which may be elsewhere", async () => {
  const ask = tokensOf(() => ({ ...token(60), token: `ghs_${alias}_${asked.length}` }));
  const own = await ask("acme", ["acme/shop"]);
  expect(await ask("acme-mirror", ["acme/shop"])).not.toBe(own);
  expect(await ask("acme", ["acme/shop"])).toBe(own);
  expect(asked).toEqual([
    { organisation: "acme", repositories: ["acme/shop"] },
    { organisation: "acme-mirror", repositories: ["acme/shop"] },
  ]);
});

test("a token is used no more in its last five minutes", async () => {
  const ask = tokensOf(() => token(4));
  await ask("acme", ["acme/shop"]);
  await ask("acme", ["acme/shop"]);
  expect(asked).toHaveLength(2);
});

test.each([
  ["a refusal", () => ({ kind: "refused", why: "not installed" }), "forge_denied"],
  ["no answer of GitHub", () => ({ kind: "unavailable", why: "502" }), "forge_unavailable"],
  [
    "a failure of the function",
    () => {
      throw new Error("broken");
    },
    "forge_unavailable",
  ],
])("%s is an error that is not remembered", async (_, answer, code) => {
  const ask = tokensOf(answer);
  await expect(ask("acme", ["acme/shop"])).rejects.toMatchObject({ code });
  await expect(ask("acme", ["acme/shop"])).rejects.toMatchObject({ code });
  expect(asked).toHaveLength(2);
});

test("a role that may not call the alias is told apart from a function that is away", async () => {
  const ask = tokensOf(() => token(60));
  aws.trouble = () => ({ name: "AccessDeniedException", status: 403 });
  await expect(ask("acme", ["acme/shop"])).rejects.toMatchObject({ code: "forge_denied" });
  aws.trouble = () => ({ name: "ServiceException", status: 500 });
  await expect(ask("acme", ["acme/shop"])).rejects.toMatchObject({ code: "forge_unavailable" });
  aws.trouble = () => null;
  expect(await ask("acme", ["acme/shop"])).toMatch(/^ghs_/);
});
