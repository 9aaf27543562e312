import { expect, test } from "vitest";
import { asksAgain } from "../../lambdas/propose/asks-again.ts";
import { tokenNames } from "../../lambdas/shared/token-names.ts";

const about = ["acme/shop", "acme/api", "beta/app"];

test("one token is for all of an owner that the message is about", () => {
  expect(tokenNames(about, ["Acme/API"])).toEqual(["acme/shop", "acme/api"]);
  expect(tokenNames(about, ["beta/app"])).toEqual(["beta/app"]);
});

test("what the message is not about gets a token of its own, which is for nothing else", () => {
  expect(tokenNames(about, ["acme/other"])).toEqual(["acme/other"]);
  expect(tokenNames(about, ["gamma/app"])).toEqual(["gamma/app"]);
});

test.each([
  ["the cap of openings in an hour", ["unchanged", "too-many-opened-an-hour"], true],
  ["the cap of commits in an hour", ["too-many-commits-an-hour", "done"], true],
  ["the cap of open ones, where only people make room", ["too-many-open", "done"], false],
  ["a request that is left alone", ["closed-twice", "unchanged"], false],
])("a proposal's message and %s", (_, results, again) => {
  expect(asksAgain(results)).toBe(again);
});
