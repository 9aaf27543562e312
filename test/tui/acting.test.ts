import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { assay } from "../support/run-assay.ts";
import { emptyRepository, git, ingestRed, keepRecords, manyRecords } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

async function knowledge(count: number, columns = 80, rows = 24) {
  const folder = emptyRepository();
  const paths = keepRecords(folder, manyRecords(count));
  const robot = startRobot({ cwd: folder, columns, rows });
  robot.press("3");
  await robot.waitFor("Page 0001");
  return { folder, paths, robot };
}

describe("writing", () => {
  test("L-037 accept shows files, branch and effect, does nothing on its own key again, and writes on y", async () => {
    const { folder, paths, robot } = await knowledge(3);
    const before = readFileSync(join(folder, paths[0] ?? ""), "utf8");
    robot.press("a");
    const shown = await robot.waitFor("Accept 1 record");
    expect(shown.replace(/\s+/g, "")).toContain(paths[0]);
    expect(shown).toMatch(/branch +main, not committed yet[\s\S]*effect/);
    expect(shown).toContain("Cancel");
    robot.press("a", "enter");
    await robot.waitGone("Accept 1 record");
    expect(readFileSync(join(folder, paths[0] ?? ""), "utf8")).toBe(before);
    robot.press("a");
    await robot.waitFor("Accept 1 record");
    robot.press("y");
    await robot.waitFor("1 record accepted");
    await robot.waitFor(/● active +Page 0001/);
    expect(readFileSync(join(folder, paths[0] ?? ""), "utf8")).toContain("status: active");
  });

  test("several marked records are rejected with one reason, which a cancel keeps as a draft", async () => {
    const { folder, robot } = await knowledge(4);
    robot.press(" ", " ");
    await robot.waitFor("2 marked");
    robot.press("x");
    await robot.waitFor("Why reject 2 records?");
    robot.type("\u001b[200~both are\nout of date\u001b[201~");
    await robot.waitFor("both are out of date");
    robot.press("enter");
    await robot.waitFor("Reject 2 records");
    robot.press("esc");
    expect(await robot.waitFor("your text is kept in")).toContain(".assay/local/drafts/reason");
    robot.press("x");
    await robot.waitFor("Why reject 2 records?");
    robot.type("stale\r");
    await robot.waitFor("Reject 2 records");
    robot.press("y");
    await robot.waitFor("2 records rejected");
    await robot.waitFor("2 records  ");
    const { stdout } = await assay(["knowledge", "list", "--status", "deprecated", "--json"], {
      cwd: folder,
    });
    expect(JSON.parse(stdout).records).toHaveLength(2);
  });

  test("a run is marked after its effect was shown", async () => {
    const folder = emptyRepository();
    await ingestRed(folder);
    const robot = startRobot({ cwd: folder });
    robot.press("2");
    await robot.waitFor("1 run");
    robot.press("m");
    await robot.waitFor("not a failure");
    robot.press("enter");
    expect(await robot.waitFor("yes, do it")).toMatch(/Mark run[\s\S]*right/);
    robot.press("y");
    await robot.waitFor("marked: right");
    const { stdout } = await assay(["runs", "list", "--json"], { cwd: folder });
    expect(JSON.parse(stdout).runs[0].marks).toEqual(["right"]);
  });

  test("a commit holds what was shown, on the branch that was shown, under the message that was typed", async () => {
    const { folder, paths, robot } = await knowledge(1);
    robot.press("c");
    await robot.waitFor("First line of the message");
    robot.press("ctrl-u");
    robot.type("Keep what we know\r");
    const shown = await robot.waitFor("Commit 1 file");
    expect(shown.replace(/\s+/g, "")).toContain(`added${paths[0]}`);
    robot.press("y");
    await robot.waitFor("committed as");
    expect(git(folder, "log", "-1", "--format=%s").trim()).toBe("Keep what we know");
  });
});

describe("looking", () => {
  test("L-039 what other programs write shows up by itself, and the cursor stays on its entry", async () => {
    const { folder, robot } = await knowledge(3);
    robot.type("jj");
    await robot.waitFor("3 of 3");
    keepRecords(folder, manyRecords(5).slice(3));
    const shown = await robot.waitFor("3 of 5");
    expect(shown).toMatch(/▸ ○ candidate Page 0003/);
  });

  test("keys typed before the first frame and in one go all count, in order", async () => {
    const folder = emptyRepository();
    keepRecords(folder, manyRecords(30));
    const robot = startRobot({ cwd: folder });
    robot.type("3jjjjGkk");
    await robot.waitFor("28 of 30");
    robot.type("/0007\r");
    await robot.waitFor("1 of 1");
    robot.type("?q:doctor\r");
    await robot.waitFor(/\d checks/);
  });

  test.each([
    [120, 40],
    [44, 14],
    [81, 24],
    [79, 30],
  ])(
    "L-037 a window that becomes %i×%i is drawn anew, as if it had been so from the start",
    async (columns, rows) => {
      const { folder, robot } = await knowledge(40);
      await robot.waitFor("nothing waits");
      robot.resize(columns, rows);
      const other = startRobot({ cwd: folder, columns, rows });
      other.press("3");
      await other.waitFor("Page 0001");
      await other.waitFor("waits");
      await other.waitFor(/assay {2}\w+ {2}sh/);
      if (columns >= 110) await other.waitFor("true since");
      const fresh = await other.waitFor("Page 0001");
      await robot.waitFor(new RegExp(fresh.split("\n").slice(-1)[0]?.replace(/[/?:]/g, ".") ?? ""));
      if (columns >= 110) await robot.waitFor("true since");
      expect(await robot.waitFor("Page 0001")).toBe(fresh);
      for (const row of fresh.split("\n")) expect(displayWidth(row)).toBeLessThanOrEqual(columns);
      expect(robot.output()).not.toContain("\u001b[3J");
    },
  );

  test("L-037 text of others cannot act on the terminal", async () => {
    const folder = emptyRepository();
    await ingestRed(folder, "pwn &#x9b;2J &#x85; \u009d52;c;aGFja2Vk\u009c \u202e end");
    const robot = startRobot({ cwd: folder });
    robot.press("2");
    await robot.waitFor("1 run");
    robot.press("enter");
    const shown = await robot.waitFor("APP BUG");
    expect(shown).toContain("pwn");
    expect(robot.output()).not.toMatch(/\u009b|\u009d|\u202e|\u001b\]52/);
  });

  test("L-037 NO_COLOR leaves no colour, and states are still told apart", async () => {
    const folder = emptyRepository();
    await ingestRed(folder);
    const robot = startRobot({ cwd: folder, env: { NO_COLOR: "1" } });
    await robot.waitFor("needs you");
    expect(robot.screen()).toContain("✗ run");
    expect(robot.output()).not.toMatch(/\u001b\[[\d;]*m/);
  });

  test("copying says how, and shows the text", async () => {
    const { robot } = await knowledge(1);
    robot.press("y");
    expect(await robot.waitFor("OSC 52")).toMatch(/fact_[0-9A-Z]{26}/);
    expect(robot.output()).toContain("\u001b]52;c;");
  });

  test("L-037 for a screen reader lines are only ever added", async () => {
    const folder = emptyRepository();
    keepRecords(folder, manyRecords(2));
    const robot = startRobot({ cwd: folder, columns: 120, env: { ACCESSIBLE: "1" } });
    robot.press("3");
    await robot.waitFor("Knowledge: 2 records");
    robot.press("j");
    await robot.waitFor("candidate, Page 0002 shows its title in the header., checkout, selector");
    robot.press("a");
    await robot.waitFor("Accept 1 record?");
    expect(robot.modes().alternate).toBe(false);
    // Nothing goes up or is wiped away, but for the row that is still empty.
    const written = robot.output().replaceAll("\u001b[?2026h", "").replaceAll("\u001b[?2026l", "");
    expect(written.replaceAll("\n\u001b[2K\u001b[G", "\n")).not.toMatch(/\u001b\[\d*[AFHJKG]/);
    robot.press("enter", "q");
    expect((await robot.exit()).code).toBe(0);
  });
});
