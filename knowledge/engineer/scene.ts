import type { ChangeIdentity, StepPlace } from "../change/change-events.ts";
import type { Config } from "../config/config.ts";
import { effectKey } from "../telling/mark.ts";
import type { Telling } from "../telling/telling.ts";
import type { Owners } from "./codeowners.ts";

/** Where the QA engineer stands and how it may speak: what its decisions need beside the failures. */
export interface Scene extends StepPlace, Telling {
  readonly change: ChangeIdentity;
  /** Whether a builder's step takes a finding; else it goes to the person who opened the change. */
  readonly hasBuilder: boolean;
  readonly labels: Config["labels"];
  /** Whom to ask for the paths of the change. */
  readonly owners: Owners;
  /** Whether a webhook is told where a person is needed. */
  readonly hasWebhook: boolean;
}

/** Key of an effect of this round; {@link sharedKey} for what several changes may run into. */
export function sceneKey({ change, run, step, round }: Scene, ...purpose: readonly string[]): string {
  return effectKey(change.repository, change.number, run, step, round, ...purpose);
}

/** Key of an issue about a repository's failure: the same from every change that meets it. */
export function sharedKey({ change }: Scene, ...about: readonly string[]): string {
  return effectKey(change.repository, ...about);
}
