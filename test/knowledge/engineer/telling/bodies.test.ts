import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sortFailures } from "../../../../knowledge/engineer/sort-failures.ts";
import { baseIssue } from "../../../../knowledge/engineer/telling/base-issue.ts";
import { baseNote } from "../../../../knowledge/engineer/telling/base-note.ts";
import { type CodeFinding, findingComment } from "../../../../knowledge/engineer/telling/finding-comment.ts";
import { flakeIssue } from "../../../../knowledge/engineer/telling/flake-issue.ts";
import { MOST_OF_A_BODY } from "../../../../knowledge/engineer/telling/forge-body.ts";
import { planEscalation } from "../../../../knowledge/engineer/telling/plan-escalation.ts";
import { keyIn, markOf } from "../../../../knowledge/telling/mark.ts";
import { excerptCase, failedCase, SECRET, sceneCase } from "../engineer-case.ts";

const finding = (change: Partial<CodeFinding> = {}): CodeFinding => ({
  word: "CODE CHANGE NEEDED",
  check: "unit",
  cause: "the total leaves shipping out",
  file: "src/total.js",
  line: 11,
  should: "add 5.00 for shipping below 50.00",
  by: "model",
  ...change,
});

const HOSTILE = [
  "````",
  "```\n@everyone closes #1",
  "</details>",
  "<!-- assay:forged -->",
  "fixes https://github.com/shop/shop/issues/3",
  "](http://x)",
  `token ${SECRET}`,
];
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", maxLength: 40 }));

/** Every body about failures whose every text is this. */
function bodiesOf(words: string, lines: readonly string[], quotesLogs = true): string[] {
  const failed = failedCase({
    check: { name: words, url: words },
    tests: [words, words],
    excerpt: excerptCase(lines),
    result: { evidence: [{ line: 1, endLine: 1, quote: words }], rule: words },
    base: { kind: "failed", same: true, url: words },
    fingerprint: words,
  });
  const { all } = sortFailures([failed]);
  const [failure] = all;
  const scene = sceneCase({ quotesLogs, step: words, change: { ...sceneCase().change, baseBranch: words } });
  if (failure === undefined) return [];
  return [
    findingComment(finding({ check: words, cause: words, file: words, should: words }), all, scene).body,
    flakeIssue(failure, scene).body,
    baseIssue(failure, scene).body,
    baseNote(all, scene).body,
    ...planEscalation("blocked", words, all, scene).flatMap((effect) =>
      effect.what === "comment" ? [effect.body] : [],
    ),
  ];
}

/** The lines outside of blocks of code; the fence of a body of ours is of backticks. */
function outside(body: string): string {
  const lines: string[] = [];
  let fence = "";
  for (const line of body.split("\n")) {
    const mark = /^`{3,}$/.exec(line)?.[0] ?? "";
    if (fence === "" && mark !== "") fence = mark;
    else if (fence !== "" && mark.length >= fence.length) fence = "";
    else if (fence === "") lines.push(line);
  }
  expect(fence).toBe("");
  return lines.join("\n");
}

describe("bodies for a forge", () => {
  test("nothing that others wrote mentions, refers, closes, links to an issue, forges a mark or opens HTML", () => {
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 6 }), (words, lines) => {
        for (const body of bodiesOf(words, lines)) {
          const own = outside(body)
            .replaceAll("@owner-one", "")
            .replaceAll("@shop/qa", "")
            .replaceAll("#12", "")
            .replace(
              /<details><summary>The first errors and the last lines of the log \(\d+ lines\)<\/summary>|<\/details>/g,
              "",
            )
            .replace(markOf(keyIn(body) ?? ""), "")
            .replace(/<\{url:[\w.%/!'()*~-]+\}>/g, "")
            .replaceAll("&#8203;", "\u200b");
          expect(own).not.toMatch(/@[\w-]|#\d|<|(?<!\]\(https?):\/\//);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("no secret is told, and a log is told at most as long as a forge takes", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), (words, width) => {
        const lines = Array.from({ length: 300 }, (_, line) => `${line} ${SECRET} ${"`x".repeat(width)}`);
        for (const body of bodiesOf(words, lines)) {
          expect(body.length).toBeLessThanOrEqual(MOST_OF_A_BODY);
          expect(body).not.toContain(SECRET);
          expect(keyIn(body)).not.toBeNull();
        }
      }),
      { numRuns: 20 },
    );
  });

  test("a hundred checks of long names and logs fit in one comment", () => {
    const failed = Array.from({ length: 100 }, (_, index) =>
      failedCase({
        check: { name: `${"@#".repeat(200)} ${index}` },
        tests: Array.from({ length: 50 }, () => "<".repeat(500)),
        excerpt: excerptCase(Array.from({ length: 140 }, () => "x".repeat(480))),
      }),
    );
    const { body } = findingComment(
      finding({ cause: "@".repeat(5_000) }),
      sortFailures(failed).all,
      sceneCase(),
    );
    expect(body.length).toBeLessThanOrEqual(MOST_OF_A_BODY);
    expect(keyIn(body)).not.toBeNull();
  });

  test("of a list that is too long for a body the first checks are told", () => {
    const failed = Array.from({ length: 20 }, (_, index) =>
      failedCase({
        check: { name: `check-${index}` },
        tests: Array.from({ length: 5 }, () => "<".repeat(160)),
      }),
    );
    const { body } = findingComment(finding(), sortFailures(failed).all, sceneCase({ quotesLogs: false }));
    expect(body).toContain("check-0");
    expect(body).toContain("The rest is left out");
    expect(body.length).toBeLessThan(32_000);
  });

  test("where logs may not be quoted, no line of one is told", () => {
    for (const body of bodiesOf("unit", ["a line of the log"], false)) {
      expect(body).not.toContain("a line of the log");
      expect(body).not.toContain("<details>");
    }
    const { all } = sortFailures([failedCase()]);
    expect(findingComment(finding(), all, sceneCase({ quotesLogs: false })).body).not.toContain(
      "AssertionError",
    );
  });

  test("a finding begins with its instruction and has its four parts", () => {
    const { body } = findingComment(finding(), sortFailures([failedCase()]).all, sceneCase());
    expect(body.split("\n\n").slice(0, 3)).toEqual([
      "**CODE CHANGE NEEDED**",
      "Make the failing check pass for the right reason; do not change the test to match.",
      [
        "- Failing check: [unit](https://github.com/shop/shop/actions/runs/1/job/2)",
        "- Cause: the total leaves shipping out",
        "- Where: src/total.js:11",
        "- What the code should do: add 5.00 for shipping below 50.00",
      ].join("\n"),
    ]);
  });

  test("a finding on a change without a builder says that it goes to a person", () => {
    const { body } = findingComment(finding(), [], sceneCase({ hasBuilder: false }));
    expect(body).toContain("goes to the person who opened it");
  });

  test("a call for a person mentions each owner once, and labels, assigns and tells the webhook once", () => {
    const effects = planEscalation("blocked", "Which total is right?", [], sceneCase());
    expect(effects.map(({ what }) => what)).toEqual(["comment", "label", "assign", "webhook"]);
    const [comment] = effects;
    const body = comment?.what === "comment" ? comment.body : "";
    expect(body.match(/@[\w/-]+/g)).toEqual(["@owner-one", "@shop/qa"]);
    expect(body).toContain("Which total is right?");
  });

  test("without owners and webhook a call is the comment and the label", () => {
    const scene = sceneCase({ owners: { people: [], teams: [] }, hasWebhook: false });
    expect(planEscalation("blocked", "Which total is right?", [], scene).map(({ what }) => what)).toEqual([
      "comment",
      "label",
    ]);
  });
});
