/**
 * What a change is meant to do, as people wrote it before: acceptance criteria and design notes of the issues that
 * it closes, the files under `docs/` that those name, and a note that a person added. The change's own title, body,
 * commits and code are no part of it: a change cannot allow itself anything.
 */
export interface Intent {
  readonly sentences: readonly IntentSentence[];
  /** Sources that were asked for and hold nothing to go by, in words. */
  readonly missing: readonly string[];
}

/** One sentence, item of a list or line of a table. */
export interface IntentSentence {
  /** `I1`, `I2`, … in order. */
  readonly id: string;
  /** Where it stands, e.g. `issue #12, Acceptance criteria`. */
  readonly source: string;
  /** As it stands there, white space collapsed, without the list's marker. */
  readonly text: string;
}

/** A text of the intent's with the place it came from. */
export interface IntentSource {
  readonly source: string;
  readonly text: string;
}
