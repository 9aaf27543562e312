import type { Failure, Place, TestCase } from "../test-case.ts";
import { FAILURE_TEXT_LIMIT } from "../test-case.ts";
import { type Told, toldOn, trimTold } from "./told.ts";

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

/** What {@link buildFailure} is made of; a plain string is the reader's own words. */
export interface FailureParts {
  readonly type?: string | undefined;
  readonly message?: Told | string | undefined;
  readonly text?: Told | string | undefined;
  readonly line: number;
  readonly endLine: number;
}

/**
 * A failure with colours stripped and its texts cut to their limits. Where no message is given it is the
 * text up to its first stack frame; where no type is given, the name of the error that the message begins with.
 */
export function buildFailure({ type, message, text, line, endLine }: FailureParts): Failure {
  const body = text === undefined ? undefined : plain(text, FAILURE_TEXT_LIMIT);
  const given = message === undefined ? undefined : trimTold(plain(message, MESSAGE_LIMIT * 2));
  const first = body && { text: beforeStack(body.text).slice(0, MESSAGE_LIMIT * 2), at: body.at };
  const said = given?.text ? given : first && trimTold(first);
  const words = said?.text.slice(0, MESSAGE_LIMIT);
  return defined<Failure>({
    type: type || ERROR_TYPE.exec(words ?? "")?.[1],
    message: words || undefined,
    text: body?.text || undefined,
    messageAt: words ? placesOf(said) : undefined,
    textAt: body?.text ? placesOf(body) : undefined,
    line,
    endLine: Math.max(line, endLine),
  });
}

function plain(words: Told | string, limit: number): Told {
  const { text, at } = typeof words === "string" ? toldOn(null, words) : words;
  return {
    text: text
      .slice(0, limit * 2)
      .replace(ANSI, "")
      .slice(0, limit),
    at,
  };
}

/** Absent where all of the words are the reader's own. */
function placesOf(told: Told | undefined): readonly Place[] | undefined {
  return told?.at.some((place) => place.line !== null) ? told.at : undefined;
}

/** The text up to its first stack frame (`    at …`). */
export function beforeStack(text: string): string {
  const frame = text.search(/\n\s{1,8}at [^\n]*[(:]/);
  return frame < 0 ? text : text.slice(0, frame);
}
