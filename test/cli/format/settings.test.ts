import { expect, test } from "vitest";
import { formatSettings } from "../../../cli/format/settings.ts";
import { createStyle } from "../../../cli/terminal/style.ts";

test("lists of maps are told by name, whatever their keys are", () => {
  const settings = [
    { key: "scopes", value: [{ name: "shop", paths: ["a/**", "b/**"] }], line: 2 },
    { key: "watch.products", value: [{ name: "web", repositories: ["o/a"], platform: false }], line: 3 },
    {
      key: "environments",
      value: [{ name: "staging", kind: "preview", base_url: null, executable: true }],
      line: 4,
    },
    { key: "capabilities", value: ["docker"], line: null },
  ];
  const view = { columns: 80, style: createStyle(false) };
  expect(formatSettings({ file: "f", exists: true, settings, unknown: [] }, view)).toBe(`scopes  f:2
  shop: a/**, b/**
watch.products  f:3
  web: repositories o/a, platform false
environments  f:4
  staging: kind preview, executable true
capabilities  default
  docker
`);
});
