import type { Stmt } from "./code.ts";
import { render } from "./render.ts";
import type { Declaration } from "./test-language.ts";
import type { Assertion } from "./test-model.ts";

/** What the declaration of a test claims of its whole body, such as the error that it is to end with. */
export function declaredClaims(
  { claims, body }: Declaration,
  { start, end, line }: Stmt,
  text: string,
): Assertion[] {
  return claims.map((claim) => ({
    ...claim,
    subject: { kind: "function", params: [], body, start, end, line },
    tolerance: null,
    timeout: null,
    rawSubject: "",
    rawExpected: claim.expected.map(render).join(", "),
    awaited: true,
    guards: [],
    order: { acts: [], at: 0 },
    swallowedBy: null,
    line,
    text,
  }));
}
