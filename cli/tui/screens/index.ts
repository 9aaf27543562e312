import type { Screen } from "../screen.ts";
import { budget } from "./budget.ts";
import { changes } from "./changes.ts";
import { doctor } from "./doctor.ts";
import { home } from "./home.ts";
import { knowledge } from "./knowledge.ts";
import { runs } from "./runs.ts";

/** Every screen, a line each, in the order of its keys. */
export const SCREENS = [home, runs, knowledge, doctor, budget, changes] as const satisfies readonly Screen[];

export type ScreenId = (typeof SCREENS)[number]["id"];

export function screenOf(id: ScreenId): Screen {
  return SCREENS.find((screen) => screen.id === id) ?? home;
}
