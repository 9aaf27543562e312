import type { Expr } from "./code.ts";
import { compareAssertions } from "./compare-assertions.ts";
import { compareSubjects, subjectText } from "./compare-subjects.ts";
import { coversCall } from "./covers-call.ts";
import { coversPrinted } from "./covers-printed.ts";
import { isConstant } from "./is-constant.ts";
import { expressionsWithin } from "./parts-of.ts";
import { isMessageOfError, isRaisedError } from "./raised-error.ts";
import { render, renderAll } from "./render.ts";
import { memberOf } from "./scope.ts";
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
  if (coversPrinted(after, before)) return true;
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
  if (subjectText({ ...after, subject }) === subjectText(after)) return after.expected[0] ?? null;
  if (subject.kind !== "member") return null;
  const whole = partOf(subject.of, after);
  if (whole?.kind !== "map") return null;
  const member = memberOf(whole, subject.name);
  return member.kind === "member" ? null : member;
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
