import type { Failure, TestCase } from "./test-case.ts";
import { FAILURE_TEXT_LIMIT } from "./test-case.ts";

/** A type whose optional keys may also be given as undefined. */
type Loose<T> = {
  readonly [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K];
};

const MESSAGE_LIMIT = 2_000;
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const ERROR_TYPE = /^(?:Uncaught |Error: )?([A-Za-z_$][\w$.]{0,150}(?:Error|Exception|Failure|Failed))\b/;

function defined<T extends object>(fields: Loose<T>): T {
  const kept: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as T;
}

/** A test without its undefined keys. */
export function buildTest(fields: Loose<TestCase>): TestCase {
  return defined<TestCase>(fields);
}

/**
 * A failure with colours stripped and its texts cut to their limits. Where no message is given it is the
 * text up to its first stack frame; where no type is given, the name of the error that the message begins with.
 */
export function buildFailure(fields: Loose<Failure>): Failure {
  const text = fields.text
    ?.slice(0, FAILURE_TEXT_LIMIT * 2)
    .replace(ANSI, "")
    .slice(0, FAILURE_TEXT_LIMIT);
  const message = (
    fields.message?.slice(0, MESSAGE_LIMIT * 2).replace(ANSI, "") ||
    (text && beforeStack(text))
  )
    ?.trim()
    .slice(0, MESSAGE_LIMIT);
  return defined<Failure>({
    type: fields.type || ERROR_TYPE.exec(message ?? "")?.[1],
    message: message || undefined,
    text: text || undefined,
    line: fields.line,
    endLine: Math.max(fields.line, fields.endLine),
  });
}

/** The text up to its first stack frame (`    at …`). */
export function beforeStack(text: string): string {
  const frame = text.search(/\n\s{1,8}at [^\n]*[(:]/);
  return frame < 0 ? text : text.slice(0, frame);
}
