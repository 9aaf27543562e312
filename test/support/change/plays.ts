import { RUNNER_LOST, STALE_LOG, WRONG_LOG } from "./ci-logs.ts";
import { codeWrong, MENDS } from "./engineer-answers.ts";
import type { Play } from "./killed-play.ts";
import { MENDED_CODE, WRONG_CODE } from "./shop-files.ts";

/** The test is stale: mended, committed, and CI passes on that commit. */
const MENDED_TEST: Play = {
  options: {},
  answers: MENDS,
  async begin(world) {
    world.red();
    await world.start();
  },
  goOn(world) {
    if (world.repo.checks(world.head()).length > 0) return false;
    world.green();
    return true;
  },
};

/** The code is wrong: sent back, answered by its builder, and CI passes. */
const SENT_BACK: Play = {
  options: { change: WRONG_CODE },
  answers: [codeWrong()],
  async begin(world) {
    world.red(WRONG_LOG);
    await world.start("--builder", "ada");
  },
  goOn(world) {
    if (
      world.comments().length === 0 ||
      world.repo.checks(world.head()).some(({ conclusion }) => conclusion === "success")
    )
      return false;
    world.push(MENDED_CODE);
    world.green();
    return true;
  },
};

/** Nothing of it is the change's: an issue and a note for the base branch, a person for the runner that was lost. */
const NOT_ITS_OWN: Play = {
  options: { base: { CODEOWNERS: "* @ada\n" } },
  answers: [],
  async begin(world) {
    world.red(RUNNER_LOST, "deploy");
    world.red(STALE_LOG);
    world.red(STALE_LOG, "test", world.repo.tip());
    await world.start();
  },
  goOn: () => false,
};

/** Whole histories by what they are. */
export const PLAYS: readonly (readonly [name: string, play: Play])[] = [
  ["a mended test", MENDED_TEST],
  ["a finding that goes back", SENT_BACK],
  ["failures that are not the change's", NOT_ITS_OWN],
];
