import fc from "fast-check";
import { expect } from "vitest";
import { VERBS } from "./model-verbs.ts";
import { check, checkHistory, newWorld, type World } from "./model-world.ts";

/** Verbs that the others need before they come to anything. */
const OFTEN: Readonly<Record<string, number>> = {
  "start a run": 3,
  "complete a run": 4,
  "attach an artifact": 2,
  "review a capture": 3,
  supersede: 2,
  declare: 2,
};

/**
 * Drives random sequences of every verb over one subject and checks after each step that the subject is what a simple
 * model says. Gives how often each verb was carried out and refused.
 */
export function checkModel({ seed, numRuns }: { readonly seed: number; readonly numRuns: number }) {
  const seen: World["seen"] = new Map();
  const commands = VERBS.flatMap((verb) => [...Array(OFTEN[verb.name] ?? 1)].map(() => verb)).map(
    ({ name, asks }) =>
      asks.map(
        (ask): fc.Command<object, World> => ({
          check: () => true,
          run(_, world) {
            ask(world);
            check(world);
          },
          toString: () => name,
        }),
      ),
  );
  fc.assert(
    fc.property(
      fc.commands(commands, { maxCommands: 100, size: "max" }),
      fc.nat({ max: 500 }),
      (steps, cut) => {
        const world = newWorld(seen);
        fc.modelRun(() => ({ model: {}, real: world }), steps);
        checkHistory(world, cut);
      },
    ),
    { seed, numRuns },
  );
  return seen;
}

/** Verbs that the ledger sees: each has to be carried out, or the sequences prove nothing of it. */
export function expectAllCarriedOut(seen: World["seen"]): void {
  const idle = [...seen].filter(([, { done }]) => done === 0).map(([name]) => name);
  expect(idle).toEqual([]);
  const beside = ["supersede by a verdict", "the gate opens"];
  const silent = ["time goes by", "the head moves"];
  expect(seen.size).toBe(VERBS.length - silent.length + beside.length);
}
