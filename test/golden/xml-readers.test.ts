import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { READERS } from "../../knowledge/evidence/readers/index.ts";
import { readReportBytes } from "../support/read-report-bytes.ts";

const folder = join(import.meta.dirname, "..", "fixtures", "reports");
const FORMATS = ["junit", "nunit", "testng", "trx", "xml", "xunit"] as const;

describe.each(FORMATS)("%s", (format) => {
  const samples = readdirSync(join(folder, format)).filter((name) => !name.endsWith(".expected.json"));

  test("is a registered format with a sample", () => {
    expect(READERS.map((reader) => reader.format)).toContain(format);
    expect(samples.length).toBeGreaterThan(0);
  });

  test.each(samples)("%s is read as expected", async (sample) => {
    const expected = JSON.parse(readFileSync(join(folder, format, `${sample}.expected.json`), "utf8"));
    const read = await readReportBytes(sample, readFileSync(join(folder, format, sample)));
    expect(read?.digest.format).toBe(format);
    const { totals, verdict, failedNames, notes } = read!.digest;
    expect({ totals, verdict, failedNames, notes, tests: read!.tests }).toEqual(expected);
  });

  test.each(samples)("every failure of %s stands where it is said to", async (sample) => {
    const text = readFileSync(join(folder, format, sample), "utf8");
    const lines = text.split("\n");
    const { tests, digest } = (await readReportBytes(sample, text))!;
    for (const { failure, attempts, line } of tests) {
      expect(lines[line - 1]).toMatch(/<[\w:-]*(?:test|result)/i);
      const failures = [failure, ...(attempts ?? []).map((attempt) => attempt.failure)].filter(
        (each) => each !== undefined,
      );
      for (const each of failures) {
        expect(lines[each.line - 1]).toMatch(/<[\w:-]*(?:fail|error|exception|test)/i);
        expect(each.endLine).toBeGreaterThanOrEqual(each.line);
        expect(each.endLine).toBeLessThanOrEqual(lines.length);
      }
    }
    for (const note of digest.notes) expect(note.line ?? 1).toBeLessThanOrEqual(lines.length);
  });
});
