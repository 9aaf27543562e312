import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { delimit } from "../../../knowledge/record/front-matter.ts";
import type { KnowledgeRecord } from "../../../knowledge/record/record.ts";
import {
  editRecordFile,
  type RecordFile,
  readRecordFile,
  writeRecordFile,
} from "../../../knowledge/record/record-file.ts";
import { scanFrontMatter } from "../../../knowledge/record/scan-front-matter.ts";
import { writeFlow } from "../../../knowledge/record/write-flow.ts";
import { yamlFrontMatter } from "../../../knowledge/record/yaml-front-matter.ts";
import { sampleId, samplePath, sampleRecord } from "../../support/sample-record.ts";

const record = sampleRecord();
const path = samplePath(record);

async function read(text: string, at = path): Promise<RecordFile> {
  const file = await readRecordFile(at, text);
  if (file.kind !== "record") throw new Error(JSON.stringify(file.problems));
  return file;
}

async function faults(text: string, at = path) {
  const file = await readRecordFile(at, text);
  return file.kind === "bad" ? file.problems.map(({ line, key, problem }) => ({ line, key, problem })) : [];
}

/** Text of any kind, and text that YAML could take for something else. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    "true",
    "No",
    "~",
    "0x1F",
    "1e3",
    "12",
    "- a",
    "a: b",
    "a #b",
    "#",
    "'",
    '"',
    "*x",
    "&x",
    "!t",
    "|",
    ">",
    "01",
    ".5",
    "2026-01-01",
    "---",
    "...",
  ),
);
const word = anyText.filter((text) => text !== "");

const anyRecord: fc.Arbitrary<KnowledgeRecord> = fc
  .record({
    claim: fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
      .map((text) => `a${text.replace(/[\u0000-\u001f\u007f-\u009f\ufffd]/g, "")}z\n\nb`),
    name: fc.stringMatching(/^[\w "'\\{}[\],:#&*!|>%@`-]{1,30}$/).filter((text) => text.trim() !== ""),
    run: word,
    step: fc.option(word, { nil: undefined }),
    held: fc.option(word, { nil: undefined }),
    values: fc.array(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      { maxLength: 5 },
    ),
    count: fc.nat(),
  })
  .map(({ claim, name, run, step, held, values, count }) =>
    sampleRecord({
      type: "measurement",
      anchors: [`check:${name.trim().replace(/ +/g, " ")}`],
      held,
      confirmed: { count, last: "2026-01-10T08:00:00.000Z" },
      evidence: { run, ...(step === undefined ? {} : { step }), complete: false, digest: "d" },
      baseline: { unit: "ms", values, median: values[0] ?? 0, spread: 0 },
      claim,
    }),
  );

describe("record file", () => {
  test("a new record is a key a line in fixed order, then the claim", () => {
    expect(writeRecordFile(record)).toBe(`---
id: ${record.id}
schema: 1
kind: fact
type: selector
anchors: ["element:/checkout#button[Place order]", "page:/checkout"]
status: candidate
learned_at: 2026-01-10T08:00:00.000Z
valid_from: 2026-01-10T07:59:00.000Z
evidence: {run: r1, step: "4", matched: 1, check: passed, complete: true, digest: "${record.evidence?.digest}"}
origin: local
curated_by: template
---

The button that places an order is called Place order.
`);
  });

  test("what is written reads back the same, by the scanner and by YAML alike", async () => {
    await fc.assert(
      fc.asyncProperty(anyRecord, async (any) => {
        const text = writeRecordFile(any);
        const file = await read(text);
        expect(file.record).toEqual(any);
        expect(writeRecordFile(file.record)).toBe(text);
        const front = text.slice(file.layout.open, file.layout.close);
        const { claim: _, ...keys } = any;
        expect(parseYaml(front)).toEqual(keys);
      }),
    );
  });

  test("a new record is read by the scanner, without YAML", () => {
    const text = writeRecordFile(record);
    const layout = delimit(text);
    expect("problem" in layout ? null : scanFrontMatter(text, layout).kind).toBe("entries");
  });

  test("where the scanner answers, YAML gives the same values at the same places", () => {
    const value = fc.oneof(
      anyText,
      anyText.map(writeFlow),
      fc.json({ maxDepth: 3 }),
      fc.jsonValue({ maxDepth: 3 }).map(writeFlow),
      fc.constantFrom(
        "[a, b ,c]",
        "{a: 1, b: [x]}",
        "a # note",
        '"x" # y',
        "[a, ]",
        "a-b:c",
        "1.50",
        "-0",
        "{a: b:c}",
        "x@y",
      ),
    );
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("\n", "\r\n"),
        (values, eol) => {
          const lines = values.map((text, index) => `key${index}: ${text.replace(/[\r\n]/g, " ")}`);
          const text = `---${eol}${lines.join(eol)}${eol}---${eol}`;
          const layout = delimit(text);
          if ("problem" in layout) return;
          const scanned = scanFrontMatter(text, layout);
          if (scanned.kind !== "entries") return;
          const full = yamlFrontMatter(text, layout);
          if (full.kind !== "entries") throw new Error(JSON.stringify(full));
          expect(
            scanned.entries.map(({ key, value, line, start, end }) => ({ key, value, line, start, end })),
          ).toEqual(
            full.entries.map(({ key, value, line, start, end }) => ({ key, value, line, start, end })),
          );
          for (const [index, { to }] of scanned.entries.entries()) expect(to).toBe(full.entries[index]?.to);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("no text makes the reader throw", async () => {
    const line = fc.oneof(
      anyText,
      fc.constantFrom("---", "id: x", "a:", "  b: c", "- x", "? y", "{", "[", "key: |", "  "),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.boolean(), async (lines, fenced) => {
        const text = fenced ? `---\n${lines.join("\n")}\n---\nclaim` : lines.join("\n");
        const file = await readRecordFile(path, text);
        expect(file.kind).toBe("bad");
        if (file.kind === "bad") expect(file.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

const HAND = [
  "\ufeff---",
  "# Looked at by hand.",
  "kind: 'fact'   # quoted",
  `id: "${record.id}"`,
  "owner: {team: web,  since: 2025}",
  "schema: 1",
  "type: selector",
  "anchors:",
  "  - element:/checkout#button[Place order] # the one below the sum",
  '  - "page:/checkout"',
  "status:   candidate",
  "",
  "learned_at: 2026-01-10",
  "valid_from: 2026-01-09T07:59:00+01:00",
  "origin: person",
  "curated_by: template",
  "notes: |",
  "  two",
  "  lines",
  "---",
  "",
  "The button is called *Place order*.",
  "",
].join("\r\n");

describe("editing a record file", () => {
  test("an edit that changes nothing changes no byte", async () => {
    const hand = HAND.replace("2026-01-10", "2026-01-10T00:00:00.000Z").replace(
      "2026-01-09T07:59:00+01:00",
      "2026-01-09T06:59:00.000Z",
    );
    for (const text of [hand, writeRecordFile(record)]) {
      const file = await read(text);
      expect(editRecordFile(file, file.record)).toBe(text);
    }
  });

  test("comments, quotes, key order, unknown keys and line ends stay: L-042", async () => {
    const file = await read(HAND);
    const next = { ...strict(file.record), status: "deprecated" as const };
    const edited = editRecordFile(file, next);
    expect(edited).toBe(
      HAND.replace("status:   candidate", "status:   deprecated")
        .replace("learned_at: 2026-01-10", "learned_at: 2026-01-10T00:00:00.000Z")
        .replace("valid_from: 2026-01-09T07:59:00+01:00", "valid_from: 2026-01-09T06:59:00.000Z"),
    );
    expect((await read(edited)).record).toEqual(next);
  });

  test("a new key goes behind its neighbour, a gone one takes its line along, a claim is reworded in place", async () => {
    const file = await read(HAND);
    const { type: _, ...rest } = strict(file.record);
    const next: KnowledgeRecord = {
      ...rest,
      type: "behavioral",
      anchors: ["page:/checkout"],
      held: "needs-enrichment",
      confirmed: { count: 2, last: "2026-01-12T00:00:00.000Z" },
      claim: "It is called Buy now.\n\nSince May.",
    };
    const edited = editRecordFile(file, next);
    expect(edited).toContain(
      'anchors: ["page:/checkout"]\r\nstatus:   candidate\r\nheld: needs-enrichment\r\n',
    );
    expect(edited).toContain("confirmed: {count: 2, last: 2026-01-12T00:00:00.000Z}\r\norigin: person\r\n");
    expect(edited).toMatch(/---\r\n\r\nIt is called Buy now\.\r\n\r\nSince May\.\r\n$/);
    const again = await read(edited);
    expect(again.record).toEqual(next);
    const { held: _held, confirmed: _confirmed, ...without } = next;
    expect(editRecordFile(again, without)).toBe(
      edited.replace("held: needs-enrichment\r\n", "").replace(/confirmed: .*\r\n/, ""),
    );
  });

  test("whatever changes, the rest of the bytes stays and the result reads back", async () => {
    await fc.assert(
      fc.asyncProperty(anyRecord, anyRecord, fc.boolean(), async (one, other, crlf) => {
        const canonical = writeRecordFile(one).replace("---\n", "---\n# mine\nmine: {a:   1}\n");
        const text = crlf ? canonical.replaceAll("\n", "\r\n") : canonical;
        const edited = editRecordFile(await read(text), other);
        expect((await read(edited)).record).toEqual(other);
        expect(edited).toContain("# mine");
        expect(edited).toContain("mine: {a:   1}");
        expect(crlf ? edited.replaceAll("\r\n", "") : edited).not.toContain(crlf ? "\n" : "\r");
      }),
    );
  });

  /** Times as they must be written. */
  function strict(loose: KnowledgeRecord): KnowledgeRecord {
    const utc = (time: string) => new Date(time).toISOString();
    return { ...loose, learned_at: utc(loose.learned_at), valid_from: utc(loose.valid_from) };
  }
});

describe("a file that is no record", () => {
  const sound = writeRecordFile(record);

  test.each([
    ["no opening delimiter", sound.slice(4), { line: 1, key: null }],
    ["no closing delimiter", sound.replace("\n---\n\n", "\n\n"), { line: 1, key: null }],
    ["a blank body", `${sound.slice(0, sound.indexOf("\n---\n") + 5)}\n \n`, { line: 14, key: null }],
    ["not UTF-8", sound.replace("Place order.", "Pl\ufffdce."), { line: 15, key: null }],
    ["a key twice", sound.replace("kind: fact", "kind: fact\nkind: caution"), { line: 5, key: "kind" }],
    ["a broken value", sound.replace("kind: fact", "kind: [fact"), { line: 5, key: null }],
    ["an unknown kind", sound.replace("kind: fact", "kind: rumour"), { line: 4, key: "kind" }],
    ["a missing key", sound.replace("origin: local\n", ""), { line: 1, key: "origin" }],
    [
      "a wrong date",
      sound.replace("learned_at: 2026-01-10", "learned_at: 2026-13-10"),
      { line: 8, key: "learned_at" },
    ],
    ["a newer schema", sound.replace("schema: 1", "schema: 2"), { line: 3, key: "schema" }],
    ["a nested fault", sound.replace("matched: 1", "matched: -1"), { line: 10, key: "evidence" }],
    ["no anchors", sound.replace(/anchors: .*/, "anchors: []"), { line: 6, key: "anchors" }],
  ])("%s is named by line and key", async (_, text, where) => {
    const found = await faults(text);
    expect(found[0]).toMatchObject(where);
    expect(found).toHaveLength(1);
  });

  test("an id that is not the file's name is named", async () => {
    expect(await faults(sound, path.replace(record.id, sampleId("fact", 7)))).toEqual([
      { line: 2, key: "id", problem: `the id ${record.id} is not the file's name` },
    ]);
  });

  test("a record that breaks a rule is not written, and the error says what to do", () => {
    expect(() => writeRecordFile(sampleRecord({ claim: " " }))).toThrow(
      expect.objectContaining({ code: "record_invalid", data: expect.objectContaining({ key: "claim" }) }),
    );
  });
});
