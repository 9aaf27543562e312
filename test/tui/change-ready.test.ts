import { expect, test } from "vitest";
import { changeKeeper } from "../support/kept-changes.ts";
import { emptyRepository } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

test("a change that is ready for a host says so by its word, in the list and in its detail, for what", async () => {
  const folder = emptyRepository();
  const keeper = changeKeeper(folder);
  await keeper.ready(93, "Round prices");
  await keeper.inReview(91, "Name the cart");
  const robot = startRobot({ cwd: folder, columns: 100, rows: 30 });
  await robot.waitFor(/Home {2}\d+ entr|Nothing waits/);
  robot.press("6");
  const list = await robot.waitFor("2 changes");
  expect(list).toMatch(/READY +acme\/shop#93 Round prices/);
  expect(list).toMatch(/live +acme\/shop#91/);
  robot.press("enter");
  const detail = await robot.waitFor("READY at step qa, round 1");
  expect(detail).toContain("CI failed, and the QA engineer works on it");
  expect(detail).toContain("ANSWERED (decided by rule)");
});
