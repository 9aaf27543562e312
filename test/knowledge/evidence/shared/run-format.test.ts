import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  RunDocument,
  RunEvent,
  RunHeader,
  runJsonSchema,
} from "../../../../knowledge/evidence/shared/run-format.ts";
import { readReportBytes } from "../../../support/read-report-bytes.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");

test("docs/run.schema.json is the schema of the run format as it stands", async () => {
  await expect(`${JSON.stringify(runJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    join(root, "docs", "run.schema.json"),
  );
});

test("every known line of the samples fits the schema", () => {
  const text = readFileSync(join(root, "test/fixtures/reports/assay-run/steps.ndjson"), "utf8");
  const [header, ...events] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(RunHeader.safeParse(header).success).toBe(true);
  const known = events.filter(({ type }) => type !== "shop.noted");
  expect(known.map((event) => RunEvent.safeParse(event).success)).toEqual(known.map(() => true));
  expect(RunDocument.safeParse({ ...header, events: known }).success).toBe(true);
});

test("the lines of a run and the one-document form of it tell the same", async () => {
  const text = readFileSync(join(root, "test/fixtures/reports/assay-run/steps.ndjson"), "utf8");
  const [header, ...events] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  const lines = await readReportBytes("run.ndjson", text);
  for (const indent of [0, 2]) {
    const document = await readReportBytes(
      "run.json",
      JSON.stringify({ ...header, events }, null, indent),
      50,
    );
    expect(document?.digest.totals).toEqual(lines?.digest.totals);
    expect(
      document?.tests.map(({ name, steps }) => [name, steps?.map(({ line: _line, ...step }) => step)]),
    ).toEqual(lines?.tests.map(({ name, steps }) => [name, steps?.map(({ line: _line, ...step }) => step)]));
  }
});

test("the header's words about the run are in the digest, of both forms, and nothing where it has none", async () => {
  const said = {
    recorder: "assay/playwright",
    startedAt: 1_700_000_000_000,
    commit: "0a1b2c3",
    branch: "main",
    part: { index: 1, of: 2 },
  };
  const header = { assay: "run", v: 1, ...said, runner: "playwright 1.65.1" };
  const events = [
    { type: "test.started", test: "1", name: "pays" },
    {
      type: "step.finished",
      test: "1",
      action: "click",
      locator: "getByRole('button')",
      element: "button[Pay]",
      matched: 1,
    },
    { type: "test.finished", test: "1", outcome: "passed" },
    { type: "run.finished", tests: 1 },
  ];
  const lines = [header, ...events].map((line) => JSON.stringify(line)).join("\n");
  const asLines = await readReportBytes("run.ndjson", lines);
  const asDocument = await readReportBytes("run.json", JSON.stringify({ events, ...header }), 50);
  expect(asLines?.digest.run).toEqual(said);
  expect(asDocument?.digest.run).toEqual(said);
  expect(asLines?.tests[0]?.steps?.[0]?.element).toBe("button[Pay]");

  const odd = JSON.stringify({
    assay: "run",
    v: 1,
    startedAt: "now",
    commit: 7,
    part: { index: 0 },
    events: [],
  });
  expect((await readReportBytes("run.json", odd))?.digest.run).toBeUndefined();
});

test("a step keeps what learning needs: action, locator, matches, addresses, values, check, report", async () => {
  const text = readFileSync(join(root, "test/fixtures/reports/assay-run/steps.ndjson"), "utf8");
  const pays = (await readReportBytes("run.ndjson", text))?.tests.find(({ name }) => name === "pays");
  expect(pays?.attempts?.map(({ outcome, steps }) => [outcome, steps?.length])).toEqual([
    ["failed", 2],
    ["passed", 1],
  ]);
  expect(pays?.attempts?.[0]?.steps?.[0]).toEqual({
    action: "click",
    locator: "getByRole('button', { name: 'Place order' })",
    matched: 1,
    urlBefore: "/checkout",
    urlAfter: "/orders/:param",
    durationMs: 40,
    line: 3,
  });
  expect(pays?.attempts?.[0]?.failure?.message).toBe(
    "expect.toHaveText getByRole('status'): expected Paid, got Declined",
  );
});
