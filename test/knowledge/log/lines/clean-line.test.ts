import { describe, expect, it } from "vitest";
import { cleanLine } from "../../../../knowledge/log/lines/clean-line.ts";
import { LINE_LIMIT } from "../../../../knowledge/log/log-digest.ts";

const clean = (raw: string | Buffer) => {
  const bytes = typeof raw === "string" ? Buffer.from(raw) : raw;
  return cleanLine(bytes, 0, bytes.length);
};

describe("cleanLine", () => {
  it.each([
    ["GitHub", "2024-01-01T00:00:00.1234567Z npm test", "npm test"],
    [
      "GitHub, first line of a file",
      "\uFEFF2024-01-01T00:00:00.1234567Z ##[group]Run make",
      "##[group]Run make",
    ],
    ["GitHub, indented text", "2024-01-01T00:00:00.1234567Z     at f (a.js:1:2)", "    at f (a.js:1:2)"],
    ["GitHub, an empty line", "2024-01-01T00:00:00.1234567Z ", ""],
    ["a stamp pasted behind a blank", " 2024-01-01T00:00:00.1234567Z oops", "oops"],
    ["GitLab", "2024-01-01T00:00:00.123456Z 00O hello", "hello"],
    ["GitLab, a line that goes on", "2024-01-01T00:00:00.123456Z 01E+hello", "hello"],
    ["Timestamper", "[2024-01-01T00:00:00.123Z] + mvn verify", "+ mvn verify"],
    ["Timestamper's clock", "12:34:56  Started by user", "Started by user"],
    ["Taskcluster", "[task 2024-01-01T00:00:00.123Z] + make", "+ make"],
    ["mozharness in Taskcluster", "[task 2024-01-01T00:00:00.123Z] 12:34:56    ERROR - boom", "ERROR - boom"],
    ["Buildkite", "\x1b_bk;t=1704067200000\x07$ make", "$ make"],
    ["colours", "\x1b[31merror\x1b[0m: \x1b[1mno\x1b[22m", "error: no"],
    ["a hyperlink", "\x1b]8;;https://example.com\x07docs\x1b]8;;\x07", "docs"],
    ["control bytes", "a\x00b\x08c\x7f", "abc"],
    ["trailing white space", "text \t ", "text"],
    ["a number that is no stamp", "2024 tests", "2024 tests"],
    ["a bracket that is no stamp", "[ERROR] no", "[ERROR] no"],
  ])("takes off what %s wraps around a line", (_, raw, text) => {
    expect(clean(raw).text).toBe(text);
  });

  it("gives the step that `gh run view --log` writes before a line", () => {
    expect(clean("build\tRun tests\t2024-01-01T00:00:00.1234567Z ok\tgo/pkg")).toEqual({
      text: "ok\tgo/pkg",
      column: "Run tests",
      mark: null,
    });
  });

  it.each(["section_start:1560896352:step_script[collapsed=true]", "travis_fold:start:install"])(
    "tells the mark %s apart",
    (mark) => {
      expect(clean(`${mark}`)).toEqual({ text: "", column: null, mark });
    },
  );

  it("keeps at most LINE_LIMIT characters, and no half of bytes that are no UTF-8", () => {
    expect(clean("x".repeat(10_000)).text).toHaveLength(LINE_LIMIT);
    expect(clean(Buffer.from([0x61, 0xff, 0x62])).text).toBe("a\uFFFDb");
  });
});
