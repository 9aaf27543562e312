import type { Expr } from "./code.ts";
import { compareAssertions } from "./compare-assertions.ts";
import { compareSubjects } from "./compare-subjects.ts";
import { coversCall } from "./covers-call.ts";
import { coversContent } from "./covers-content.ts";
import { coversPrinted } from "./covers-printed.ts";
import { isConstant } from "./is-constant.ts";
import { expressionsWithin } from "./parts-of.ts";
import { readLength } from "./predicate.ts";
import { isMessageOfError, isRaisedError } from "./raised-error.ts";
import { render, renderAll } from "./render.ts";
import { memberHeld } from "./scope.ts";
import { strengthOf } from "./strength.ts";
import type { Assertion } from "./test-model.ts";

/** Whether a new assertion proves what one that is gone proved, so that both need not stand: equality holds more. */
export function covers(after: Assertion, before: Assertion): boolean {
  if (after.matcher === "throws" && !after.negated) return coversByThrowing(after, before);
  // Whoever waits for what is asked about needs not wait for it before.
  if (before.matcher === "present" && /\bwaitFor(Selector)?\(/.test(before.text))
    return after.asynchronous && after.awaited;
  if (before.matcher === "throws" && !before.negated) return tellsKind(after, before);
  if (coversCall(after, before)) return true;
  if (!/^(equal|strict|same|has-text)$/.test(after.matcher) || after.negated) return false;
  if (compareSubjects(before, after).same)
    return strengthOf(after) > strengthOf(before) && holds(before, after);
  if (coversPrinted(after, before) || coversContent(after, before)) return true;
  const member = partOf(before.subject, after);
  if (member === null) return false;
  const part: Assertion = {
    ...after,
    subject: before.subject,
    expected: [member],
    rawSubject: before.rawSubject,
  };
  return holds(before, part);
}

/** What an equality with an object says of a member, or of a member of a member, of its subject; null where nothing. */
function partOf(subject: Expr, after: Assertion): Expr | null {
  if (isSameValue(subject, after.subject)) return after.expected[0] ?? null;
  if (subject.kind !== "member" && subject.kind !== "index") return null;
  const whole = partOf(subject.of, after);
  const key = subject.kind === "member" ? subject.name : nameOf(subject.at);
  if (key === null) return null;
  if (whole?.kind === "list") return whole.items[Number(key)] ?? null;
  return whole === null ? null : (memberHeld(whole, key) ?? null);
}

function nameOf(at: Expr): string | null {
  return at.kind === "literal" && /^(string|number)$/.test(at.type) ? at.value : null;
}

/** One value, or what the same function gives that takes more arguments now. */
function isSameValue(before: Expr, after: Expr): boolean {
  if (render(readLength(before) ?? before) === render(readLength(after) ?? after)) return true;
  const [was, is] = [before, after].map((expr) => (expr.kind === "await" ? expr.of : expr));
  if (was?.kind === "index" && is?.kind === "index")
    return render(was.at) === render(is.at) && isSameValue(was.of, is.of);
  if (was?.kind !== "call" || is?.kind !== "call" || render(was.callee) !== render(is.callee)) return false;
  const given = is.args.map(render);
  return (
    was.args.length > 0 &&
    was.args.length < given.length &&
    was.args.map(render).every((arg) => given.includes(arg))
  );
}

/** Whether it is said of the error that was caught, or of its cause, that it is of the kind that was expected. */
function tellsKind({ matcher, subject, expected, negated, guards }: Assertion, before: Assertion): boolean {
  const [kind] = before.expected;
  return (
    /^(equal|same|type)$/.test(matcher) &&
    !negated &&
    guards.length === 0 &&
    before.expected.length === 1 &&
    kind !== undefined &&
    renderAll(expected) === render(kind) &&
    [...expressionsWithin(subject)].some(isRaisedError)
  );
}

/** Where an error must be thrown, a flag that one was, and a failure where none was, are not needed. */
function coversByThrowing(after: Assertion, before: Assertion): boolean {
  if (before.matcher === "fail") return true;
  if (/^(truthy|equal)$/.test(before.matcher) && isConstant(before.subject)) return true;
  const [asked] = before.expected;
  return (
    before.matcher === "contains" &&
    !before.negated &&
    isMessageOfError(before.subject) &&
    asked?.kind === "literal" &&
    after.expected.some(
      (told) => told.kind === "literal" && told.type !== "type" && told.value.includes(asked.value),
    )
  );
}

function holds(before: Assertion, after: Assertion): boolean {
  return compareAssertions(before, after, compareSubjects(before, after)) === null;
}
