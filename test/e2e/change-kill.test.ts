import { expect, test } from "vitest";
import { changeWorld } from "../support/change/change-world.ts";
import { WRONG_LOG } from "../support/change/ci-logs.ts";
import { codeWrong } from "../support/change/engineer-answers.ts";
import { WRITES } from "../support/change/kill-moments.ts";
import { killedAt, playedOut } from "../support/change/killed-play.ts";
import { expectNothingTwice } from "../support/change/nothing-twice.ts";
import { PLAYS } from "../support/change/plays.ts";

// The slow tests kill all of them, at every request.
test.each(PLAYS.slice(0, 1))(
  "%s ends the same when the process is killed before it hears of a write or of the model, and nothing is written twice",
  async (_, play) => {
    const whole = await playedOut(play, null);
    const writes = whole.requests.flatMap(({ request }, at) => (WRITES.test(request) ? [at + 1] : []));
    expect(writes.length).toBeGreaterThan(0);
    // Of the calls of the model the first stands for those between.
    const isTold = (at: number) =>
      [at - 1, at - 2].some((index) => whole.requests[index]?.request !== "the model");
    for (const at of writes.filter(isTold)) {
      const { end, spentUSD, killed } = await playedOut(play, { at, how: "unanswered" });
      expect(killed).toBe(true);
      expect(end, `killed at ${whole.requests[at - 1]?.request}`).toBe(whole.end);
      expect(spentUSD).toBeGreaterThanOrEqual(whole.spentUSD);
    }
  },
);

test("a comment that a killed process began and did not write is written a minute later, however often it is looked for until then", async () => {
  const world = await changeWorld({ model: [codeWrong()] });
  world.red(WRONG_LOG);
  await world.start("--builder", "ada");
  await killedAt(world, /^POST .*\/comments$/);
  expect(world.comments()).toEqual([]);
  for (const _ of [1, 2]) {
    expect((await world.work()).wait?.for).toBe("forge");
    world.pass(0.55);
  }
  expect((await world.work()).wait?.for).toBe("builder");
  expect(world.comments()).toHaveLength(1);
  await expectNothingTwice(world);
});
