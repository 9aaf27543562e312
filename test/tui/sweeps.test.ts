import { expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { settledScreen } from "../support/settled-screen.ts";
import { layRuns, SHOP, type SweepWorld, sweepWorld } from "../support/sweep/sweep-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startRobot } from "../support/tui-robot.ts";

/** Monday, seven o'clock in Berlin: the week before it is the 48th. */
const NOW = "2026-11-30T06:00:00Z";
const MONDAY = "2026-11-23T08:00:00Z";
const PRODUCTS = `[{name: shop, repositories: [${SHOP}]}, {name: till, repositories: [acme/till]}, {name: base, repositories: [acme/base], platform: true}]`;

/** A shop whose job `unit` failed and passed when it was run again, at three of seven commits. */
async function flakyShop(settings = ""): Promise<SweepWorld> {
  const world = await sweepWorld({ now: NOW, products: PRODUCTS, settings });
  layRuns(world, world.repo, MONDAY, [
    ...Array.from({ length: 4 }, () => ({})),
    ...Array.from({ length: 3 }, () => ({ seconds: 600, attempts: ["failure", "success"] })),
  ]);
  return world;
}

async function openSweeps(world: SweepWorld, options: Partial<Parameters<typeof startRobot>[0]> = {}) {
  const robot = startRobot({
    cwd: world.clone,
    ...options,
    env: { ...world.env(), XDG_STATE_HOME: temporaryFolder() },
  });
  await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
  robot.press("8");
  await robot.waitFor("3 entries");
  return robot;
}

test("C-086 L-038 a week shows its findings with why they are ranked so, and the tables of its report, at every size", async () => {
  const world = await flakyShop();
  await world.run("sweep", "run", "shop");
  world.github.requests.length = 0;
  for (const [columns, rows] of [
    [80, 24],
    [40, 24],
    [200, 60],
  ] as const) {
    const robot = await openSweeps(world, { columns, rows });
    await robot.waitFor(/1 needs you/);
    await robot.waitFor(/assay {2}Sweeps {2}\w/);
    if (columns > 110) await robot.waitFor("REPORT");
    const list = await robot.waitFor("3 entries");
    await expect(settledScreen(list)).toMatchFileSnapshot(`snapshots/sweeps-${columns}x${rows}.txt`);
    robot.press("enter");
    await robot.waitFor("scroll");
    const top = await robot.waitFor(/1\. Job unit \(ci\.yml\)/);
    robot.press("G");
    const end = await robot.waitFor(columns > 110 ? "REPORT" : "the end");
    await expect(settledScreen(end)).toMatchFileSnapshot(`snapshots/sweep-${columns}x${rows}.txt`);
    for (const shown of [list, top, end])
      for (const row of shown.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
  }
  expect(world.github.requests).toEqual([]);
});

test("C-080 C-093 sweeping a week says what it may cost, does nothing unless confirmed, and is done once", async () => {
  const world = await flakyShop();
  const robot = await openSweeps(world, { columns: 100 });
  expect(robot.screen()).toMatch(/· off +the platform's own: never swept/);
  robot.press("u");
  const shown = await robot.waitFor("Sweep the newest week of shop");
  expect(shown).toMatch(/may cost +\$3\.00 are set aside .*\s+\$15\.00 of \$15\.00 are left to qa of acme/);
  expect(shown).toMatch(/effect +a week is swept once: at most one issue/);
  robot.press("enter");
  await robot.waitGone("Sweep the newest week");
  expect(world.writes()).toEqual([]);
  robot.press("u");
  await robot.waitFor("yes, do it");
  robot.press("y");
  const told = await robot.waitFor("The sweep of shop 2026-W48");
  expect(told).toMatch(/found +1 finding/);
  expect(told).toMatch(/report +committed to its branch, opened/);
  expect(world.issues()).toHaveLength(1);
  robot.press("esc");
  await robot.waitGone("The sweep of");
  await robot.waitFor(/✓ swept +2026-W48 · 1 finding .*issue 1/);
  robot.press("u");
  await robot.waitFor("yes, do it");
  robot.press("y");
  await robot.waitFor("shop 2026-W48 was swept before");
  expect(world.issues()).toHaveLength(1);
});

test("C-091 where the workflow is turned off nothing is swept, and the screen says so", async () => {
  const world = await flakyShop(
    "workflows:\n  - name: qa-weekly-sweep\n    enabled: false\n    steps: [{name: sweep, type: agentRole, agentRole: ci-resolver}]\n",
  );
  const robot = await openSweeps(world);
  expect(robot.screen()).toMatch(/· off +its workflow is turned off/);
  robot.press("u");
  await robot.waitFor("the workflow of sweeps is turned off in the settings");
  expect(world.github.requests).toEqual([]);
});
