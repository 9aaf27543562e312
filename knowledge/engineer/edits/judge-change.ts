import type { Config } from "../../config/config.ts";
import { judgeEdits } from "../../loosening/judge-edits.ts";
import type { Loosening, LooseningKind, TestEdit } from "../../loosening/loosening.ts";
import type { SyntaxTrees } from "../../ports/syntax-trees.ts";
import { givesValue } from "../intent/gives-value.ts";
import type { Intent, IntentSentence } from "../intent/intent.ts";
import { quoteInIntent } from "../intent/quote-in-intent.ts";
import { judgePath } from "./test-files.ts";

/** Edits of test files with what they are judged by. */
export interface ChangeToJudge {
  /** Against the head that the attempt began on; a file at most once. */
  readonly edits: readonly TestEdit[];
  /** All paths of that head. */
  readonly existing: readonly string[];
  readonly tests: Config["tests"];
  readonly intent: Intent;
  /** Sentences that the verdict quotes; none yet while the work goes on. */
  readonly quotes: readonly string[];
}

export type ChangeJudgement =
  | {
      readonly kind: "accepted";
      /** The quoted sentences that license a changed expectation, as they stand in the intent. */
      readonly licences: readonly IntentSentence[];
    }
  | { readonly kind: "refused"; readonly findings: readonly EditFinding[] };

/** Why an edit is refused. */
export interface EditFinding {
  readonly kind: LooseningKind | "path" | "quote";
  readonly path: string;
  /** Line of the new text, or of the old one where it is gone; null where it is about the whole file or a quote. */
  readonly line: number | null;
  /** `path:line: words`, for the engineer and for people. */
  readonly words: string;
  /** A sentence of the intent that gives the new value would license it: while the work goes on it may stay. */
  readonly needsQuote: boolean;
}

/** Loosenings that a quoted sentence licenses. */
const LICENSABLE: ReadonlySet<LooseningKind> = new Set(["expectation-changed", "snapshot-rewritten"]);

/**
 * Accepts edits that touch test files only and let no test prove less. A changed expectation or snapshot is accepted
 * where a quoted sentence is in the intent and gives its new value; every other loosening is refused, with the place and
 * the reason. A quote that is not in the intent is refused itself.
 */
export async function judgeChange(trees: SyntaxTrees, change: ChangeToJudge): Promise<ChangeJudgement> {
  const { edits, existing, tests, intent, quotes } = change;
  const wrongPaths = edits.flatMap(({ path }) => {
    const answer = judgePath(path, tests, existing);
    return answer.kind === "test" ? [] : [finding("path", path, null, answer.why)];
  });
  // Nothing of a file that may not be written is worth reading.
  if (wrongPaths.length > 0) return { kind: "refused", findings: wrongPaths };

  const found = quotes.map((quote) => ({ quote, sentences: quoteInIntent(intent, quote) }));
  const wrongQuotes = found
    .filter(({ sentences }) => sentences === null)
    .map(({ quote }) =>
      finding(
        "quote",
        "",
        null,
        `the intent does not hold this as whole sentences: "${quote.slice(0, 200)}"`,
      ),
    );
  const quoted = found.flatMap(({ sentences }) => sentences ?? []);

  const loosenings = await judgeEdits(trees, edits);
  const refused = loosenings.flatMap((loosening) => refusalOf(loosening, quoted));
  const findings = [...wrongQuotes, ...refused];
  if (findings.length > 0) return { kind: "refused", findings };
  const licensed = loosenings.length > 0 ? quoted : [];
  return {
    kind: "accepted",
    licences: [...new Map(licensed.map((sentence) => [sentence.id, sentence])).values()],
  };
}

function refusalOf(loosening: Loosening, quoted: readonly IntentSentence[]): EditFinding[] {
  const { kind, path, line, side, why, text } = loosening;
  const place = side === "before" ? " (of the old text)" : "";
  const say = (reason: string) => `${reason}${place}: ${text.trim().slice(0, 200)}`;
  if (!LICENSABLE.has(kind)) return [finding(kind, path, line, say(why))];
  const answer = givesValue(
    quoted.map((sentence) => sentence.text),
    loosening,
  );
  if (answer.kind === "given") return [];
  return [{ ...finding(kind, path, line, say(`${why}; ${answer.why}`)), needsQuote: true }];
}

function finding(kind: EditFinding["kind"], path: string, line: number | null, reason: string): EditFinding {
  const place = [path, line].filter((part) => part !== "" && part !== null).join(":");
  return { kind, path, line, words: place === "" ? reason : `${place}: ${reason}`, needsQuote: false };
}
