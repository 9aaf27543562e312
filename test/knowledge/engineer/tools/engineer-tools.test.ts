import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engineerTools, readEngineerCall } from "../../../../knowledge/engineer/tools/engineer-tools.ts";

const choice = { checks: ["C1", "C2"], mayPass: false } as const;

describe("the tools of the QA engineer", () => {
  test("are five, and none takes a command or a place to write but a test file's path", () => {
    const tools = engineerTools({ ...choice });
    expect(tools.map(({ name }) => name)).toEqual([
      "read_file",
      "search",
      "edit_test",
      "run_tests",
      "conclude",
    ]);
    expect(tools[3]?.input).toMatchObject({ type: "object", properties: {} });
  });

  test("leave a closed choice of checks, and NO CHANGE NEEDED only where nothing failed", () => {
    const words = (mayPass: boolean) => JSON.stringify(engineerTools({ checks: ["C1"], mayPass })[4]?.input);
    expect(words(false)).not.toContain("NO CHANGE NEEDED");
    expect(words(true)).toContain("NO CHANGE NEEDED");
    expect(words(false)).toContain('"enum":["C1"]');
    expect(words(false)).not.toMatch(/maxLength|minimum|pattern/);
  });

  test.each([
    ["read_file", { path: "a.js" }, { tool: "read_file", path: "a.js", firstLine: 1, lastLine: null }],
    [
      "read_file",
      { path: "a.js", first_line: 2, last_line: 3 },
      { tool: "read_file", path: "a.js", firstLine: 2, lastLine: 3 },
    ],
    ["search", { text: "total" }, { tool: "search", text: "total" }],
    [
      "edit_test",
      { path: "a", old_text: "", new_text: "x" },
      { tool: "edit_test", path: "a", oldText: "", newText: "x" },
    ],
    ["run_tests", {}, { tool: "run_tests" }],
  ])("%s is read from %j", (name, input, call) => {
    expect(readEngineerCall({ name, input }, choice)).toEqual({ kind: "call", call });
  });

  test.each([
    ["run_tests", { filter: "; rm -rf /" }, /filter/],
    ["read_file", { path: "" }, /path/],
    ["read_file", { path: "a", first_line: 0 }, /first_line/],
    ["edit_test", { path: "a", new_text: "" }, /old_text/],
    ["conclude", { verdict: "NO CHANGE NEEDED", answers: [], why: "" }, /verdict/],
    [
      "conclude",
      { verdict: "BLOCKED", answers: [{ check: "C9", wrong: "code" }], why: "" },
      /answers\[0\]\.check/,
    ],
    ["rerun_ci", {}, /no such tool/],
    ["search", "text", /./],
  ])("%s is refused with %j in words", (name, input, words) => {
    expect(readEngineerCall({ name, input }, choice)).toEqual({
      kind: "wrong",
      words: expect.stringMatching(words),
    });
  });

  test("no input whatever throws", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("read_file", "search", "edit_test", "run_tests", "conclude", "x"),
        fc.anything(),
        (name, input) => ["call", "wrong"].includes(readEngineerCall({ name, input }, choice).kind),
      ),
    );
  });
});
