import { expect, test } from "vitest";
import { regexRisk } from "./regex-risk.ts";

test.each([
  ["(a+)+b", "a repeated group holds a repetition"],
  ["(?:x\\w*){2,}", "a repeated group holds a repetition"],
  ["\\w+\\d+$", "neighbouring repetitions overlap"],
  [".*foo?.*.*x", "neighbouring repetitions overlap"],
  ["\\S{1,200}.{0,200}", "neighbouring repetitions overlap"],
  ["(a)\\1", "back-reference"],
])("%s is refused", (source, risk) => {
  expect(regexRisk(source)).toBe(risk);
});

test.each([
  "\\d+ errors?",
  "error TS\\d{4}: (.{1,80})",
  "(?:exit|exited with) code 137\\b",
  "[^']{1,300}'\\.lock",
])("%s is accepted", (source) => {
  expect(regexRisk(source)).toBeNull();
});
