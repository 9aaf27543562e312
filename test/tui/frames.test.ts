import { describe, expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { sampleId, sampleRecord } from "../support/sample-record.ts";
import { emptyRepository, ingestRed, keepRecords, manyRecords } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

const wide = sampleRecord({
  id: sampleId("fact", 900),
  status: "active",
  promotion: { path: "user-sovereign", at: "2026-01-11T08:00:00.000Z", by: "Tess" },
  anchors: ["page:/検索"],
  claim:
    "検索結果のページは 🎉 を表示する: 商品名とカテゴリー名 👩🏽‍🚀 と e\u0301cole, ending in words that need a second row.",
});

/** What differs from run to run. */
const settled = (screen: string) =>
  `${screen
    .replace(/\b\d+[dhmy]\b|\bnow\b/g, (age) => "#".repeat(age.length))
    .replace(/[0-9a-f]{28,31}\n +[0-9a-f]{1,4}$/gm, "################\n")
    .replace(/[0-9a-f]{32}/g, (id) => "#".repeat(id.length))
    .replace(/\b[0-9a-f]{7,12}\b/g, (id) => "#".repeat(id.length))
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, (time) => "#".repeat(time.length))
    .replace(/_[0-9A-Z]{26}\b/g, (id) => "#".repeat(id.length))}\n`;

const SIZES = [
  [80, 24],
  [40, 24],
  [110, 30],
  [160, 40],
  [200, 60],
] as const;

describe("screens", () => {
  test.each(SIZES)("L-038 knowledge at %i×%i: no row is wider than the screen", async (columns, rows) => {
    const folder = emptyRepository();
    keepRecords(folder, [wide, ...manyRecords(12)]);
    const robot = startRobot({ cwd: folder, columns, rows });
    await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
    robot.press("3");
    await robot.waitFor("13 records");
    await robot.waitFor(/needs? you|nothing waits/);
    await robot.waitFor(/assay {2}\w+ {2}sh/);
    if (columns >= 110) await robot.waitFor("by no run yet");
    const list = await robot.waitFor("13 records");
    for (const row of list.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
    await expect(settled(list)).toMatchFileSnapshot(`snapshots/knowledge-${columns}x${rows}.txt`);
    robot.press("enter");
    await robot.waitFor(/scroll/);
    await robot.waitFor("true since");
    const detail = await robot.waitFor("scroll");
    for (const row of detail.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
    // Every row that Ink wrote was meant to have its place: the frame's last row holds the keys.
    expect(detail.split("\n").at(-1)).toMatch(/keys$/);
  });

  test.each(SIZES)("runs at %i×%i", async (columns, rows) => {
    const folder = emptyRepository();
    await ingestRed(folder);
    const robot = startRobot({ cwd: folder, columns, rows });
    robot.press("2");
    await robot.waitFor("1 run");
    await robot.waitFor("1 needs you");
    await robot.waitFor(/assay {2}\w+ {2}sh/);
    robot.press("enter");
    await robot.waitFor("APP BUG");
    await robot.waitFor("scroll");
    await expect(settled(await robot.waitFor("scroll"))).toMatchFileSnapshot(
      `snapshots/run-${columns}x${rows}.txt`,
    );
  });

  test("an empty repository says what to run next", async () => {
    const folder = emptyRepository();
    const robot = startRobot({ cwd: folder });
    expect(await robot.waitFor("Nothing waits for you")).toContain("assay run -- npm test");
    robot.press("2");
    expect(await robot.waitFor("No run is recorded yet")).toContain("assay ingest report.xml");
    robot.press("3");
    expect(await robot.waitFor("Nothing is known yet")).toContain("assay run -- npm test");
    robot.press("4");
    expect(await robot.waitFor(/\d checks/)).toContain("git");
  });

  test("outside of a repository the way out is told and stays until it is put away", async () => {
    const folder = emptyRepository();
    const robot = startRobot({ cwd: "/", env: { HOME: folder, XDG_STATE_HOME: folder } });
    expect(await robot.waitFor("[repository_missing]")).toContain("cd into your repository");
    robot.press("4");
    expect(await robot.waitFor(/\d checks/)).toContain("[repository_missing]");
    robot.press("esc");
    await robot.waitGone("[repository_missing]");
  });
});
