import { describe, expect, it } from "vitest";
import { isHearsay } from "../../../knowledge/log/errors/noise.ts";
import { digestOf, github } from "./digest-of.ts";

const vocabulary = ["no space left on device", "429", "overloaded"];

describe("what a command or a passed test names did not happen", () => {
  it.each([
    [
      "a script in the runner's echo",
      github(
        "##[group]Run if df | grep -q 100%; then",
        'if df; then echo "error: No space left on device"; fi',
        "##[endgroup]",
        "a.c:3:5: error: no such type",
        "##[error]Process completed with exit code 1.",
      ),
    ],
    [
      "the header of a step",
      github(
        '##[group]Run curl -f x || echo "429"',
        "##[endgroup]",
        "a.c:3:5: error: no such type",
        "##[error]Process completed with exit code 1.",
      ),
    ],
    ["GitLab's command", '$ df -h || echo "No space left on device"\na.c:3:5: error: no such type\n'],
    ["a shell's trace", '+ grep -q "No space left on device" x.log\na.c:3:5: error: no such type\n'],
    ["a passed TAP test", "ok 1 - handles No space left on device\na.c:3:5: error: no such type\n"],
    ["a passed spec", "  ✓ retries on overloaded (3 ms)\na.c:3:5: error: no such type\n"],
    ["a passed Go test", "--- PASS: Test429 (0.00s)\na.c:3:5: error: no such type\n"],
  ])("%s", (_, log) => {
    const digest = digestOf(log, { vocabulary });
    expect(digest.sightings).toEqual([]);
    expect(digest.errors[0]!.headline.text).toBe("a.c:3:5: error: no such type");
  });

  it.each([
    "write failed: No space left on device",
    "> Could not resolve all files: HTTP 429",
    "tar: x: Cannot write: No space left on device",
    "not ok 3 - says 429",
    "remote: overloaded",
  ])("but it did on a line of their output: %s", (line) => {
    expect(isHearsay(line)).toBe(false);
    expect(digestOf(`${line}\n`, { vocabulary }).sightings).toHaveLength(1);
  });

  it("and a compiler's words stay, however they end", () => {
    const line = "src/a.ts(3,5): error TS2345: wrong argument passed";
    expect(digestOf(`${line}\n`).errors[0]!.headline.text).toBe(line);
  });
});

describe("a sighting after the failure", () => {
  it("is marked, as one in the clean-up is", () => {
    const digest = digestOf(
      github(
        "##[group]Run ./build.sh",
        "##[endgroup]",
        "tar: No space left on device",
        "##[error]Process completed with exit code 1.",
        "##[group]Run report",
        "##[endgroup]",
        "upload: HTTP 429",
        "Post job cleanup.",
        "Error: No space left on device, write",
      ),
      { vocabulary },
    );
    expect(digest.sightings.map(({ line, post }) => [line, post])).toEqual([
      [3, false],
      [7, true],
      [9, true],
    ]);
  });

  it("is none where nothing failed", () => {
    expect(digestOf("HTTP 429\n", { vocabulary }).sightings[0]).toMatchObject({ post: false });
  });
});
