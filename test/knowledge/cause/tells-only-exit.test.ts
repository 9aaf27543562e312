import { expect, test } from "vitest";
import { tellsOnlyExit } from "../../../knowledge/cause/tells-only-exit.ts";

test.each([
  "Error: Process completed with exit code 1.",
  "##[error]Process completed with exit code 2.",
  "ERROR: Job failed: exit code 1",
  "ERROR: script returned exit code 2",
  "make: *** [all] Error 1",
  "make[2]: *** [Makefile:12: test] Error 2",
  'The command "npm test" exited with 1.'.replace("1.", "code 1."),
  "Exited with code exit status 1",
  "Finished: FAILURE",
  "** BUILD FAILED **",
])("%s", (line) => {
  expect(tellsOnlyExit(line)).toBe(true);
});

test.each([
  "Error: the cart is empty",
  "make: *** No rule to make target 'instal'.  Stop.",
  "ERROR: Job failed: prepare environment: no disk",
  "the process ended, and exit code 1 was its last word",
  "AssertionError: expected exit code 1",
])("%s tells more", (line) => {
  expect(tellsOnlyExit(line)).toBe(false);
});
