import type { TriageDecision } from "../watch/watch-events.ts";

type Word = TriageDecision["word"];

/** What holds whoever mends it. */
const ALWAYS = [
  "No test is deleted, skipped or loosened, and no check is taken out of CI.",
  "Nothing is changed that the failures are not about.",
] as const;

const OWN = {
  code: "The product's code does what the failing tests ask for; what they ask for stays as it is.",
  test: "The tests ask for what the product's code rightly does, and prove no less than before.",
  infrastructure:
    "A person has said what of the infrastructure was mended; the product is not changed to get around it.",
  unclear: "A person has said whether the code is wrong or the test; only that is changed.",
} as const satisfies Record<Exclude<Word, "flake">, string>;

/**
 * The acceptance criteria of a triage's issue, as sentences of ours: what a builder is to reach, and what the QA
 * engineer of its change goes by. `checks` and `branch` are neutral already. Pure.
 */
export function acceptanceCriteria(
  word: Exclude<Word, "flake">,
  { checks, branch }: { readonly checks: string; readonly branch: string },
): readonly string[] {
  return [`These checks pass on ${branch} again, for the right reason: ${checks}.`, OWN[word], ...ALWAYS];
}
