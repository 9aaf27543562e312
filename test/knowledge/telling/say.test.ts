import { expect, test } from "vitest";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { personCall } from "../../../knowledge/telling/person-call.ts";
import { say } from "../../../knowledge/telling/say.ts";
import { sayLink } from "../../../knowledge/telling/say-link.ts";

const telling = { mask: secretMask(["hunter2-hunter2"]) };

test("words are masked, on one line, cut, neutral, and stand for nothing where none are left", () => {
  expect(say("@ada  fixes\n#12 hunter2-hunter2", telling)).not.toMatch(/@ada|(?<!&)#\d|hunter2|\n/);
  expect(say("x".repeat(50), telling, 10)).toBe(`${"x".repeat(9)}…`);
  expect([say(" \n", telling), say("", telling, 10, "–")]).toEqual(["(no words)", "–"]);
});

test.each([
  ["https://ci.example/runs/1", "[run](https://ci.example/runs/1)"],
  ["https://ci.example/a_b/$1", "[run](https://ci.example/a_b/%241)"],
  ["https://github.com/acme/shop/pull/3", "run"],
  ["https://ci.example/hunter2-hunter2", "run"],
  ["javascript:alert(1)", "run"],
  ["http://x.example/)", "run"],
  [null, "run"],
])("an address %s is a link only where it is plainly a page", (url, told) => {
  expect(sayLink("run", url, telling)).toBe(told);
});

test("a call of a person has the same fields whatever it is about, without secrets and on one line each", () => {
  const reason = { repository: "acme/shop", word: "unclear", question: "Who\nsaid hunter2-hunter2?" };
  const change = { url: "https://github.com/acme/shop/pull/3", step: "qa", round: 2 };
  const [about, of] = [
    personCall({ ...reason, branch: "main" }, telling),
    personCall({ ...reason, change }, telling),
  ];
  expect(Object.keys(about)).toEqual(Object.keys(of));
  expect(about).toMatchObject({ kind: "needs-person", branch: "main", issue: "", change: "", round: "" });
  expect(of).toMatchObject({ change: change.url, step: "qa", round: "2" });
  expect(about.question).toMatch(/^Who said (?!hunter2).*\?$/);
});
