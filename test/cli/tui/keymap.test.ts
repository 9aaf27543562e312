import { expect, test } from "vitest";
import { bindingFor, KEYS, SCOPES, type Scope } from "../../../cli/tui/keymap.ts";
import { keysMarkdown } from "../../../cli/tui/keys-markdown.ts";
import { SCREENS } from "../../../cli/tui/screens/index.ts";

/** Scopes that can lie on top of each other. */
const STACKS: readonly (readonly Scope[])[] = [
  ["always", "confirm"],
  ["always", "choose"],
  ["always", "text"],
  ["always", "note"],
  ["always", "list", "screen"],
  ["always", "detail", "screen"],
];

test.each(STACKS.map((stack) => [stack.join(" over "), stack] as const))(
  "%s: no key has two meanings",
  (_, stack) => {
    const keys = KEYS.filter(({ scope }) => stack.includes(scope)).flatMap((binding) => binding.keys);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  },
);

test("every scope is in a stack and has keys", () => {
  for (const { id } of SCOPES) {
    expect(STACKS.flat()).toContain(id);
    expect(KEYS.some(({ scope }) => scope === id)).toBe(true);
  }
});

test("no key that confirms is a key that asks", () => {
  const confirming = KEYS.filter(({ action }) => action === "confirm").flatMap(({ keys }) => keys);
  const asking = KEYS.filter(({ action }) =>
    /^(?:accept|reject|forget|mark|commit|edit|hand-to-next|hand-to-person|start-run|look-now|ask-again|give-verdict|waive|claim|release|move)$/.test(
      action,
    ),
  );
  expect(asking).toHaveLength(16);
  for (const { keys } of asking) expect(confirming.some((key) => keys.includes(key))).toBe(false);
});

test("a binding that needs something says why it does nothing without", () => {
  for (const { needs, otherwise } of KEYS) expect(needs === undefined).toBe(otherwise === undefined);
});

test("the topmost scope wins", () => {
  expect(bindingFor("y", ["always", "confirm"])?.action).toBe("confirm");
  expect(bindingFor("y", ["always", "list", "screen"])?.action).toBe("copy");
  expect(bindingFor("a", ["always", "confirm"])).toBeNull();
});

test("screens have keys, ids and titles of their own", () => {
  for (const part of ["id", "key", "title"] as const)
    expect(new Set(SCREENS.map((screen) => screen[part])).size).toBe(SCREENS.length);
});

test("docs/keys.md is made from the table", async () => {
  await expect(keysMarkdown()).toMatchFileSnapshot("../../../docs/keys.md");
});
