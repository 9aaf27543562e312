import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { changeWorld } from "../support/change/change-world.ts";
import { changeKeeper } from "../support/kept-changes.ts";
import { assay } from "../support/run-assay.ts";
import { emptyRepository } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

/** What differs from run to run. */
const settled = (screen: string) =>
  `${screen
    .replace(/\b\d+[dhmy]\b|\bnow\b/g, (age) => "#".repeat(age.length))
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, (time) => "#".repeat(time.length))}\n`;

async function threeChanges(): Promise<string> {
  const folder = emptyRepository();
  const keeper = changeKeeper(folder);
  await keeper.stopped(88, "Charge shipping");
  await keeper.inReview(91, "Name the cart");
  await keeper.done(80, "Show the logo");
  return folder;
}

async function open(folder: string, options: Partial<Parameters<typeof startRobot>[0]> = {}) {
  const robot = startRobot({ cwd: folder, ...options });
  await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
  robot.press("6");
  await robot.waitFor("3 changes");
  return robot;
}

describe("looking", () => {
  test.each([
    [80, 24],
    [40, 24],
    [200, 60],
  ] as const)(
    "C-055 C-056 C-057 changes at %i×%i: who needs a person first, and how each round ended",
    async (columns, rows) => {
      const robot = await open(await threeChanges(), { columns, rows });
      await robot.waitFor(/1 needs you/);
      await robot.waitFor(/assay {2}\w+ {2}sh/);
      if (columns > 110) await robot.waitFor("BUILD · ROUND 3");
      const list = await robot.waitFor("3 changes");
      await expect(settled(list)).toMatchFileSnapshot(`snapshots/changes-${columns}x${rows}.txt`);
      expect(list).toMatch(/88[\s\S]*91[\s\S]*80/);
      robot.press("enter");
      await robot.waitFor("scroll");
      const top = await robot.waitFor("Sent back to its builder twice.");
      expect(top.indexOf("Sent back")).toBeLessThan(top.indexOf("BUILD · ROUND 3 · BUILDER"));
      await expect(settled(top)).toMatchFileSnapshot(`snapshots/change-${columns}x${rows}.txt`);
      for (const shown of [list, top])
        for (const row of shown.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
      // Side by side the detail has room for all of it.
      const said = columns > 110 ? top : await wholeDetail(robot);
      expect(said).toContain("QA · ROUND 3 · QA ENGINEER");
      expect(said).toContain("earlier: round 2 CODE CHANGE NEEDED (sent-back), $0.31");
      expect(said).toContain("earlier: round 1 CODE CHANGE NEEDED (sent-back), $0.42");
      expect(said).toContain("REVIEW · NOT BEGUN · QUALITY REVIEWER");
    },
  );

  test("C-058 C-059 the record of a finished step shows what it found, what it kept and its criteria", async () => {
    const robot = await open(await threeChanges(), { columns: 100, rows: 60 });
    expect(robot.screen()).toMatch(/! person +acme\/shop#88.*\$1\.35/);
    robot.press("enter");
    const shown = await robot.waitFor("QA · ROUND 3");
    const record = shown.slice(shown.indexOf("QA · ROUND 3"), shown.indexOf("REVIEW ·"));
    expect(record).toMatch(/found +unit: app bug \(of the change\)\n │ Expected: 1299\n │ Received: 999/);
    expect(record).toMatch(/verdict +CODE CHANGE NEEDED \(decided by model\)/);
    expect(record).toMatch(/says +src\/total\.js:18: the total leaves shipping out/);
    expect(record).toMatch(/kept +comment: https:\/\/github\.com\/acme\/shop\/pull\/88#issuecomment-3/);
    expect(record).toMatch(/criteria +every check of the head passes/);
    expect(record).toMatch(/cost +\$0\.62, 1 attempt/);
  });

  test("Home lists a change that waits for a person, and enter shows it", async () => {
    const robot = startRobot({ cwd: await threeChanges() });
    await robot.waitFor(/! change +#88 sent back twice, returns spent, Charge shipping/);
    robot.press("enter");
    await robot.waitFor("Sent back to its builder twice.");
  });

  test("where no change is under QA the screen says how to begin", async () => {
    const robot = startRobot({ cwd: emptyRepository() });
    await robot.waitFor("Nothing waits");
    robot.press("6");
    expect(await robot.waitFor("No change is under QA.")).toContain("assay change start");
  });

  test("L-039 neither starting nor looking nor reading again asks the forge; whose turn it is does", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(404, { "content-type": "application/json" }).end('{"message":"Not Found"}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const robot = await open(await threeChanges(), {
      columns: 200,
      rows: 50,
      env: { ASSAY_GITHUB_API: `http://127.0.0.1:${port}`, GITHUB_TOKEN: "t" },
    });
    await robot.waitFor("BUILD · ROUND 3");
    robot.press("r");
    await robot.waitFor("read again");
    robot.press("j");
    await robot.waitFor("2 of 3");
    await robot.waitFor("REVIEW · ROUND 1 · QUALITY REVIEWER · OPEN");
    expect(asked).toEqual([]);
    robot.press("w");
    await robot.waitFor(/try:|hint|error/i);
    expect(asked.length).toBeGreaterThan(0);
  });
});

describe("acting", () => {
  test("L-037 handing on shows change, branch, step and effect, and is done by y alone", async () => {
    const folder = await threeChanges();
    const status = async () =>
      JSON.parse((await assay(["change", "status", "acme/shop#91", "--json"], { cwd: folder })).stdout);
    const handed = async () => (await status()).status.steps[2].rounds[0].handedOver;
    const robot = await open(folder);
    robot.press("j");
    await robot.waitFor("2 of 3");
    robot.press("n");
    await robot.waitFor("What was done in step review of acme/shop#91?");
    robot.type("read it all\r");
    const shown = await robot.waitFor("Hand acme/shop#91 to its next step");
    expect(shown).toMatch(/branch +shipping-91 into main/);
    expect(shown).toMatch(/step +review, round 1/);
    expect(shown).toMatch(/effect +the step counts as done/);
    expect(shown).toContain("Cancel");
    robot.press("n");
    expect(await robot.waitFor("your text is kept in")).toContain(".assay/local/drafts/note");
    expect(await handed()).toBeNull();
    robot.press("n");
    await robot.waitFor("What was done in step review");
    robot.type("read it all\r");
    await robot.waitFor("yes, do it");
    robot.press("y");
    await robot.waitFor("handed over");
    expect(await handed()).toMatchObject({ by: "Tess <tess@example.org>", to: "next", note: "read it all" });
    robot.press("n");
    await robot.waitFor("it was handed over before");
    robot.press("p");
    await robot.waitFor("What is the question to a person about acme/shop#91?");
    robot.press("enter");
    expect(await robot.waitFor("Hand acme/shop#91 to a person")).toMatch(/effect +the run stops and waits/);
    robot.press("y");
    await robot.waitFor("handed over");
    expect(await handed()).toMatchObject({ to: "person", note: null });
  });

  test("what moved on since it was shown is not handed over, and the note stays as a draft", async () => {
    const folder = await threeChanges();
    const robot = await open(folder);
    robot.press("j");
    await robot.waitFor("2 of 3");
    robot.press("n");
    await robot.waitFor("What was done in step review");
    robot.type("read it all\r");
    await robot.waitFor("yes, do it");
    await changeKeeper(folder).reviewedAgain(91);
    robot.press("y");
    expect(await robot.waitFor("change_moved_on")).toContain("step review, round 2 is open by now");
    expect(await robot.waitFor("your note is kept in")).toContain(".assay/local/drafts/note");
    const { stdout } = await assay(["change", "status", "acme/shop#91", "--json"], { cwd: folder });
    expect(JSON.parse(stdout).status.steps[2].rounds[1].handedOver).toBeNull();
  });

  test("a run that has ended can only be started again, which says its number and asks the forge", async () => {
    const robot = await open(await threeChanges(), { env: { ASSAY_GITHUB_API: "http://127.0.0.1:9" } });
    robot.press("n");
    await robot.waitFor("change_run_ended");
    robot.press("esc");
    await robot.waitGone("change_run_ended");
    robot.press("s");
    await robot.waitFor("What does the next run of acme/shop#88 have to know?");
    robot.type("Shipping is charged from the first item on.\r");
    const shown = await robot.waitFor("Start another run of acme/shop#88");
    expect(shown).toMatch(/run +change-quick, run 2; its builder answers findings/);
    expect(shown).toMatch(/branch +shipping-88 into main/);
    robot.press("esc");
    await robot.waitFor("your text is kept in");
    robot.press("j");
    await robot.waitFor("2 of 3");
    robot.press("s");
    await robot.waitFor("run 1 is live already");
  });

  test("a run is started again with a note, and whose turn it is then is asked of the forge and shown", async () => {
    const world = await changeWorld();
    await world.start("--builder", "ada");
    world.green();
    await world.work();
    await world.handOver("--to", "person");
    await world.work();
    expect((await world.state()).status.phase).toBe("person");
    const robot = startRobot({ cwd: world.clone, env: world.env });
    await robot.waitFor(/! change +#\d+/);
    robot.press("s");
    await robot.waitFor("have to know?");
    robot.type("Shipping is charged from the first item on.\r");
    await robot.waitFor("yes, do it");
    robot.press("y");
    await robot.waitFor("the run has begun");
    expect(await world.state()).toMatchObject({ run: 2, hasBuilder: true, status: { phase: "running" } });
    robot.press("6");
    await robot.waitFor(/○ live +acme\/shop#/);
    robot.press("w");
    expect(await robot.waitFor("turn of: ")).toMatch(/1\. +\S/);
  });

  test("o opens the pull request in the browser that is set, with its address as one word", async () => {
    const folder = await threeChanges();
    const browser = join(folder, "browser.sh");
    writeFileSync(browser, `#!/bin/sh\nprintf '%s|' "$@" > '${folder}/opened'\n`);
    chmodSync(browser, 0o755);
    const robot = await open(folder, { env: { BROWSER: `${browser} --new` } });
    robot.press("o");
    await robot.waitFor("opened https://github.com/acme/shop/pull/88");
    expect(readFileSync(join(folder, "opened"), "utf8")).toBe("--new|https://github.com/acme/shop/pull/88|");
    robot.press("enter");
    await robot.waitFor("scroll");
    robot.press("o");
    await robot.waitFor(/pull request {2}https/);
    robot.press("down", "enter");
    await robot.waitFor("opened https://github.com/acme/shop/actions/runs/901");
  });

  test("where there is no browser the address is copied, as y does it, and shown", async () => {
    const folder = await threeChanges();
    const robot = await open(folder);
    robot.press("o");
    expect(await robot.waitFor("no browser could be opened")).toContain(
      "https://github.com/acme/shop/pull/88",
    );
    robot.press("esc");
    await robot.waitGone("no browser could be opened");
    robot.press("y");
    await robot.waitFor("OSC 52");
    const copied = robot.output().match(/\u001b\]52;c;([\w+/=]+)/g) ?? [];
    expect(copied).toHaveLength(2);
    expect(new Set(copied).size).toBe(1);
    expect(existsSync(join(folder, "opened"))).toBe(false);
  });

  test("L-037 a title from outside cannot act on the terminal", async () => {
    const folder = emptyRepository();
    await changeKeeper(folder).stopped(5, "pwn \u009b2J \u009d52;c;aGFja2Vk\u009c \u202e end");
    const robot = startRobot({ cwd: folder });
    await robot.waitFor("#5 sent back twice");
    robot.press("6");
    await robot.waitFor("1 change ");
    robot.press("enter");
    await robot.waitFor("ROUND 3");
    robot.press("esc");
    await robot.waitGone("ROUND 3");
    robot.press("s");
    await robot.waitFor("have to know?");
    robot.press("enter");
    await robot.waitFor("yes, do it");
    expect(robot.output()).not.toMatch(/\u009b|\u009d|\u202e|\u001b\]52/);
  });
});

/** Every row of the detail that is open, as it is scrolled through. */
async function wholeDetail(robot: ReturnType<typeof startRobot>): Promise<string> {
  const seen = new Set<string>();
  for (;;) {
    for (const row of robot.screen().split("\n")) if (!/more rows? below$/.test(row)) seen.add(row);
    const below = Number(/(\d+) more rows? below/.exec(robot.screen())?.[1] ?? 0);
    if (below === 0) return [...seen].join(" ").replace(/\s+/g, " ");
    robot.press("j");
    await robot.waitFor(below === 1 ? "the end" : ` ${below - 1} more row`);
  }
}
