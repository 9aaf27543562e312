import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { proposingShop } from "../support/proposing-shop.ts";
import { sampleProposalFile } from "../support/sample-proposal.ts";
import { settledScreen } from "../support/settled-screen.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { SHOP } from "../support/triage/triage-world.ts";
import { emptyRepository } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

const SIZES = [
  [80, 24],
  [40, 24],
  [200, 60],
] as const;

type Shop = Awaited<ReturnType<typeof proposingShop>>;

async function openProposals(
  { clone, env }: Pick<Shop, "clone" | "env">,
  options: Partial<Parameters<typeof startRobot>[0]> = {},
) {
  const robot = startRobot({
    cwd: clone,
    ...options,
    env: { ...env, XDG_STATE_HOME: temporaryFolder(), ...options.env },
  });
  await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
  robot.press("9");
  await robot.waitFor(/Proposals {2}\d+ entr/);
  return robot;
}

test("requests and proposal files are shown at every size with their evidence, and the forge is not asked: L-038", async () => {
  const shop = await proposingShop();
  await shop.request();
  shop.github.requests.length = 0;
  for (const [columns, rows] of SIZES) {
    const robot = await openProposals(shop, { columns, rows });
    await robot.waitFor(/2 need you/);
    await robot.waitFor(/assay {2}Proposals {2}\w/);
    if (columns > 110) await robot.waitFor("PROPOSED · 1");
    const list = await robot.waitFor("2 entries");
    await expect(settledScreen(list)).toMatchFileSnapshot(`snapshots/proposals-${columns}x${rows}.txt`);
    robot.press("enter");
    await robot.waitFor("scroll");
    const detail = await robot.waitFor(/state +open/);
    await expect(settledScreen(detail)).toMatchFileSnapshot(`snapshots/request-${columns}x${rows}.txt`);
    for (const shown of [list, detail])
      for (const row of shown.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
  }
  expect(shop.github.requests).toEqual([]);
});

test("the diff shows added lines by sign and colour, scrolls to its end, and cuts no space or long line", async () => {
  const shop = await proposingShop({ claim: `The cart keeps ${"many ".repeat(30)}items.` });
  const { number } = await shop.request();
  const robot = await openProposals(shop);
  robot.press("d");
  const top = await robot.waitFor(`What merging ${SHOP}#${number} changes`);
  expect(top).toMatch(/more below/);
  expect(top).toContain(`added ${sampleProposalFile}`);
  expect(top).toContain(" +op: Supersede");
  expect(top).toMatch(/\n ↪ /);
  expect(robot.output()).toContain("\u001b[32m+op: Supersede");
  const below = Number(/(\d+) more below/.exec(top)?.[1]);
  const seen = new Set(top.split("\n"));
  for (let left = below - 1; left >= 0; left--) {
    robot.press("j");
    const shown = await robot.waitFor(left === 0 ? "changes  the end" : `${left} more below`);
    for (const row of shown.split("\n")) seen.add(row);
  }
  expect([...seen].join("\n")).toMatch(/ \+claim: "The cart keeps (?:many )+/);
  robot.press("g");
  await robot.waitFor(/against main at/);
  robot.press("esc");
  await robot.waitGone("What merging");
  robot.press("w");
  expect(await robot.waitFor(`${SHOP} at the forge`)).toMatch(/state open[\s\S]*1 commit/);
});

test("L-037 a request is merged after repository, branch and files were shown, by y alone", async () => {
  const shop = await proposingShop();
  const { number, branch } = await shop.request();
  const main = shop.repo.tip();
  const robot = await openProposals(shop, { columns: 100 });
  robot.press("a");
  const shown = await robot.waitFor(`Merge ${SHOP}#${number}`);
  expect(shown).toMatch(new RegExp(`branch +${branch} at [0-9a-f]{12}, into main`));
  expect(shown).toContain(`added  ${sampleProposalFile}`);
  robot.press("a", "enter");
  await robot.waitGone(`Merge ${SHOP}`);
  expect(shop.repo.tip()).toBe(main);
  robot.press("a");
  await robot.waitFor("yes, do it");
  robot.press("y");
  await robot.waitFor(`#${number} is merged into main as`);
  expect(shop.repo.tip()).not.toBe(main);
  expect(await robot.waitFor("OTHER REQUESTS")).toMatch(new RegExp(`✓ merged +${SHOP}#${number}`));
  robot.press("1");
  await robot.waitFor(/1 needs you/);
  expect(robot.screen()).not.toContain("open: 1 proposal request");
});

test("a request is closed with a reason, which a cancel keeps; what was closed is refused, with the way out, until it is asked for again", async () => {
  const shop = await proposingShop();
  const { number } = await shop.request();
  const robot = await openProposals(shop, { columns: 100 });
  robot.press("x");
  await robot.waitFor(`Why close the knowledge request of ${SHOP}?`);
  robot.type("the page is being rebuilt\r");
  expect(await robot.waitFor(`Close ${SHOP}#${number}`)).toMatch(/reason +the page is being rebuilt/);
  robot.press("esc");
  expect(await robot.waitFor("your text is kept in")).toContain(".assay/local/drafts/reason");
  expect(shop.pulls()[0]?.state).toBe("open");
  robot.press("x");
  await robot.waitFor("Why close");
  robot.type("the page is being rebuilt\r");
  await robot.waitFor("yes, do it");
  robot.press("y");
  await robot.waitFor(`#${number} is closed unmerged`);
  expect(shop.pulls()[0]?.state).toBe("closed");
  expect(shop.repo.state.comments.map(({ body }) => body).join()).toContain("the page is being rebuilt");
  await robot.waitFor(/× closed/);
  robot.press("G", "u");
  await robot.waitFor("[closed]");
  expect(await robot.waitFor("esc puts this away")).toMatch(/try: [\s\S]*asks for it again/);
  robot.press("esc");
  await robot.waitGone("[closed]");
  robot.press("U");
  const again = await robot.waitFor(`Ask once more for the knowledge request of ${SHOP}`);
  expect(again).toMatch(/effect +what was closed unmerged is proposed once more/);
  robot.press("y");
  await robot.waitFor("committed to its branch, opened");
  expect(shop.pulls()).toHaveLength(2);
});

test("L-043 what somebody committed since the sheet was shown is not merged, and a request with it is left alone, each with the way out", async () => {
  const shop = await proposingShop();
  const { number, branch } = await shop.request();
  const main = shop.repo.tip();
  const robot = await openProposals(shop, { columns: 100, rows: 50 });
  robot.press("a");
  await robot.waitFor("yes, do it");
  const theirs = shop.repo.pushCommit(branch, { "note.txt": "mine\n" });
  robot.press("y");
  await robot.waitFor("[request_moved]");
  expect([shop.repo.tip(), shop.repo.tip(branch)]).toEqual([main, theirs]);
  expect(shop.pulls().find((pull) => pull.number === number)?.state).toBe("open");
  robot.press("esc");
  await robot.waitGone("[request_moved]");
  robot.press("w");
  await robot.waitFor("is not Assay's: it is not brought up to date any more");
  robot.press("esc");
  await robot.waitGone("is not Assay's");
  robot.press("d");
  expect(await robot.waitFor("What merging")).toContain("+mine");
});

test("the proposals of this clone are carried out or dropped after their files were shown", async () => {
  const shop = await proposingShop();
  const file = join(shop.clone, sampleProposalFile);
  const robot = await openProposals(shop, { columns: 100, rows: 30 });
  expect(robot.screen()).toMatch(/\+ file +Supersede: The cart keeps its items/);
  robot.press("x");
  await robot.waitFor("Why drop prop_");
  robot.press("enter");
  const drop = await robot.waitFor("Drop 1 proposal");
  expect(drop).toContain(`removed   ${sampleProposalFile}`);
  robot.press("n");
  await robot.waitGone("Drop 1 proposal");
  expect(existsSync(file)).toBe(true);
  robot.press("a");
  const shown = await robot.waitFor("Carry out 1 proposal");
  expect(shown).toMatch(/active → superseded[\s\S]*branch +main, not committed yet/);
  robot.press("y");
  await robot.waitFor("1 proposal carried out");
  expect(existsSync(file)).toBe(false);
  await robot.waitFor("Nothing is proposed.");
});

test("L-037 words of others cannot act on the terminal, in rows, details or diffs", async () => {
  const shop = await proposingShop({ claim: "pwn \u009b2J \u009d52;c;aGFja2Vk\u009c \u202e end" });
  await shop.request();
  const robot = await openProposals(shop);
  robot.press("enter");
  await robot.waitFor("scroll");
  robot.press("d");
  await robot.waitFor("What merging");
  robot.press("G");
  await robot.waitFor("the end");
  expect(robot.output()).not.toMatch(/\u009b|\u009d|\u202e|\u001b\]52/);
});

test("where nothing is proposed the screen says how a request is opened", async () => {
  const robot = startRobot({ cwd: emptyRepository() });
  await robot.waitFor("Nothing waits");
  robot.press("9");
  expect(await robot.waitFor("Nothing is proposed.")).toContain("assay proposal request open");
});
