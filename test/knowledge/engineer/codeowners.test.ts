import { expect, test } from "vitest";
import { ownersOf } from "../../../knowledge/engineer/codeowners.ts";

const FILE = [
  "# everything",
  "*            @everyone",
  "*.js         @js-owner # and a remark",
  "/build/logs/ @logs",
  "docs/*       @docs",
  "apps/        @apps",
  "/src/cart    @org/cart someone@example.org",
  "**/fixtures  @fix",
  "/src/free",
  "a\\ b.txt     @blank",
  "!x           @no",
  "[ab].txt     @no",
  "/app/{id}/   @braces",
].join("\n");

test.each([
  ["README.md", ["everyone"]],
  ["lib/deep/a.js", ["js-owner"]],
  ["build/logs/a.txt", ["logs"]],
  ["x/build/logs/a.txt", ["everyone"]],
  ["docs/a.md", ["docs"]],
  ["docs/more/a.md", ["everyone"]],
  ["x/apps/y/a.txt", ["apps"]],
  ["src/cart/total.js", ["org/cart"]],
  ["x/fixtures/a.txt", ["fix"]],
  ["src/free/a.txt", []],
  ["a b.txt", ["blank"]],
  ["b.txt", ["everyone"]],
  ["app/{id}/a.txt", ["braces"]],
  ["app/id/a.txt", ["everyone"]],
])("the last pattern that matches %s names its owners", (path, owners) => {
  const { people, teams } = ownersOf(FILE, [path]);
  expect([...people, ...teams]).toEqual(owners);
});

test("owners of most paths come first, at most five, teams apart", () => {
  const file = ["/a @a1 @a2 @a3 @org/team", "/b @b1 @a3", "/c @c1 @c2"].join("\n");
  expect(ownersOf(file, ["a/1", "b/1", "c/1"])).toEqual({
    people: ["a3", "a1", "a2", "b1", "c1"],
    teams: [],
  });
  expect(ownersOf(file, ["a/1"])).toEqual({ people: ["a1", "a2", "a3"], teams: ["org/team"] });
});

test("a file of any text names nobody that is no name", () => {
  expect(ownersOf("* @-x @a/b/c @ @x](http://x) a@b.c", ["a"])).toEqual({ people: [], teams: [] });
});
