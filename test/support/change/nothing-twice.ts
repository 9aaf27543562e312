import { expect } from "vitest";
import type { ChangeView } from "../../../knowledge/index.ts";
import type { World } from "./change-world.ts";

/** USD of a call of the scripted model, by its usual usage and the price of the settings. */
export const CALL_USD = 0.002;

/** All that was written on the forge because of a change. */
export async function written(world: World) {
  return {
    comments: world.comments(),
    labels: world.labels(),
    assignees: world.assignees(),
    issues: world.issues().map(({ title, body, labels, state }) => ({ title, body, labels, state })),
    commits: await world.commits(),
  };
}

/**
 * That a history is at rest: looked at once more it stays as it is, nobody is asked again, every mark stands once, and
 * what was spent is what the model was asked for.
 */
export async function expectNothingTwice(world: World): Promise<void> {
  const before = await written(world);
  const asked = world.model?.requests.length ?? 0;
  const { status } = (await world.work()).view;
  expect(await written(world)).toEqual(before);
  expect(world.model?.requests.length ?? 0).toBe(asked);
  const marks = [...before.comments, ...before.issues.map(({ body }) => body ?? "")].flatMap(
    (text) => text.match(/<!-- assay:\S+ -->/g) ?? [],
  );
  expect(new Set(marks).size).toBe(marks.length);
  expect(Number(status.costUSD)).toBeCloseTo(asked * CALL_USD, 6);
  const rounds = status.steps.flatMap((step) => step.rounds);
  const sum = rounds.reduce((all, { spentUSD }) => all + Number(spentUSD), 0);
  expect(sum).toBeCloseTo(Number(status.costUSD), 6);
}

/** The last round of a step. */
export function lastRound({ status }: ChangeView, step = "qa") {
  return status.steps.find(({ name }) => name === step)?.rounds.at(-1);
}
