import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReportNote, ReportReader } from "../../../knowledge/evidence/reader.ts";
import { assayRun } from "../../../knowledge/evidence/readers/assay-run.ts";
import { ctrf } from "../../../knowledge/evidence/readers/ctrf.ts";
import { cucumberJson } from "../../../knowledge/evidence/readers/cucumber-json.ts";
import { goTestJson } from "../../../knowledge/evidence/readers/go-test-json.ts";
import { jestJson } from "../../../knowledge/evidence/readers/jest-json.ts";
import { jsonOther } from "../../../knowledge/evidence/readers/json-other.ts";
import { mochaJson } from "../../../knowledge/evidence/readers/mocha-json.ts";
import { mochaJsonStream } from "../../../knowledge/evidence/readers/mocha-json-stream.ts";
import { mochawesome } from "../../../knowledge/evidence/readers/mochawesome.ts";
import { playwrightJson } from "../../../knowledge/evidence/readers/playwright-json.ts";
import { rspecJson } from "../../../knowledge/evidence/readers/rspec-json.ts";
import { tap } from "../../../knowledge/evidence/readers/tap.ts";
import { vitestJson } from "../../../knowledge/evidence/readers/vitest-json.ts";
import type { TestCase } from "../../../knowledge/evidence/test-case.ts";
import { FAILURE_TEXT_LIMIT } from "../../../knowledge/evidence/test-case.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "fixtures", "reports");
const READERS: readonly ReportReader[] = [
  assayRun,
  ctrf,
  cucumberJson,
  goTestJson,
  jestJson,
  jsonOther,
  mochaJson,
  mochaJsonStream,
  mochawesome,
  playwrightJson,
  rspecJson,
  tap,
  vitestJson,
];

function samplesOf(format: string): string[] {
  return readdirSync(join(FOLDER, format))
    .filter((name) => !name.endsWith(".expected.json"))
    .map((name) => readFileSync(join(FOLDER, format, name), "utf8"));
}

interface Told {
  readonly tests: TestCase[];
  readonly notes: ReportNote[];
}

function read(reader: ReportReader, pieces: readonly string[]): Told {
  const told: Told = { tests: [], notes: [] };
  const parser = reader.open({
    test: (test) => void told.tests.push(test),
    note: (note) => void told.notes.push(note),
  });
  for (const piece of pieces) parser.write(piece);
  parser.end();
  for (const { name, line, failure, flaky, outcome } of told.tests) {
    expect(name).not.toBe("");
    expect(line).toBeGreaterThanOrEqual(1);
    expect(flaky && outcome !== "passed").toBe(false);
    expect(failure === undefined || (failure.line >= 1 && failure.endLine >= failure.line)).toBe(true);
    expect(failure?.text?.length ?? 0).toBeLessThanOrEqual(FAILURE_TEXT_LIMIT);
  }
  return told;
}

const pieces = (text: string, size: number): string[] => {
  const cut: string[] = [];
  for (let at = 0; at < text.length; at += size) cut.push(text.slice(at, at + size));
  return cut;
};

describe.each(READERS.map((reader) => [reader.format, reader] as const))("%s", (format, reader) => {
  const samples = samplesOf(format);
  const soup = fc.array(
    fc.constantFrom(...samples.flatMap((sample) => sample.split(/(?<=[\n:,{}[\]"])/)).slice(0, 400)),
    { maxLength: 80 },
  );

  test("no text makes it throw", () => {
    fc.assert(
      fc.property(soup, (parts) => void read(reader, [parts.join("")])),
      { numRuns: 150 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void read(reader, [text])),
      { numRuns: 50 },
    );
  });

  test("a changed or cut sample does not make it throw, and where it is cut into pieces does not matter", () => {
    const mutation = fc.record({
      sample: fc.constantFrom(...samples),
      at: fc.nat(),
      drop: fc.nat({ max: 40 }),
      put: fc.string({ maxLength: 10 }),
      end: fc.nat(),
      size: fc.integer({ min: 1, max: 64 }),
    });
    fc.assert(
      fc.property(mutation, ({ sample, at, drop, put, end, size }) => {
        const place = at % (sample.length + 1);
        const changed = sample.slice(0, place) + put + sample.slice(place + drop);
        const text = changed.slice(0, changed.length - (end % (changed.length + 1)));
        expect(read(reader, pieces(text, size))).toEqual(read(reader, [text]));
      }),
      { numRuns: 150 },
    );
  });

  test("L-017 a sample that is cut off loses no complete test silently", () => {
    for (const sample of samples) {
      const whole = read(reader, [sample]);
      for (let end = 1; end < sample.length; end += Math.max(1, Math.floor(sample.length / 40))) {
        // An event stream that stops between two packages looks whole.
        if (format === "go-test-json" && /[\r\n]/.test(sample.slice(end - 1, end + 1))) continue;
        const part = read(reader, [sample.slice(0, end)]);
        if (part.tests.length < whole.tests.length) expect(part.notes.length).toBeGreaterThan(0);
      }
    }
  });
});
