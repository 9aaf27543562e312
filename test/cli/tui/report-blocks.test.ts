import { expect, test } from "vitest";
import { reportBlocks } from "../../../cli/tui/details/report-blocks.ts";
import { sweepReport } from "../../../knowledge/sweep/report.ts";

test("a report's titles, items, pictures and tables are told, and escaped words read as they were", () => {
  const blocks = reportBlocks(
    [
      "# CI of shop, week 2026-W48",
      "",
      "",
      "![Minutes by finding](2026-W48/minutes.svg)",
      "- See [run \\[1\\]](https://ci.example/1), @&#8203;ada &amp; a\\_b.",
      "",
      "| check | results |",
      "| --- | ---: |",
      "| a \\| b | 7 |",
    ].join("\n"),
  );
  expect(blocks).toEqual([
    { kind: "title", text: "CI of shop, week 2026-W48" },
    { kind: "gap" },
    { kind: "text", text: "picture: Minutes by finding, 2026-W48/minutes.svg", tone: "quiet" },
    { kind: "item", text: "See run [1], @ada & a_b." },
    { kind: "gap" },
    { kind: "table", head: ["check", "results"], body: [["a | b", "7"]], atRight: [false, true] },
  ]);
});

test("every line of a report of ours becomes a block, and none keeps Markdown's signs", () => {
  const [page] = sweepReport({
    product: "shop",
    timeZone: "Europe/Berlin",
    week: "2026-W48",
    findings: [],
    leftOut: 0,
    looked: [
      {
        repository: "acme/shop",
        branch: "main",
        runsBegun: 7,
        runsRead: 7,
        runsFailed: 3,
        weeksBefore: 0,
        merged: null,
        learnedRuns: 0,
        unread: ["what was merged: not known"],
        issues: [],
      },
    ],
    problems: [],
    mask: (text) => text,
  });
  const blocks = reportBlocks(page?.text ?? "");
  expect(blocks.find(({ kind }) => kind === "table")).toMatchObject({
    head: expect.arrayContaining(["repository", "branch"]),
    body: [["acme/shop", "main", "7", "7", "3", "0", "not known", "0"]],
  });
  expect(JSON.stringify(blocks)).not.toMatch(/&#8203;|\\\\_|\| ---/);
});
