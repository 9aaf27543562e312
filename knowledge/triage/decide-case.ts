import { plainLine } from "../text/plain-line.ts";
import type { ModelChoice } from "./ask-model.ts";
import type { Judged } from "./judge-by-rules.ts";
import type { NamedLine } from "./triage-question.ts";

/** What a triage comes to, before it is told. */
export interface Ruling extends Omit<Judged, "open"> {
  /** The line that decided a model, or null. */
  readonly line: NamedLine | null;
}

/** What rules decided, or what a model chose where they left it open and it chose. Pure. */
export function decideCase({ open, ...judged }: Judged, choice: ModelChoice | null): Ruling {
  if (!open || choice === null) return { ...judged, line: null };
  if (choice.kind === "none")
    return { ...judged, why: `${judged.why}; a model could not help: ${plainLine(choice.why)}`, line: null };
  const { word, suspect, line } = choice;
  return { ...judged, word, by: "model", why: WHY[word], suspect, line };
}

const WHY = {
  code: "a model read the failures and the changes that came in, and chose: the code is wrong",
  test: "a model read the failures and the changes that came in, and chose: a test is wrong",
  infrastructure: "a model read the failures and the changes that came in, and chose: infrastructure failed",
  unclear: "a model read the failures and the changes that came in, and they do not settle it",
} as const;
