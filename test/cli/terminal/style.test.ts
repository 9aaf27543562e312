import { describe, expect, test } from "vitest";
import { createStyle, wantsColour } from "../../../cli/terminal/style.ts";

const terminal = { isTTY: true };
const pipe = { isTTY: false };

describe("colour", () => {
  test.each([
    ["a terminal", {}, terminal, true],
    ["a pipe", {}, pipe, false],
    ["a dumb terminal", { TERM: "dumb" }, terminal, false],
    ["NO_COLOR", { NO_COLOR: "1" }, terminal, false],
    ["an empty NO_COLOR says nothing", { NO_COLOR: "" }, terminal, true],
    ["FORCE_COLOR on a pipe", { FORCE_COLOR: "1" }, pipe, true],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, terminal, false],
    ["NO_COLOR beats FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "3" }, terminal, false],
  ])("L-037 %s", (_, env, stream, colour) => {
    expect(wantsColour(env, stream)).toBe(colour);
  });

  test("marks with the sixteen colours, or not at all", () => {
    expect(createStyle(true).red("x")).toBe("\u001b[31mx\u001b[39m");
    expect(createStyle(false).red("x")).toBe("x");
  });
});
