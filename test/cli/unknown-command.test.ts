import { describe, expect, test } from "vitest";
import { unknownCommand } from "../../cli/unknown-command.ts";

const ids = ["atlas", "explain", "qa:gate:check", "qa:requirement:add"];

describe("unknown command", () => {
  test.each([[["explain", "a.log"]], [["qa", "gate", "check", "x"]], [["--help"]], [[]]])(
    "%j is none",
    (argv) => {
      expect(unknownCommand(argv, ids)).toBeNull();
    },
  );

  test.each([
    [["exlpain", "build.log"], "exlpain", "`assay explain`"],
    [["expl"], "expl", "`assay explain`"],
    [["atlsa", "--json"], "atlsa", "`assay atlas`"],
  ])("%j suggests what is close", (argv, command, suggestion) => {
    expect(unknownCommand(argv, ids)).toEqual({ command, suggestion: `did you mean ${suggestion}? ` });
  });

  test("names the topic with the verb where only the verb is unknown", () => {
    expect(unknownCommand(["qa", "gates"], ids)?.command).toBe("qa gates");
  });

  test("suggests nothing where nothing is close", () => {
    expect(unknownCommand(["frobnicate"], ids)).toEqual({ command: "frobnicate", suggestion: "" });
  });
});
