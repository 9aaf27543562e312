import { expect, test } from "vitest";
import { readOptions } from "./options.ts";

test.each([
  ["--fast --settings acme.yaml", "leave out --fast or --settings"],
  ["--settings acme.yaml", "set ASSAY_GITHUB_TOKEN"],
  ["echo hello", "put --once before it"],
  ["--port 70000", "70000 is no port"],
  ["--slow", "Unknown option '--slow'"],
])("%s is refused with what to do instead", (args, way) => {
  expect(() => readOptions(args.split(" "), {})).toThrow(way);
});

test("a command keeps its own flags", () => {
  const read = readOptions(["--once", "--json", "--", "assay", "watch", "list", "--json"], {});
  expect(read).toMatchObject({ once: true, json: true, command: ["assay", "watch", "list", "--json"] });
});
