import type { ErrorKind } from "#knowledge";
import { OUTCOMES } from "../exit.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import type { Style } from "../terminal/style.ts";

/** What is told of an error: one that was thrown, or one that an operation answered with. */
export interface ToldError {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint: string;
}

/** An error for a person: what happened, its code, the way out; the stack only when debugging. */
export function formatError(error: ToldError, style: Style, debug: boolean): string {
  const [first = "", ...rest] = sanitiseLines(error.message);
  const lines = [
    `${style.red(style.bold(`${OUTCOMES[error.kind].label}:`))} ${first} ${style.dim(`[${error.code}]`)}`,
    ...rest.map((line) => `  ${line}`),
    `  ${style.bold("try:")} ${sanitise(error.hint)}`,
  ];
  if (debug && error instanceof Error) lines.push(...sanitiseLines(stacks(error)).map((line) => `  ${line}`));
  return `${lines.join("\n")}\n`;
}

function stacks(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\ncaused by ${stacks(error.cause)}` : own;
}
