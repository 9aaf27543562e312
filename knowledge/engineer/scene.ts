import type { ChangeIdentity, StepPlace } from "../change/change-events.ts";
import type { Config } from "../config/config.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Owners } from "./codeowners.ts";
import { effectKey } from "./effect-key.ts";

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

/** How texts may be told on a forge. */
export interface Telling {
  readonly mask: SecretMask;
  /** False keeps every line of a log out of what is written: the repository is public and nobody allowed it. */
  readonly quotesLogs: boolean;
}

/** Key of an effect of this round; {@link sharedKey} for what several changes may run into. */
export function sceneKey({ change, run, step, round }: Scene, ...purpose: readonly string[]): string {
  return effectKey(change.repository, change.number, run, step, round, ...purpose);
}

/** Key of an issue about a repository's failure: the same from every change that meets it. */
export function sharedKey({ change }: Scene, ...about: readonly string[]): string {
  return effectKey(change.repository, ...about);
}
