/**
 * Something to be written outside, decided before it is done: stands in the event that decided it, and is carried out
 * once for its key. Texts are artifacts, by digest. In a comment, `<{url:KEY}>` stands for the address that an earlier
 * effect of that key gave.
 */
export type PlannedEffect =
  | { readonly key: string; readonly what: "comment"; readonly on: number; readonly body: string }
  | {
      readonly key: string;
      readonly what: "issue";
      readonly title: string;
      readonly body: string;
      readonly labels: readonly string[];
    }
  | {
      readonly key: string;
      readonly what: "commit";
      readonly edits: string;
      readonly message: string;
      readonly parent: string;
    }
  | { readonly key: string; readonly what: "label"; readonly on: number; readonly labels: readonly string[] }
  | { readonly key: string; readonly what: "assign"; readonly on: number; readonly people: readonly string[] }
  /** A caution is queued for learning: the evidence of a run whose tests went both ways. */
  | { readonly key: string; readonly what: "caution"; readonly evidence: string }
  | { readonly key: string; readonly what: "webhook"; readonly body: string };

/**
 * An effect as it was decided, before it stands in an event: its texts are in it as they are, a body ends in the mark of
 * its key, and a caution's evidence is the JSON of its job and failures, a webhook's body that of what is told.
 */
export type DecidedEffect = Exclude<PlannedEffect, { readonly what: "commit" }>;

export type EffectKind = PlannedEffect["what"];

/** What became of an effect. */
export interface DoneEffect {
  readonly at: string;
  /** Address of what was written, the commit's hash, or null. */
  readonly url: string | null;
  readonly outcome: EffectOutcome;
  /** Why it was refused, else null. */
  readonly why: string | null;
}

/** `moved`: the branch stood elsewhere, and the commit was not made. `refused`: it is not taken, and will not be. */
export type EffectOutcome = "done" | "moved" | "refused";
