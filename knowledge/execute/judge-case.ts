import type { QaRun } from "../qa/qa-run.ts";
import type { QaRefusal } from "../qa/refusal.ts";
import type { Requirement } from "../qa/requirement.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { plainLine } from "../text/plain-line.ts";
import { byHand } from "./by-hand.ts";
import { hideJson } from "./redact/hide-json.ts";
import { redactWords } from "./redact/redact-words.ts";

/** What a case asks for, as a model is shown it: masked. */
export interface JudgeCase {
  readonly kind: "case";
  readonly title: string;
  readonly instructions: string | null;
  /** As it was carried out. */
  readonly config: QaRun["raw_result"]["method_config"];
  /** The outcome that is expected, and every assertion of the steps; each whole, on one line. */
  readonly assertions: readonly JudgeAssertion[];
}

/** What has to hold. */
export interface JudgeAssertion {
  /** `A1`, `A2`, … */
  readonly id: string;
  readonly text: string;
}

/** Assertions that a model is shown at most, and bytes of UTF-8 of them all: the longest outcome has room in any script. */
const MOST = 100;
const MOST_BYTES = 32_000;

/**
 * What has to hold in a case, whole. Refused where it has no room: nobody judges by a part of it. Pure.
 */
export function judgeCase(
  { title, instructions, expected_outcome }: Pick<Requirement, "title" | "instructions" | "expected_outcome">,
  { id, raw_result }: Pick<QaRun, "id" | "raw_result">,
  mask: SecretMask,
): JudgeCase | QaRefusal {
  const masked = (text: string) => redactWords(text, mask);
  const config = mask(hideJson(raw_result.method_config, () => {}) as JudgeCase["config"]);
  const texts = [masked(expected_outcome ?? title), ...assertedIn(config)];
  if (texts.length > MOST)
    return byHand(id, `${texts.length} things have to hold, and a model is shown ${MOST} at most`);
  const assertions = texts.map((text, index) => ({ id: `A${index + 1}`, text: plainLine(text) }));
  const bytes = new TextEncoder().encode(assertionList(assertions)).length;
  if (bytes > MOST_BYTES)
    return byHand(id, `what has to hold has ${bytes} bytes, and a model is shown ${MOST_BYTES} at most`);
  return {
    kind: "case",
    title: masked(title),
    instructions: instructions === null ? null : masked(instructions),
    config,
    assertions,
  };
}

/** One on each line, its id first. */
export function assertionList(assertions: readonly JudgeAssertion[]): string {
  return assertions.map(({ id, text }) => `${id} ${text}`).join("\n");
}

/** What the steps assert, as they were carried out. */
function assertedIn(config: Readonly<Record<string, unknown>> | null): readonly string[] {
  const steps: readonly unknown[] = Array.isArray(config?.steps) ? config.steps : [];
  const asserted = steps.filter(
    (step): step is Readonly<Record<string, unknown>> =>
      typeof step === "object" && step !== null && "action" in step && step.action === "assert",
  );
  return asserted.map(({ action: _, ...rest }) =>
    Object.entries(rest)
      .map(([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`)
      .join(", "),
  );
}
