import { expect, test } from "vitest";
import type { ReportNote } from "../../../../knowledge/evidence/reader.ts";
import { junit } from "../../../../knowledge/evidence/readers/junit.ts";

test("an attribute longer than a string can be gives the file up instead of throwing", () => {
  const names: string[] = [];
  const notes: ReportNote[] = [];
  const parser = junit.open({
    test: (each) => void names.push(each.name),
    note: (note) => void notes.push(note),
  });
  parser.write("<testsuite><testcase name='read'/><testcase name='");
  const chunk = "x".repeat(2 ** 20);
  for (let written = 0; written < 600; written++) parser.write(chunk);
  parser.end();
  expect(names).toEqual(["read"]);
  expect(notes).toEqual([
    expect.objectContaining({ kind: "repaired", message: expect.stringMatching(/without a tag/) }),
  ]);
}, 120_000);
