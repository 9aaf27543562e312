import {
  type Attempt,
  type Failure,
  fullTestName,
  type Step,
  type TestCase,
} from "../../evidence/test-case.ts";
import { maskedAs, maskText } from "../../record/mask-text.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { plainLine } from "../../text/plain-line.ts";
import { visibleText } from "../../text/terminal-text.ts";
import { shorten } from "./fit-anchor.ts";
import { testTitle } from "./test-title.ts";

/** Characters of a name that are kept; a longer one ends in a hash, so that two stay apart. */
const NAME_ROOM = 2_000;
/** Suites around a test that are kept, and attempts: the last ones. */
const SUITES_KEPT = 50;
const ATTEMPTS_KEPT = 10;

/** Masks one line of text as {@link maskText} does, and also where a claim's one line would spell a secret. */
export function maskLine(text: string, mask: SecretMask): string {
  return maskedAs(plainLine, maskText(text, mask), mask);
}

/**
 * The test without its steps, with every text masked and its names cut: what may be kept of it. Of its attempts only
 * the last that failed keeps its long text.
 */
export function maskTest(test: TestCase, mask: SecretMask): TestCase {
  const { suites, name, className, file, failure, attempts, steps: _, ...rest } = test;
  const named = (text: string): string => shorten(maskLine(text, mask), NAME_ROOM);
  const kept = {
    ...rest,
    suites: suites.slice(0, SUITES_KEPT).map(named),
    name: named(name),
    ...(className === undefined ? {} : { className: named(className) }),
    ...(file === undefined ? {} : { file: named(file) }),
    ...(failure === undefined ? {} : { failure: maskFailure(failure, mask) }),
    ...(attempts === undefined ? {} : { attempts: maskAttempts(attempts, mask) }),
  };
  return maskJoined(kept, mask);
}

/** Suites and name that spell a secret only together become one masked name. */
function maskJoined(test: TestCase, mask: SecretMask): TestCase {
  const title = testTitle(test);
  const full = plainLine(fullTestName(test));
  const masked = maskLine(title, mask);
  if (masked === title && maskLine(full, mask) === full) return test;
  const { className: _, file: __, ...rest } = test;
  return { ...rest, suites: [], name: masked };
}

/** The step with every text masked, and a number too that is a secret. */
export function maskStep(step: Step, mask: SecretMask): Step {
  const { reported } = step;
  const texts = TEXTS.flatMap((key) => step[key] ?? []);
  if (reported !== undefined) texts.push(reported.name, String(reported.value), reported.unit ?? "");
  if (holdsNoSecret(texts, mask)) return step;
  const masked: Record<string, string> = {};
  for (const key of TEXTS) if (step[key] !== undefined) masked[key] = maskLine(step[key], mask);
  return {
    ...step,
    ...masked,
    ...(reported === undefined ? {} : { reported: maskReported(reported, mask) }),
  };
}

const TEXTS = [
  "action",
  "locator",
  "element",
  "urlBefore",
  "urlAfter",
  "expected",
  "actual",
  "error",
] as const satisfies readonly (keyof Step)[];

/** One look at many texts: nearly always there is none, and looking for each secret in each text takes long. */
export function holdsNoSecret(texts: readonly string[], mask: SecretMask): boolean {
  const all = texts.join("\n");
  return mask(all) === all && texts.every((text) => plainLine(text) === text && visibleText(text) === text);
}

type Reported = NonNullable<Step["reported"]>;

function maskReported({ name, value, unit }: Reported, mask: SecretMask): Reported {
  return {
    name: maskLine(name, mask),
    value: typeof value === "string" ? maskLine(value, mask) : mask(value),
    ...(unit === undefined ? {} : { unit: maskLine(unit, mask) }),
  };
}

function maskAttempts(attempts: readonly Attempt[], mask: SecretMask): Attempt[] {
  const kept = attempts.slice(-ATTEMPTS_KEPT);
  const last = kept.findLast(({ failure }) => failure !== undefined);
  return kept.map((attempt) => {
    const { failure, steps: _, ...rest } = attempt;
    if (failure === undefined) return rest;
    const { text: _text, textAt: _at, ...short } = failure;
    return { ...rest, failure: maskFailure(attempt === last ? failure : short, mask) };
  });
}

/** The failure with every text masked. */
export function maskFailure(failure: Failure, mask: SecretMask): Failure {
  const { type, message, text } = failure;
  return {
    ...failure,
    ...(type === undefined ? {} : { type: maskLine(type, mask) }),
    ...(message === undefined ? {} : { message: maskText(message, mask) }),
    ...(text === undefined ? {} : { text: maskText(text, mask) }),
  };
}
