import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { githubAuth } from "../../../../knowledge/adapters/github/github-auth.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const API = "https://api.github.com";

test.each([
  [
    { ASSAY_GITHUB_TOKEN: "a", GITHUB_TOKEN: "b", GH_TOKEN: "c" },
    { kind: "token", token: "a" },
  ],
  [
    { GITHUB_TOKEN: "b", GH_TOKEN: "c" },
    { kind: "token", token: "b" },
  ],
  [
    { ASSAY_GITHUB_TOKEN: " ", GITHUB_TOKEN: "", GH_TOKEN: "c\n" },
    { kind: "token", token: "c" },
  ],
  [{}, { kind: "none" }],
])("of %o the first that is set asks", async (env, expected) => {
  expect(await githubAuth(env, API)).toEqual(expected);
});

test("an App outranks the token that CI gives to all its jobs, and not the one that is Assay's own", async () => {
  const key = join(temporaryFolder(), "key.pem");
  writeFileSync(key, "PEM");
  const env = { ASSAY_GITHUB_APP_ID: "7", ASSAY_GITHUB_APP_KEY: key, GITHUB_TOKEN: "b" };
  expect(await githubAuth(env, API)).toEqual({ kind: "app", id: "7", key: "PEM" });
  expect(await githubAuth({ ...env, ASSAY_GITHUB_TOKEN: "a" }, API)).toEqual({ kind: "token", token: "a" });
});

test.each([
  [{ ASSAY_GITHUB_APP_ID: "7" }, "it is not set"],
  [{ ASSAY_GITHUB_APP_ID: "7", ASSAY_GITHUB_APP_KEY: "/nowhere/key.pem" }, "ENOENT"],
])("an App without a key that can be read is told: %o", async (env, reason) => {
  const error = { code: "forge_denied", message: expect.stringContaining(reason) };
  await expect(githubAuth(env, API)).rejects.toMatchObject(error);
});

test("settings of a repository cannot send a token to an API of theirs", async () => {
  const api = "https://code.example/api/v3";
  const refused = { code: "forge_denied", hint: expect.stringContaining(`ASSAY_GITHUB_API=${api}`) };
  await expect(githubAuth({ GITHUB_TOKEN: "secret" }, api)).rejects.toMatchObject(refused);
  await expect(githubAuth({ ASSAY_GITHUB_TOKEN: "secret" }, api)).rejects.toMatchObject(refused);
  await expect(githubAuth({ GH_TOKEN: "secret" }, `${API}.evil.example`)).rejects.toMatchObject({
    code: "forge_denied",
  });
  expect(await githubAuth({}, api)).toEqual({ kind: "none" });
  expect(await githubAuth({ GITHUB_TOKEN: "t", ASSAY_GITHUB_API: `${api}/` }, api)).toMatchObject({
    token: "t",
  });
  expect(await githubAuth({ GITHUB_TOKEN: "t", GITHUB_API_URL: api }, api)).toMatchObject({ token: "t" });
});
