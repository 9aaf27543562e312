import { expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { LAUNCHER } from "../support/run-assay.ts";
import { settledScreen } from "../support/settled-screen.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { SHIPPING, SHOP } from "../support/triage/triage-world.ts";
import { emptyRepository } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";
import { watchedShop } from "../support/watch-world.ts";

const watched = (repositories: string) => `watch:
  organisation: acme
  products:
    - {name: shop, repositories: [${repositories}]}
    - {name: base, platform: true, repositories: [acme/platform]}
`;
const SIZES = [
  [80, 24],
  [40, 24],
  [200, 60],
] as const;

/** A shop whose default branch was green and is red by a change, of which no look knows yet. */
async function brokenShop(repositories: string = SHOP) {
  const shop = await watchedShop({ organisation: null, settings: watched(repositories) });
  shop.merge(SHIPPING);
  shop.red();
  shop.pass(10);
  return shop;
}

type Shop = Awaited<ReturnType<typeof brokenShop>>;

/** The screen of that clone, at the time of its world and with a saved view of its own. */
function screenOf(shop: Shop, options: Partial<Parameters<typeof startRobot>[0]> = {}) {
  return startRobot({
    cwd: shop.clone,
    command: [process.execPath, ...shop.node(), LAUNCHER],
    ...options,
    env: { ...shop.env, XDG_STATE_HOME: temporaryFolder(), ...options.env },
  });
}

async function openWatch(shop: Shop, options: Partial<Parameters<typeof startRobot>[0]> = {}) {
  const robot = screenOf(shop, options);
  await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
  robot.press("7");
  await robot.waitFor(/[23] repositories/);
  return robot;
}

test("C-078 what looks saw and answered is shown at every size, red branches first, and outlives the looks: L-038", async () => {
  const shop = await brokenShop(`acme/gone, ${SHOP}`);
  await shop.watch();
  shop.tip("failure");
  await shop.watch("--look");
  for (const [columns, rows] of SIZES) {
    const robot = await openWatch(shop, { columns, rows });
    await robot.waitFor(/1 needs you/);
    await robot.waitFor(/assay {2}Watch {2}\w/);
    if (columns > 110) await robot.waitFor("OUR ISSUES");
    const list = await robot.waitFor("3 repositories");
    await expect(settledScreen(list)).toMatchFileSnapshot(`snapshots/watch-${columns}x${rows}.txt`);
    expect(list).toMatch(/acme\/shop[\s\S]*acme\/gone[\s\S]*acme\/platform/);
    robot.press("enter");
    await robot.waitFor("scroll");
    const detail = await robot.waitFor(/FAILURE · OPEN/);
    await expect(settledScreen(detail)).toMatchFileSnapshot(`snapshots/watched-${columns}x${rows}.txt`);
    for (const shown of [list, detail])
      for (const row of shown.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
  }
});

test("a failure shows its checks, its answer, what a triage found, the suspect and the issue", async () => {
  const shop = await brokenShop();
  await shop.watch();
  const robot = await openWatch(shop, { columns: 200, rows: 60 });
  const shown = await robot.waitFor("OUR ISSUES");
  expect(shown).toMatch(/✗ red +acme\/shop main · test fails +shop +issue \d+/);
  expect(shown).toMatch(/checks +test/);
  expect(shown).toMatch(/answer +a triage, issue \d+ \(done/);
  expect(shown).toMatch(/found +\w+ \(by rules\)/);
  expect(shown).toMatch(/merged +change \d+/);
  expect(shown).toMatch(/suspect +change \d+/);
  expect(shown).toMatch(new RegExp(`page +${shop.github.web}/${SHOP}/issues/${shop.issue()}`));
});

test("L-039 neither opening, looking nor reading again asks the forge, and what another process sees shows up by itself", async () => {
  const shop = await brokenShop();
  shop.github.requests.length = 0;
  const robot = await openWatch(shop);
  await robot.waitFor(/✓ green +acme\/shop main/);
  robot.press("enter");
  await robot.waitFor("It was never seen to fail.");
  robot.press("esc");
  await robot.waitGone("It was never seen to fail.");
  robot.press("r");
  await robot.waitFor("read again");
  expect(shop.github.requests).toEqual([]);
  await shop.watch("--look");
  await robot.waitFor(/✗ red +acme\/shop main · test fails .*1 to answer/);
  robot.press("1");
  await robot.waitFor("open: 1 branch failure");
  robot.press("enter");
  await robot.waitFor(/answer +a triage \(due/);
});

test("L-037 looking now says which branch and what it may cost, does nothing on its own key again, and answers on y", async () => {
  const shop = await brokenShop();
  const robot = await openWatch(shop, { columns: 100 });
  const before = shop.github.requests.length;
  robot.press("u");
  const shown = await robot.waitFor("Look at acme/shop now");
  expect(shown).toMatch(/branch +main of acme\/shop, which is read and never written to/);
  expect(shown).toMatch(/may cost +nothing: no model is set/);
  expect(shown).toContain("Cancel");
  robot.press("u", "enter");
  await robot.waitGone("Look at acme/shop now");
  expect(shop.github.requests).toHaveLength(before);
  expect(shop.issues()).toEqual([]);
  robot.press("u");
  await robot.waitFor("yes, do it");
  robot.press("y");
  const told = await robot.waitFor("What a look at acme/shop came to");
  expect(told).toMatch(/failed +test/);
  expect(told).toMatch(/triage +\w+ \(by rules\)/);
  expect(shop.issues()).toHaveLength(1);
  robot.press("esc");
  await robot.waitGone("came to");
  await robot.waitFor(new RegExp(`red +acme/shop main · test fails +shop +issue ${shop.issue()}`));
  robot.press("u");
  await robot.waitFor("yes, do it");
  robot.press("y");
  await robot.waitFor("looked at acme/shop: nothing new");
  expect(shop.issues()).toHaveLength(1);
  const page = `${shop.github.web}/${SHOP}/issues/${shop.issue()}`;
  robot.press("y");
  expect(await robot.waitFor("OSC 52")).toContain(page);
  robot.press("esc");
  await robot.waitGone("OSC 52");
  robot.press("o");
  expect(await robot.waitFor("no browser could be opened")).toContain(page);
});

test("where the forge does not answer the way out is told, and stays until it is put away", async () => {
  const shop = await brokenShop();
  const robot = await openWatch(shop);
  await shop.github.close();
  robot.press("u");
  await robot.waitFor("yes, do it");
  robot.press("y");
  expect(await robot.waitFor("esc puts this away")).toMatch(/\[forge_\w+\][\s\S]*try: /);
});

test("where nobody is watched both screens say so, with what to write into the settings", async () => {
  const robot = startRobot({ cwd: emptyRepository() });
  await robot.waitFor("Nothing waits");
  for (const [key, title] of [
    ["7", "Watch  0 repositories"],
    ["8", "Sweeps  0 entries"],
  ] as const) {
    robot.press(key);
    const shown = await robot.waitFor(title);
    expect(shown).toContain("No default branch is watched.");
    expect(shown).toContain("  products: [{name: shop, repositories: [acme/shop]}]");
    expect(shown).toContain("assay watch run");
    expect(shown).not.toContain("watch_unset");
  }
});

test("L-037 for a screen reader rows, details and sheets are said as lines", async () => {
  const shop = await brokenShop();
  await shop.watch();
  const robot = screenOf(shop, { columns: 160, rows: 60, env: { ACCESSIBLE: "1" } });
  robot.press("7");
  await robot.waitFor("Watch: 2 repositories");
  await robot.waitFor(/red, acme\/shop main · test fails, shop, issue \d+/);
  robot.press("enter");
  await robot.waitFor(/suspect: change \d+/);
  robot.press("u");
  await robot.waitFor("may cost: nothing: no model is set");
  expect(robot.output()).not.toMatch(/│|──/);
});
