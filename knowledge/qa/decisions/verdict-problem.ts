import type { QaVerdict } from "../qa-run.ts";
import type { QaRefusal } from "../refusal.ts";
import { refuse } from "./decision.ts";
import { WAY_OUT } from "./way-out.ts";

/** Bytes of what a run reports beside its verdict; larger values are artifacts. */
export const VALUES_LIMIT = 8 * 1024;

/**
 * Why a verdict may not be recorded as it was given, or null. `again` is the command line with the verdict and a reason.
 * Pure.
 */
export function verdictProblem(
  said: {
    readonly verdict: QaVerdict;
    readonly verdict_reason: string | null;
    readonly confidence: number | null;
    readonly score: number | null;
  },
  again: (reason: string) => string,
): QaRefusal | null {
  const { verdict, confidence, score } = said;
  const reason = said.verdict_reason?.trim() ?? "";
  if (verdict === "undetermined" && reason === "")
    return refuse(
      "verdict_reason_missing",
      "undetermined needs a reason: what has to be known before it can be decided",
      again("could not be told from the evidence"),
    );
  if (confidence !== null && !(confidence >= 0 && confidence <= 1))
    return refuse(
      "precondition_failed",
      `a confidence is 0 to 1, not ${confidence}`,
      again(reason || "as seen"),
    );
  if (score !== null && !Number.isFinite(score))
    return refuse("precondition_failed", `a score is a number, not ${score}`, again(reason || "as seen"));
  return null;
}

export function valuesProblem(values: Readonly<Record<string, unknown>>, run: string): QaRefusal | null {
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes <= VALUES_LIMIT) return null;
  return refuse(
    "precondition_failed",
    `what ${run} reports has ${bytes} bytes, over ${VALUES_LIMIT}: attach it as an artifact`,
    WAY_OUT.addArtifact(run),
  );
}
