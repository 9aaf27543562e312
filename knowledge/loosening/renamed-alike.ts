import { render, renderAll } from "./render.ts";
import type { Assertion } from "./test-model.ts";

/**
 * Whether two assertions differ by names of functions alone, each of which was renamed both in what is asked about and
 * in what is expected: the change of an interface, and of no value.
 */
export function renamedAlike(before: Assertion, after: Assertion): boolean {
  const was = tokensOf(before);
  const is = tokensOf(after);
  if (was.subject.length !== is.subject.length || was.expected.length !== is.expected.length) return false;
  const renamed = new Map<string, string>();
  for (const [index, token] of was.subject.entries()) {
    const other = is.subject[index] ?? "";
    if (token === other) continue;
    if (!isName(token) || !isName(other) || (renamed.get(token) ?? other) !== other) return false;
    renamed.set(token, other);
  }
  return (
    renamed.size > 0 &&
    was.expected.every((token, index) => {
      const other = is.expected[index] ?? "";
      if (token === other) return !renamed.has(token);
      return renamed.get(token) === other && /^[(.]$/.test(was.expected[index + 1] ?? "");
    })
  );
}

function tokensOf({ subject, expected }: Assertion): {
  readonly subject: string[];
  readonly expected: string[];
} {
  const split = (text: string) => text.match(/"(?:\\.|[^"\\])*"|[\p{L}\p{N}_$]+|\S/gu) ?? [];
  return { subject: split(render(subject)), expected: split(renderAll(expected)) };
}

function isName(token: string): boolean {
  return /^[\p{L}_$]/u.test(token);
}
