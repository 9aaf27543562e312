import { expect } from "vitest";
import type { ChangeList, ChangeStepped, ReadyWorked } from "../../../knowledge/index.ts";
import type { ScriptedAnswer } from "../model/model-script.ts";
import { changeWorld, type WorldOptions } from "./change-world.ts";
import { WRONG_LOG } from "./ci-logs.ts";
import { WRONG_CODE } from "./shop-files.ts";

/** A world whose changes are looked at without a checkout, and worked on where they are ready. */
export async function steppedWorld(options: WorldOptions = {}) {
  const world = await changeWorld(options);
  const read = async <Answer>(...args: readonly string[]) => {
    const { status, stdout } = await world.run(...args, "--json");
    return { status, document: JSON.parse(stdout) as Answer };
  };
  return {
    ...world,
    step: async () => (await read<ChangeStepped>("change", "step")).document,
    list: async () => (await read<ChangeList>("change", "list")).document.changes,
    workReady: () => read<ReadyWorked>("change", "work", "--ready"),
  };
}

/** A change whose CI has ended red, and that was seen so without a checkout. */
export async function readyWorld(
  answers: readonly ScriptedAnswer[] | ((index: number) => Promise<ScriptedAnswer>),
) {
  const model = typeof answers === "function" ? (_: unknown, index: number) => answers(index) : answers;
  const world = await steppedWorld({ change: WRONG_CODE, model });
  world.red(WRONG_LOG);
  await world.start("--builder", "ada");
  expect((await world.step()).ready).toMatchObject([{ number: world.number, ready: { why: "ci-failed" } }]);
  return world;
}
