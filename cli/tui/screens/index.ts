import type { Screen } from "../screen.ts";
import { budget } from "./budget.ts";
import { changes } from "./changes.ts";
import { doctor } from "./doctor.ts";
import { home } from "./home.ts";
import { knowledge } from "./knowledge.ts";
import { plans } from "./plans.ts";
import { proposals } from "./proposals.ts";
import { requirements } from "./requirements.ts";
import { runs } from "./runs.ts";
import { sweeps } from "./sweeps.ts";
import { watch } from "./watch.ts";
import { work } from "./work.ts";

/** Every screen, a line each, in the order of its keys. */
export const SCREENS = [
  home,
  runs,
  knowledge,
  doctor,
  budget,
  changes,
  watch,
  sweeps,
  proposals,
  plans,
  work,
  requirements,
] as const satisfies readonly Screen[];

export type ScreenId = (typeof SCREENS)[number]["id"];

export function screenOf(id: ScreenId): Screen {
  return SCREENS.find((screen) => screen.id === id) ?? home;
}
