import type { Github } from "../support/github/github.ts";
import type { Agenda } from "./agenda.ts";
import type { Random } from "./random.ts";
import type { Troubles } from "./trouble.ts";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What all parts of a simulated world share. */
export interface Scene {
  readonly github: Github;
  readonly agenda: Agenda;
  readonly random: Random;
  readonly troubles: Troubles;
  /** Times at which trouble ends: from then on all is quiet, so that what is left is finished. */
  readonly quietFrom: number;
  now(): number;
  /** Has something happen so many milliseconds from now. */
  after(milliseconds: number, happens: () => void): void;
  /** Whether runners of an organisation fail for reasons of their own. */
  runnersFail(organisation: string): boolean;
}

/** Whether trouble may still begin. */
export function isLively(scene: Scene): boolean {
  return scene.now() < scene.quietFrom;
}
