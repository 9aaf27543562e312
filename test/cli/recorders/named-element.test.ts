import { expect, test } from "vitest";
import { checkedElement } from "../../../cli/recorders/named-element.ts";

const heading = { role: "heading", name: "Sum: 5" };

test.each([
  ["getByRole('heading')", "heading"],
  ["findByRole('heading')", "heading"],
  ["getByRole('heading', { level: 1 })", "heading"],
  ["getByRole('heading', { name: 'Sum' })", "heading[Sum]"],
  ["getByRole('heading', { level: 1, name: 'It\\'s it' })", "heading[It's it]"],
  [`getByRole('heading', { name: "It's it" })`, "heading[It's it]"],
  ["getByRole('heading', { name: /^sum/i })", "heading[/^sum/i]"],
  ["getByRole('list', { name: 'A' }).getByRole('heading', { name: 'B' })", "heading[B]"],
  ["within(getByRole('list', { name: 'A' })).getByRole('heading')", "heading"],
  ["getByRole('heading', { name: [Function: isSum] })", undefined],
  ["getByRole('heading').first()", undefined],
  ["getByRole('list')", undefined],
  ["getByTestId('sum')", undefined],
  [undefined, "heading"],
])("a check of a heading's text found by %s is one of %s", (locator, element) => {
  for (const action of ["expect.toHaveText", "expect.not.toContainText", "expect.toHaveTextContent"])
    expect(checkedElement(heading, action, locator)).toBe(element);
});

test("the name stays where it is neither checked nor made of the text", () => {
  expect(checkedElement(heading, "expect.toBeVisible", "getByRole('heading')")).toBe("heading[Sum: 5]");
  const status = { role: "status", name: "Sum" };
  expect(checkedElement(status, "expect.toHaveText", "getByRole('status')")).toBe("status[Sum]");
  expect(checkedElement(status, "expect.toHaveAccessibleName", "getByRole('status')")).toBe("status");
});
