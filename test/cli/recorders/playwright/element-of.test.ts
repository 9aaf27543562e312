import { expect, test } from "vitest";
import { readNode } from "../../../../cli/recorders/playwright/element-of.ts";

test.each([
  ['- button "Place order"', { role: "button", name: "Place order" }],
  ['- button "Place \\"order\\"" [ref=e1]', { role: "button", name: 'Place "order"' }],
  ["- status: Paid", { role: "status", name: "" }],
  ['- textbox "Email": ann@example.org', { role: "textbox", name: "Email" }],
  [`- 'heading "Sum: it''s 3" [level=1]'`, { role: "heading", name: "Sum: it's 3" }],
  [`- 'link "a: b"':`, { role: "link", name: "a: b" }],
  ["- text: Paid", undefined],
  ["", undefined],
])("a line of a snapshot names its element: %s", (line, node) => {
  expect(readNode(line)).toEqual(node);
});
