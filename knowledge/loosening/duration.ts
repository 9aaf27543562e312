import type { Expr } from "./code.ts";
import { lastName } from "./last-name.ts";

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(nanos|nanosecond|ofNanos)/i, 1e-6],
  [/^(micros|microsecond|ofMicros)/i, 1e-3],
  [/^(millis|millisecond|ms$|ofMillis)/i, 1],
  [/^(second|sec|s$|ofSeconds)/i, 1000],
  [/^(minute|min|m$|ofMinutes)/i, 60_000],
  [/^(hour|h$|ofHours)/i, 3_600_000],
];

/** The number that a resolved expression is, or null: arithmetic of literals, units of time in milliseconds. */
export function numberOf(expr: Expr | null | undefined): number | null {
  if (expr === null || expr === undefined) return null;
  switch (expr.kind) {
    case "literal":
      return literalNumber(expr.type, expr.value);
    case "named":
      return numberOf(expr.value);
    case "member":
      return unitOf(expr.name);
    case "call": {
      const value = numberOf(expr.args[0]);
      if (value === null) return null;
      const scale = unitOf(expr.args[1] === undefined ? lastName(expr.callee) : lastName(expr.args[1]));
      return scale === null ? value : value * scale;
    }
    case "operation": {
      const [left, right] = expr.operands.map(numberOf);
      if (expr.op === "-" && expr.operands.length === 1)
        return left === undefined || left === null ? null : -left;
      if (left === undefined || left === null || right === undefined || right === null) return null;
      if (expr.op === "*") return left * right;
      if (expr.op === "/") return left / right;
      if (expr.op === "+") return left + right;
      if (expr.op === "-") return left - right;
      if (expr.op === "**") return left ** right;
      return null;
    }
    default:
      return null;
  }
}

/** Milliseconds in a unit of time, by its name. */
export function unitOf(name: string): number | null {
  return UNITS.find(([words]) => words.test(name))?.[1] ?? null;
}

function literalNumber(type: string, text: string): number | null {
  if (type === "number") {
    const value = Number(text);
    return Number.isNaN(value) ? null : value;
  }
  const told = type === "string" ? /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text) : null;
  const scale = told === null ? null : unitOf(told[2] ?? "");
  return told === null || scale === null ? null : Number(told[1]) * scale;
}
