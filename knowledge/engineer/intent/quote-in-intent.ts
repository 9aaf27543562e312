import type { Intent, IntentSentence } from "./intent.ts";

/** Words that a quote has at least, where it is not a whole line of code or a table. */
const FEWEST_WORDS = 3;

/**
 * The sentences of the intent that a quote is, or null. The quote has to be whole sentences, verbatim up to white
 * space and the full stop at the end: a part of one can say the opposite of it. Several have to follow on each other in
 * one source.
 */
export function quoteInIntent({ sentences }: Intent, quote: string): readonly IntentSentence[] | null {
  const wanted = plain(quote);
  if ((wanted.match(/[\p{L}\p{N}]+/gu) ?? []).length < FEWEST_WORDS) return null;
  for (let from = 0; from < sentences.length; from += 1) {
    const first = sentences[from] as IntentSentence;
    let text = "";
    for (let to = from; to < sentences.length && text.length <= wanted.length; to += 1) {
      const next = sentences[to] as IntentSentence;
      if (next.source !== first.source) break;
      text = text === "" ? next.text : `${text} ${next.text}`;
      if (plain(text) === wanted) return sentences.slice(from, to + 1);
    }
  }
  return null;
}

function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.;,]$/, "");
}
