import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { spender } from "../support/spend.ts";
import { emptyRepository } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

const HOUR = 60 * 60 * 1000;
const ACCOUNT = "change-shop.cart.12.1";

/** What differs from run to run. */
const settled = (screen: string) =>
  `${screen
    .replace(/\b\d+[dhmy]\b|\bnow\b/g, (age) => "#".repeat(age.length))
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, (time) => "#".repeat(time.length))
    .replace(/\b[0-9a-f]{7,12}\b/g, (id) => "#".repeat(id.length))}\n`;

/** A group that has room, and a run of two attempts, one of them above its reservation. */
async function spent(): Promise<string> {
  const folder = emptyRepository();
  mkdirSync(join(folder, ".assay"), { recursive: true });
  writeFileSync(
    join(folder, ".assay/config.yaml"),
    `workflows:
  - name: change
    steps: [{name: qa, type: agentRole, agentRole: ci-resolver}]
    budget: {group: qa, weeklyUSD: "15.00"}
model: {provider: anthropic, model: claude-opus-5}
`,
  );
  const spend = spender(folder);
  const now = Date.now();
  await spend.start(ACCOUNT, "4.00", "15.00", now - 5 * HOUR);
  const call = (attempt: number, costUSD: string, hours: number) =>
    spend.call({ account: ACCOUNT, place: { attempt }, usd: "0.50", costUSD, at: now - hours * HOUR });
  await call(1, "0.42", 4);
  await call(1, "0.31", 3);
  await call(2, "0.62", 2);
  await spend.end(ACCOUNT, now - HOUR);
  return folder;
}

test.each([
  [80, 24],
  [40, 24],
  [160, 40],
] as const)(
  "C-098 L-038 budget at %i×%i: what is left, and no row is wider than the screen",
  async (columns, rows) => {
    const folder = await spent();
    const robot = startRobot({ cwd: folder, columns, rows });
    await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
    robot.press("5");
    await robot.waitFor("3 entries");
    await robot.waitFor(/nothing waits/);
    await robot.waitFor(/assay {2}\w+ {2}sh/);
    // Whole or not at all: a sum that is cut would be another one.
    if (columns > 40) await robot.waitFor("· budget $0.73/15.00");
    else expect(robot.screen()).not.toContain("budget $");
    robot.press("G");
    await robot.waitFor(/▸ !/);
    robot.press("enter");
    await robot.waitFor(/scroll/);
    const detail = await robot.waitFor("ATTEMPT 2");
    for (const row of detail.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
    robot.press("esc");
    const list = await robot.waitFor("3 entries");
    for (const row of list.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
    await expect(settled(detail)).toMatchFileSnapshot(`snapshots/budget-run-${columns}x${rows}.txt`);
    await expect(settled(list)).toMatchFileSnapshot(`snapshots/budget-${columns}x${rows}.txt`);
  },
);

test("where nothing was spent the screen shows the money of the QA engineer's own runs, the status line none", async () => {
  const robot = startRobot({ cwd: emptyRepository() });
  await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
  robot.press("5");
  expect(await robot.waitFor("qa · $15.00 left of $15.00")).not.toContain("budget $");
});

test("where there is no cap and nothing was spent the screen says how a model and its caps are set", async () => {
  const folder = emptyRepository();
  mkdirSync(join(folder, ".assay"), { recursive: true });
  const uncapped = (name: string) =>
    `  - name: ${name}\n    steps: [{name: qa, type: agentRole, agentRole: ci-resolver}]\n`;
  writeFileSync(
    join(folder, ".assay/config.yaml"),
    `workflows:\n${uncapped("ci-triage")}${uncapped("qa-weekly-sweep")}`,
  );
  const robot = startRobot({ cwd: folder });
  await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
  robot.press("5");
  expect(await robot.waitFor("Nothing was spent on models yet.")).toContain("assay config --help");
});
