import { expect, test } from "vitest";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import { kindsAskedOfHost } from "../../../knowledge/qa/decisions/admit-case.ts";

const asked = (method_id: string | null, ...capability_requirements: readonly string[]) =>
  kindsAskedOfHost(
    { capability_requirements },
    METHODS.find(({ id }) => id === method_id),
  );

test("a host is asked for what no runner supplies by itself, once", () => {
  expect(asked("browser-check")).toEqual([]);
  expect(asked("browser-check", "browser-control", "docker", "docker")).toEqual(["docker"]);
  expect(asked("exploratory-mission")).toEqual(["test-machine"]);
  // Refused before anybody looks at the host.
  expect(asked("command", "browser-control")).toEqual([]);
  expect(asked(null, "browser-control", "ssh")).toEqual(["browser-control", "ssh"]);
});
