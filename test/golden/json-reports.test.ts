import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { READERS } from "../../knowledge/evidence/readers/index.ts";
import { readReportBytes } from "../support/read-report-bytes.ts";

const folder = join(import.meta.dirname, "..", "fixtures", "reports");
const FORMATS = [
  "assay-run",
  "ctrf",
  "cucumber",
  "go-test-json",
  "jest",
  "json",
  "mocha",
  "mocha-json-stream",
  "mochawesome",
  "playwright-json",
  "rspec",
  "tap",
  "vitest",
] as const;

describe.each(FORMATS)("%s", (format) => {
  const samples = readdirSync(join(folder, format)).filter((name) => !name.endsWith(".expected.json"));

  test("is a registered format with a sample", () => {
    expect(READERS.map((reader) => reader.format)).toContain(format);
    expect(samples.length).toBeGreaterThan(0);
  });

  test.each(samples)("%s is read as expected", async (sample) => {
    const bytes = readFileSync(join(folder, format, sample));
    const read = await readReportBytes(sample, bytes);
    expect(read?.digest.format).toBe(format);
    const { totals, verdict, failedNames, notes } = read!.digest;
    const told = { totals, verdict, failedNames, notes, tests: read!.tests };
    await expect(`${JSON.stringify(told, null, 2)}\n`).toMatchFileSnapshot(
      join(folder, format, `${sample}.expected.json`),
    );
  });

  test.each(samples)("every failure of %s stands where it is said to", async (sample) => {
    const text = readFileSync(join(folder, format, sample), "utf8");
    const lines = text.split("\n").length;
    for (const { line, failure } of (await readReportBytes(sample, text))!.tests) {
      expect(line).toBeGreaterThanOrEqual(1);
      if (failure === undefined) continue;
      expect(failure.line).toBeGreaterThanOrEqual(1);
      expect(failure.endLine).toBeGreaterThanOrEqual(failure.line);
      expect(failure.endLine).toBeLessThanOrEqual(lines);
    }
  });
});
