import { expect, test } from "vitest";
import { gitAccess, gitCredential, gitPlace } from "../../../knowledge/adapters/isomorphic/git-access.ts";

const URL_OF = "https://git.example.org/{owner}/{name}.git";
const clock = { now: () => 0 };

test("a token goes where the environment says, never where the settings alone do", () => {
  expect(gitPlace({}, URL_OF)).toEqual({ url: URL_OF, credential: null });
  expect(() => gitPlace({ ASSAY_GIT_TOKEN: "t" }, URL_OF)).toThrow("not sent where only they say");
  const elsewhere = "https://evil.example/{owner}/{name}.git";
  expect(gitPlace({ ASSAY_GIT_TOKEN: "t", ASSAY_GIT_URL: URL_OF }, elsewhere)).toEqual({
    url: URL_OF,
    credential: { username: "git", password: "t" },
  });
  for (const url of ["http://git.example.org/{owner}/{name}", "https://git.example.org/x"])
    expect(() => gitPlace({ ASSAY_GIT_TOKEN: "t", ASSAY_GIT_URL: url }, URL_OF)).toThrow("refused");
});

test("a token may have a name before it, colons in it, and a line's end behind it", () => {
  expect(gitCredential("bot:a:b")).toEqual({ username: "bot", password: "a:b" });
  for (const written of ["bot:t\n", "bot:t\r\n"])
    expect(gitCredential(written)).toEqual({ username: "bot", password: "t" });
  expect(gitCredential("t\n")).toEqual({ username: "git", password: "t" });
  expect(gitCredential(":t")).toEqual({ username: "git", password: "t" });
});

test("processes of one token know each other's commits, others and nobody's do not", () => {
  const keyOf = (token: string) => gitAccess(URL_OF, token === "" ? null : gitCredential(token), clock).key;
  expect(keyOf("bot:t")).toBe(keyOf("t"));
  expect(keyOf("other")).not.toBe(keyOf("t"));
  expect(keyOf("")).not.toBe(keyOf(""));
});
