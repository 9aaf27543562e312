import { expect, test } from "vitest";
import { systemSession } from "../../../../knowledge/adapters/system/session.ts";

test("a capability is looked for when it is asked for, once, and what is found by looking is no matter of settings", async () => {
  let starts = 0;
  const session = systemSession({
    env: { PATH: "/nonexistent", GH_TOKEN: "x" },
    hasBrowser: async () => {
      starts += 1;
      return true;
    },
    isRepository: async () => true,
    declared: async () => ["test-machine", "docker", "toString"],
  });
  const all = ["docker", "ssh", "repo", "github", "test-machine", "printer", "toString"];
  expect(await session.capabilities(all)).toEqual(["github", "test-machine", "toString"]);
  expect(starts).toBe(0);
  expect(await session.capabilities(["browser-control"])).toEqual(["browser-control"]);
  expect(await session.capabilities(["browser-control", "github"])).toEqual(["browser-control", "github"]);
  expect(starts).toBe(1);
});
