import { expect, test } from "vitest";
import { isCi } from "../../../knowledge/adapters/system/ci.ts";

test.each([
  [{}, false],
  [{ CI: "" }, false],
  [{ CI: "0" }, false],
  [{ CI: "false" }, false],
  [{ CI: "true" }, true],
  [{ CI: "1" }, true],
  [{ CI: "woodpecker" }, true],
  [{ GITHUB_ACTIONS: "true" }, true],
  [{ TF_BUILD: "True" }, true],
  [{ JENKINS_URL: "https://ci.example/" }, true],
  [{ GITHUB_ACTIONS: "" }, false],
  [{ CI: "false", GITHUB_ACTIONS: "true" }, false],
])("%j: %s", (env, ci) => {
  expect(isCi(env)).toBe(ci);
});
