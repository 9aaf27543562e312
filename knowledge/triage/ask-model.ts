import type { SortedFailure } from "../engineer/sort-failures.ts";
import { AssayError } from "../errors.ts";
import { askStructured } from "../model/ask-structured.ts";
import type { Payment, PricedDeps } from "../model/priced-call.ts";
import { dataQuotes } from "../model/quote-data.ts";
import type { TriageCase } from "./triage-case.ts";
import { type ModelWord, type NamedLine, NONE, triageQuestion } from "./triage-question.ts";

/** What a model chose, or why it did not: then the caller takes its template. */
export type ModelChoice =
  | {
      readonly kind: "chosen";
      readonly word: ModelWord;
      readonly suspect: number | null;
      readonly line: NamedLine | null;
    }
  | { readonly kind: "none"; readonly why: string };

const MOST_TOKENS = 1_000;

export interface ModelQuestion {
  readonly read: TriageCase;
  /** The failures that rules leave open. */
  readonly failures: readonly SortedFailure[];
  readonly payment: Payment;
  /** Milliseconds of one call. */
  readonly callMs: number;
}

/**
 * Asks the model for a word, a change and a line out of those that code gives it, and holds the answer against them. A
 * model that is absent, too dear, not there, wrong twice or withheld is no error: nothing is chosen then, and why is
 * told. Errors: those of the ledger.
 */
export async function askModel(
  deps: PricedDeps,
  { read, failures, payment, callMs }: ModelQuestion,
): Promise<ModelChoice> {
  const { system, text, lines, answer } = triageQuestion(read, failures, dataQuotes(deps));
  try {
    const asked = await askStructured(deps, payment, {
      system,
      text,
      name: "decide",
      description: "Says what the failure of the default branch means, and ends your work.",
      answer,
      maxOutputTokens: MOST_TOKENS,
      timeoutMs: callMs,
    });
    if (asked.kind === "unusable") return { kind: "none", why: `its answer is of no use: ${asked.why}` };
    if (asked.kind === "refused") return { kind: "none", why: `it was not asked: ${asked.why}` };
    const { word, suspect, line } = asked.value;
    const number = suspect === NONE ? null : Number(suspect);
    const isThere = number === null || read.merged.some((one) => one.number === number);
    if (!isThere) return { kind: "none", why: "it named a change that did not come in" };
    // What no change brought has no suspect, whatever was chosen beside it.
    const suspected = word === "code" || word === "test" || word === "unclear" ? number : null;
    return {
      kind: "chosen",
      word,
      suspect: suspected,
      line: lines.find(({ id }) => id === line) ?? null,
    };
  } catch (error) {
    if (!(error instanceof AssayError) || !error.code.startsWith("model_")) throw error;
    return { kind: "none", why: `it gave no answer: ${error.message}` };
  }
}
