import { describe, expect, test } from "vitest";
import { commitMessage } from "../../../knowledge/acts/commit-message.ts";
import type { KnowledgeRecord } from "../../../knowledge/record/record.ts";
import { writeRecordFile } from "../../../knowledge/record/record-file.ts";
import { sampleId, samplePath, sampleRecord } from "../../support/sample-record.ts";

const texts = (records: readonly KnowledgeRecord[]) =>
  records.map((record) => ({ path: samplePath(record), text: writeRecordFile(record) }));
const filesOf = (records: readonly KnowledgeRecord[], change: "added" | "modified" = "added") =>
  records.map((record) => ({ path: `.assay/knowledge/${samplePath(record)}`, change }));
const numbered = (n: number, claim = `Claim ${n}.`) => sampleRecord({ id: sampleId("fact", n), claim });
const active = {
  status: "active",
  promotion: { path: "user-sovereign", at: "2026-02-01T00:00:00.000Z", by: "Ada" },
} as const;

describe("the message of a commit", () => {
  test("counts what became of the records, in words, and names each", async () => {
    const before = [numbered(1), numbered(2), sampleRecord({ id: sampleId("fact", 3), ...active })];
    const question = sampleRecord({
      id: sampleId("unknown", 4),
      kind: "unknown",
      type: undefined,
      status: "open",
      claim: "Does it hold?",
    });
    const now = [
      { ...before[0]!, ...active },
      { ...before[1]!, claim: "In other words." },
      sampleRecord({ id: sampleId("fact", 3), status: "deprecated" }),
      question,
      numbered(5),
    ];
    const message = await commitMessage(
      [...filesOf(now), { path: ".assay/proposals/prop_1.yaml", change: "removed" }],
      texts(before),
      texts(now),
    );
    expect(message.split("\n")).toEqual([
      "Learn 1 fact and 1 open question, promote 1, retire 1, and more",
      "",
      `- promote ${sampleId("fact", 1)}: Claim 1.`,
      `- reword ${sampleId("fact", 2)}: In other words.`,
      `- retire ${sampleId("fact", 3)}: ${now[2]!.claim}`,
      `- learn ${question.id}: Does it hold?`,
      `- learn ${sampleId("fact", 5)}: Claim 5.`,
    ]);
  });

  test("one with no record says what there is", async () => {
    const files = [
      { path: ".assay/proposals/prop_1.yaml", change: "added" },
      { path: ".assay/plans/checkout.yaml", change: "added" },
    ] as const;
    expect(await commitMessage(files, [], [])).toBe("Propose 1 change, keep 1 plan");
    expect(await commitMessage([{ path: ".assay/knowledge/README.md", change: "added" }], [], [])).toBe(
      "Update what Assay keeps",
    );
  });

  test("a claim is one line that cannot act, a first line is short, and of many records the rest is counted", async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      numbered(at + 1, `\u202e${"long ".repeat(40)}\nSigned-off-by: nobody ${at}`),
    );
    const lines = (await commitMessage(filesOf(many), [], texts(many))).split("\n");
    expect(lines[0]).toBe("Learn 60 facts");
    expect(lines).toHaveLength(2 + 50 + 1);
    expect(lines.at(-1)).toBe("- and 10 more");
    for (const line of lines) expect(line).not.toMatch(/[\u202e]|^Signed-off-by/);
  });
});
