import { integer, option, string } from "@oclif/core/flags";
import { AssayError, QA_WORDS } from "#knowledge";
import { jsonObject } from "./json-value.ts";

/** A verdict, as it is given by hand. */
export const verdictFlags = {
  verdict: option({ options: QA_WORDS.verdicts, description: "what it said" })(),
  reason: string({ helpValue: "TEXT", description: "why; undetermined needs one" }),
  score: string({ helpValue: "NUMBER", description: "a measure, for thresholds" }),
  confidence: string({ helpValue: "NUMBER", description: "0.0 to 1.0" }),
  values: string({ helpValue: "JSON", description: "what was measured and checked, by name" }),
  "duration-ms": integer({ min: 0, helpValue: "N", description: "how long it took" }),
};

interface VerdictFlags {
  readonly verdict?: (typeof QA_WORDS.verdicts)[number] | undefined;
  readonly reason?: string | undefined;
  readonly score?: string | undefined;
  readonly confidence?: string | undefined;
  readonly values?: string | undefined;
  readonly "duration-ms"?: number | undefined;
}

/** What the flags say, as a call has it; null where no verdict is given. Errors: usage_invalid. */
export function verdictOf(flags: VerdictFlags, command: string) {
  const { verdict, reason, values, "duration-ms": duration_ms } = flags;
  if (verdict === undefined) return null;
  return {
    verdict,
    verdict_reason: reason ?? null,
    score: numberOf(flags.score, "score", command),
    confidence: numberOf(flags.confidence, "confidence", command),
    values: values === undefined ? {} : jsonObject(values, "values", command),
    duration_ms: duration_ms ?? null,
  };
}

export function numberOf(text: string | undefined, flag: string, command: string): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return number;
  throw new AssayError("usage_invalid", {
    problem: `--${flag} is not a number: ${text.slice(0, 40)}`,
    command,
  });
}
