import { RUNNER_LOST, WRONG_LOG } from "../change/ci-logs.ts";
import type { TriagePlay } from "./killed-triage.ts";
import { decides, SHIPPING } from "./triage-world.ts";

/** A model finds that the code is wrong. */
const CODE: TriagePlay = {
  options: {},
  answer: decides({ word: "code", suspect: "1", line: "L1" }),
  async begin(world) {
    world.merge(SHIPPING);
    world.red();
    await world.raise();
  },
};

/** A person is needed: the runner was lost. */
const INFRASTRUCTURE: TriagePlay = {
  options: { files: { CODEOWNERS: "* @ada\n" } },
  answer: null,
  async begin(world) {
    world.red(RUNNER_LOST);
    await world.raise();
  },
};

/** The job has passed at the same commit. */
const FLAKE: TriagePlay = {
  options: {},
  answer: null,
  async begin(world) {
    const workflow = { path: ".github/workflows/ci.yml" };
    const tip = world.repo.tip();
    world.repo.check(tip, { name: "test", conclusion: "success", workflow });
    const again = { ...workflow, attempt: 2 };
    world.repo.check(tip, { name: "test", conclusion: "failure", log: WRONG_LOG, workflow: again });
    await world.raise({ lastGreen: null });
  },
};

/** Whole triages by what they find. */
export const TRIAGE_PLAYS: readonly (readonly [name: string, play: TriagePlay])[] = [
  ["wrong code", CODE],
  ["a lost runner", INFRASTRUCTURE],
  ["a flake", FLAKE],
];
