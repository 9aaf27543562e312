import type { Expr, Place } from "./code.ts";
import { lastName } from "./last-name.ts";

/** Under what name every error that a test caught is known, by whatever means it was caught. */
const ERROR = "the error";

export function raisedError({ start, end, line }: Place): Expr {
  return { kind: "name", name: ERROR, start, end, line };
}

/** What a name holds that a block, which expects an error, gives: pytest's `caught.value`, unittest's `caught.exception`. */
export function raisedHolder(place: Place): Expr {
  const { start, end, line } = place;
  const error = raisedError(place);
  const held = (name: string): Expr => ({ kind: "named", name, value: error, start, end, line });
  return { kind: "map", items: [held("value"), held("exception"), held("type")], start, end, line };
}

export function isRaisedError(expr: Expr): boolean {
  return expr.kind === "name" && expr.name === ERROR;
}

/** What an error says, in whatever words it is asked for. */
export function messageOf(expr: Expr): Expr {
  const { start, end, line } = expr;
  const of = ((): Expr | undefined => {
    if (expr.kind !== "call") return undefined;
    const name = lastName(expr.callee);
    if (/^(str|String)$/.test(name) && expr.callee.kind === "name") return expr.args[0];
    return /^(getMessage|getLocalizedMessage|Error)$/.test(name) && expr.callee.kind === "member"
      ? expr.callee.of
      : undefined;
  })();
  if (of === undefined || !isRaisedError(of)) return expr;
  return { kind: "member", of, name: "message", start, end, line };
}

export function isMessageOfError(expr: Expr): boolean {
  return expr.kind === "member" && expr.name === "message" && isRaisedError(expr.of);
}
