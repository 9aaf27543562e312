import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { evalsJsonSchema } from "../../../../knowledge/learn/evals/evals-json-schema.ts";
import { parseEvals } from "../../../../knowledge/learn/evals/parse-evals.ts";

const FILE = ".assay/evals/shop.yaml";
const CASE = { key: "pay", anchor: "element:/checkout#button[Pay]", right: ["It pays."] };
const parsed = (value: unknown) => parseEvals(JSON.stringify(value), FILE);
const isEvals = new Ajv2020({ strict: false }).compile(evalsJsonSchema());

test("docs/schemas holds the form as it stands", async () => {
  const file = join(import.meta.dirname, "../../../../docs/schemas/evals.schema.json");
  await expect(`${JSON.stringify(evalsJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(file);
});

test("a file gives its cases: facts of any type by default, anchors as records name them", () => {
  const text = `title: The shop
cases:
  - key: pay
    anchor: "element:https://shop.example/checkout#button[Pay]"
    right: ["  It pays. ", It stays.]
  - key: waits
    anchor: test:checkout/pays
    kind: caution
    root_cause: timeout
    right: []
`;
  expect(parseEvals(text, FILE)).toEqual({
    kind: "evals",
    cases: [
      {
        name: `${FILE}#pay`,
        anchor: "element:/checkout#button[Pay]",
        ...{ kind: "fact", type: null, cause: null, right: ["It pays.", "It stays."] },
      },
      {
        name: `${FILE}#waits`,
        anchor: "test:checkout/pays",
        ...{ kind: "caution", type: null, cause: "timeout", right: [] },
      },
    ],
  });
});

describe("what is wrong is named by line and key, with the way out", () => {
  test.each([
    ["cases", { title: "x" }],
    ["cases", { cases: [] }],
    ["version", { version: 2, cases: [CASE] }],
    ["case", { case: [CASE], cases: [CASE] }],
    ["cases[0].right", { cases: [{ ...CASE, right: undefined }] }],
    ["cases[0].key", { cases: [{ ...CASE, key: "Pay it" }] }],
    ["cases[1].key", { cases: [CASE, CASE] }],
    ["cases[0].anchor", { cases: [{ ...CASE, anchor: "the button" }] }],
    ["cases[0].type", { cases: [{ ...CASE, type: "colour" }] }],
    ["cases[0].type", { cases: [{ ...CASE, kind: "caution", type: "selector" }] }],
    ["cases[0].root_cause", { cases: [{ ...CASE, root_cause: "flaky" }] }],
  ])("%s of %j", (key, value) => {
    const answer = parsed(value);
    expect(answer).toMatchObject({ kind: "bad", problems: [{ file: FILE, line: 1, key }] });
    if (answer.kind === "bad") expect(answer.problems[0]?.fix).not.toBe("");
  });

  test("an editor takes what is good and none of what a schema can say", () => {
    expect(isEvals({ version: 1, cases: [CASE] })).toBe(true);
    for (const bad of [
      {},
      { cases: [] },
      { cases: [{ ...CASE, right: "It pays." }] },
      { cases: [CASE], x: 1 },
    ])
      expect([bad, isEvals(bad), parsed(bad).kind]).toEqual([bad, false, "bad"]);
  });
});
