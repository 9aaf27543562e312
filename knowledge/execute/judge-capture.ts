import type { MoneyRefusal } from "../budget/money-room.ts";
import { AssayError } from "../errors.ts";
import { askStructured } from "../model/ask-structured.ts";
import type { ModelRefusal, PricedDeps } from "../model/priced-call.ts";
import { dataQuotes } from "../model/quote-data.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { tellError } from "../tell-error.ts";
import { cutLine, plainLine } from "../text/plain-line.ts";
import type { JudgeCase } from "./judge-case.ts";
import type { JudgeEvidence } from "./judge-evidence.ts";
import type { JudgeMoney } from "./judge-money.ts";
import { judgeQuestion } from "./judge-question.ts";
import { redactWords } from "./redact/redact-words.ts";

/** What a model says of a capture. */
export interface ModelVerdict {
  readonly kind: "said";
  readonly verdict: "pass" | "fail" | "undetermined";
  /** The assertion and what was seen of it, or why nothing counts; masked, one line. */
  readonly reason: string;
  /** 0 to 1; null where no answer counts. */
  readonly confidence: number | null;
}

export interface JudgeAsk {
  /** What the case asks for. */
  readonly asks: JudgeCase;
  readonly evidence: JudgeEvidence;
  readonly money: Pick<JudgeMoney, "payment">;
  readonly mask: SecretMask;
  /** Milliseconds of one call. */
  readonly callMs: number;
}

const MOST_TOKENS = 1_500;
/** Characters of a reason, and of the assertion in it: what was seen of it has room behind. */
const REASON = 1_500;
const ASSERTION = 300;

/**
 * Asks the model whether the captures show what the case asks for. What it answered and is not the closed answer, once
 * repeated, withheld or cut off, is undetermined with the reason. Where it was not asked, or did not answer at all (no
 * money, no price, no key, no network, no answer in time, a request that it does not take), nothing is said of the capture,
 * and why is. Errors: those of the ledger.
 */
export async function judgeCapture(
  deps: PricedDeps,
  { asks, evidence, money, mask, callMs }: JudgeAsk,
): Promise<ModelVerdict | { readonly kind: "unsaid"; readonly why: string }> {
  const masked = (text: string) => redactWords(text, mask);
  const { images, pictures, texts, leftOut } = evidence;
  const question = judgeQuestion(
    asks,
    { pictures: pictures.map(masked), texts, leftOut: leftOut.map(masked) },
    dataQuotes(deps),
  );
  const noAnswer = (why: string): ModelVerdict => ({
    kind: "said",
    verdict: "undetermined",
    reason: oneLine(masked(`the model gave no answer that counts: ${why}`)),
    confidence: null,
  });
  try {
    const asked = await askStructured(deps, money.payment, {
      system: question.system,
      text: question.text,
      images,
      name: "judge",
      description: "Says whether the captures show that the case holds, and ends your work.",
      answer: question.answer,
      maxOutputTokens: MOST_TOKENS,
      timeoutMs: callMs,
    });
    if (asked.kind === "unusable") return noAnswer(asked.why);
    if (asked.kind === "refused") return { kind: "unsaid", why: whyOf(asked) };
    const { verdict, assertion, observed, confidence } = asked.value;
    const what = question.assertions.find(({ id }) => id === assertion)?.text ?? assertion;
    const named = cutLine(what, ASSERTION);
    return { kind: "said", verdict, reason: oneLine(masked(`${named} — seen: ${observed}`)), confidence };
  } catch (error) {
    if (!(error instanceof AssayError) || !error.code.startsWith("model_")) throw error;
    // A reply that may be charged and cannot be read is an answer; a request that is not taken is none.
    return error.code === "model_refused" && error.data.billed !== "no"
      ? noAnswer(tellError(error))
      : { kind: "unsaid", why: masked(tellError(error)) };
  }
}

/** The cap of a run is that of this one capture, which no setting raises. */
function whyOf({ code, why, recover }: ModelRefusal | MoneyRefusal): string {
  return code === "budget_run_spent" ? `for the reviews of one capture, ${why}` : `${why}; ${recover}`;
}

function oneLine(text: string): string {
  return cutLine(plainLine(text), REASON);
}
