import type { Expr } from "./code.ts";
import { lastName } from "./last-name.ts";
import { render } from "./render.ts";
import type { Assertion } from "./test-model.ts";

/** What gives the whole text of an answer to a request. */
const WHOLE = /^(content|text|body|data|getBody|getContentAsString|asString|decode|String|toString)$/;

/** Whether a part of an answer is equal to a text now that its whole text was to contain before. */
export function coversContent(after: Assertion, before: Assertion): boolean {
  const [asked] = before.expected;
  const [value] = after.expected;
  if (!/^contains/.test(before.matcher) || before.negated || before.expected.length !== 1) return false;
  if (asked?.kind !== "literal" || value?.kind !== "literal" || asked.type !== "string") return false;
  const answer = answerOf(before.subject);
  if (answer === null || !value.value.includes(asked.value)) return false;
  return render(after.subject).startsWith(`${render(answer)}.`);
}

function answerOf(expr: Expr): Expr | null {
  const step = expr.kind === "call" ? expr.callee : expr;
  if (step.kind !== "member" || !WHOLE.test(lastName(step))) return null;
  return answerOf(step.of) ?? step.of;
}
