import type { Issue } from "../../ports/forge.ts";
import { shownText } from "../../text/shown-text.ts";
import type { Intent, IntentSentence, IntentSource } from "./intent.ts";
import { intentSections } from "./intent-sections.ts";
import { intentSentences } from "./intent-sentences.ts";

/** What an intent is read from. */
export interface IntentSources {
  /** The issues that the change closes. */
  readonly issues: readonly Pick<Issue, "number" | "body">[];
  /** Files under `docs/` that the issues name, as they stand on the base branch; null where there is none. */
  readonly docs: readonly { readonly path: string; readonly text: string | null }[];
  /** What a person added when the run began, or null. */
  readonly note: string | null;
}

/** Sentences that are kept; an intent of more is no longer read by anybody. */
const LIMIT = 400;

/**
 * The intent of a change, in sentences that can be named and quoted. Of an issue only its acceptance criteria and
 * design notes count, of a named document the same sections or, where it has none, all of it, of a note every
 * sentence. Comments count for nothing, since who may write them is not known. Pure.
 */
export function readIntent({ issues, docs, note }: IntentSources): Intent {
  const missing: string[] = [];
  const sources: IntentSource[] = [];
  if (issues.length === 0) missing.push("the change closes no issue");
  for (const { number, body } of issues) {
    const sections = intentSections(shownText(body), `issue #${number}`);
    if (sections.length === 0)
      missing.push(`issue #${number} has no acceptance criteria and no design notes`);
    sources.push(...sections);
  }
  for (const { path, text } of docs) {
    if (text === null) missing.push(`${path} is not on the base branch`);
    else {
      const sections = intentSections(shownText(text), path);
      sources.push(...(sections.length > 0 ? sections : [{ source: path, text: shownText(text) }]));
    }
  }
  if (note !== null) sources.push({ source: "note of a person", text: shownText(note) });

  const all = sources.flatMap(({ source, text }) =>
    intentSentences(text).map((sentence) => ({ source, text: sentence })),
  );
  if (all.length > LIMIT) missing.push(`${all.length - LIMIT} sentences are left out`);
  const sentences = all
    .slice(0, LIMIT)
    .map((sentence, index): IntentSentence => ({ id: `I${index + 1}`, ...sentence }));
  return { sentences, missing };
}
