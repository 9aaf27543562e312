import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RULES } from "../../knowledge/cause/rules/index.ts";
import { symptomsOfReport } from "../../knowledge/cause/symptoms-of-report.ts";
import type { Failure } from "../../knowledge/evidence/test-case.ts";
import { readReportBytes } from "../support/read-report-bytes.ts";

const folder = join(import.meta.dirname, "..", "fixtures", "reports");
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function decodeXml(line: string): string {
  return line.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? all;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function decodeJson(line: string): string {
  return line.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, hex, char) =>
    hex === undefined ? (ESCAPED[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Of tags inside a tag's text only the words are left, so that they are not found as they are written. */
const MENDED = "not-well-formed.xml";

const samples = readdirSync(folder).flatMap((format) =>
  readdirSync(join(folder, format))
    .filter((name) => !name.endsWith(".expected.json") && name !== MENDED)
    .map((name) => [format, name] as const),
);

describe("a quote of a report stands on the line that it names", () => {
  let quotes = 0;

  test.each(samples)("%s/%s", async (format, name) => {
    const text = readFileSync(join(folder, format, name), "utf8");
    const read = (await readReportBytes(name, text))!;
    const xml = text.includes("<?xml") || text.trimStart().startsWith("<");
    const decode = format === "tap" ? String : xml ? decodeXml : decodeJson;
    const lines = text.split(/\r\n|\n|\r/).map((line) => decode(line).replace(/\u001b\[[\d;]*m/g, ""));
    const failures = [
      ...(read.digest.outsideTests ?? []),
      ...read.tests.flatMap((one) => [
        one.failure,
        ...(one.attempts ?? []).map((attempt) => attempt.failure),
      ]),
    ].filter((failure): failure is Failure => failure !== undefined);
    for (const failure of failures) {
      const shown = symptomsOfReport({ ...read.digest, failures: [], outsideTests: [failure] }, RULES);
      const own = failure.messageAt === undefined && failure.textAt === undefined;
      for (const { line, text: quote } of shown.errors[0]?.lines ?? []) {
        if (own) expect(line).toBe(failure.line);
        else expect(lines[line - 1], `line ${line}`).toContain(quote.trim());
        quotes += own ? 0 : 1;
      }
    }
  });

  test("there are quotes to look for", () => {
    expect(quotes).toBeGreaterThan(100);
  });
});
