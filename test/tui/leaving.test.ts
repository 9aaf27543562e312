import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/run-assay.ts";
import { emptyRepository, keepRecords, manyRecords } from "../support/tui-repository.ts";
import { type Robot, startRobot } from "../support/tui-robot.ts";

const restored = { alternate: false, cursorHidden: false, bracketedPaste: false };

async function open(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Robot> {
  const robot = startRobot({ cwd: folder, env });
  await robot.waitFor(/Nothing waits|entr(?:y|ies) /);
  expect(robot.modes()).toEqual({ alternate: true, cursorHidden: true, bracketedPaste: true });
  return robot;
}

describe("leaving", () => {
  test.each([
    ["q", (robot: Robot) => robot.press("q"), 0],
    ["ctrl-c", (robot: Robot) => robot.press("ctrl-c"), 130],
    ["SIGTERM", (robot: Robot) => robot.kill("SIGTERM"), 143],
    ["SIGHUP", (robot: Robot) => robot.kill("SIGHUP"), 129],
    ["SIGINT from outside", (robot: Robot) => robot.kill("SIGINT"), 130],
  ])("L-037 %s leaves the terminal as it was", async (_, leave, code) => {
    const robot = await open(emptyRepository());
    leave(robot);
    expect(await robot.exit()).toEqual({ code, signal: 0 });
    expect(robot.modes()).toEqual(restored);
    expect(robot.output()).not.toContain("\u001b[3J");
  });

  test("L-037 a fault while the screen is open restores the terminal, is told on it, and ends with 70", async () => {
    const folder = emptyRepository();
    const fault = join(folder, "fault.cjs");
    writeFileSync(
      fault,
      `process.stdout.on("resize", () => { if (process.stdout.columns === 77) setImmediate(() => { throw new Error("planted fault"); }); });`,
    );
    const robot = await open(folder, { NODE_OPTIONS: `--require ${fault}` });
    robot.resize(77, 24);
    expect(await robot.exit()).toEqual({ code: 70, signal: 0 });
    expect(robot.modes()).toEqual(restored);
    expect(robot.screen()).toContain("internal error: planted fault");
  });

  test("without a terminal at both ends it names the plain commands and ends with 2", async () => {
    const folder = emptyRepository();
    const piped = await assay(["tui"], { cwd: folder });
    expect(piped.status).toBe(2);
    expect(piped.stdout).toBe("");
    expect(piped.stderr).toContain("assay inbox");
    const robot = startRobot({ cwd: folder, args: ["tui"], env: { TERM: "dumb" } });
    expect((await robot.exit()).code).toBe(2);
    expect(robot.screen()).toContain("TERM is dumb");
    const bare = await assay([], { cwd: folder });
    expect(bare.status).toBe(0);
    expect(bare.stdout).toContain("USAGE");
  });

  test("CI in the environment of a real terminal does not keep it from opening", async () => {
    const robot = await open(emptyRepository(), { CI: "true" });
    robot.press("q");
    expect((await robot.exit()).code).toBe(0);
  });

  test("the next start shows what was open, on the entry that was chosen", async () => {
    const folder = emptyRepository();
    keepRecords(folder, manyRecords(40));
    const first = startRobot({ cwd: folder });
    first.press("3");
    await first.waitFor("40 records");
    first.type("jjjjj");
    await first.waitFor("6 of 40");
    first.press("q");
    await first.exit();
    const second = startRobot({ cwd: folder });
    expect(await second.waitFor("6 of 40")).toMatch(/▸.*Page 0006/);
  });
});

describe("the editor", () => {
  /** An editor that waits for the file \`go\`, so that keys can be typed while it is open. */
  function editorThat(folder: string, script: string): string {
    const path = join(folder, "editor.sh");
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  test("L-037 gets the terminal for itself, and what it saved is written after a confirmation", async () => {
    const folder = emptyRepository();
    const [path = ""] = keepRecords(folder, manyRecords(1));
    const editor = editorThat(folder, `echo editing; read answer; sed -i "s/its title/$answer/" "$1"`);
    const robot = startRobot({ cwd: folder, env: { EDITOR: editor } });
    robot.press("3");
    await robot.waitFor("Page 0001");
    robot.press("e");
    await robot.waitFor("editing");
    expect(robot.modes()).toEqual(restored);
    // Every one of these is a key of the screen; here they are the editor's.
    robot.type("a quick x\r");
    expect(await robot.waitFor("Save what you edited")).toContain("main, not committed yet");
    expect(robot.modes()).toEqual({ alternate: true, cursorHidden: true, bracketedPaste: true });
    robot.press("y");
    await robot.waitFor("a quick x");
    const { stdout } = await assay(["knowledge", "show", "fact_", "--json"], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ path, claim: "Page 0001 shows a quick x in the header." });
  });

  test("what may not be written is opened again with the reason as a comment, and is kept", async () => {
    const folder = emptyRepository();
    keepRecords(folder, manyRecords(1));
    const editor = editorThat(
      folder,
      `if grep -q "^# not saved" "$1"; then grep "^# not saved" "$1"; sed -i "s/^status: .*/status: candidate/; s/its title/a name/" "$1"; else sed -i "s/^status: .*/status: nonsense/" "$1"; fi; echo press enter; read answer`,
    );
    const robot = startRobot({ cwd: folder, env: { EDITOR: editor } });
    robot.press("3");
    await robot.waitFor("Page 0001");
    robot.press("e");
    await robot.waitFor("press enter");
    robot.press("enter");
    await robot.waitFor("Save what you edited");
    robot.press("y");
    expect(await robot.waitFor("Not saved")).toContain("go on editing");
    robot.press("enter");
    expect(await robot.waitFor("# not saved")).toContain("status");
    robot.press("enter");
    await robot.waitFor("Save what you edited");
    robot.press("y");
    await robot.waitFor("shows a name");
  });

  test("cancelling keeps the text as a draft", async () => {
    const folder = emptyRepository();
    keepRecords(folder, manyRecords(1));
    const editor = editorThat(folder, `sed -i "s/its title/another/" "$1"`);
    const robot = startRobot({ cwd: folder, env: { EDITOR: editor } });
    robot.press("3");
    await robot.waitFor("Page 0001");
    robot.press("e");
    await robot.waitFor("Save what you edited");
    robot.press("enter");
    expect(await robot.waitFor(".assay/local/drafts/")).toContain("its title");
  });
});
