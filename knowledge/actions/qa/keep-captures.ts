import { createHash } from "node:crypto";
import { redactEvidence } from "../../execute/redact/redact-evidence.ts";
import type { Captured } from "../../execute/runner.ts";
import type { Deps } from "../../ports/deps.ts";
import { attachArtifact } from "../../qa/decisions/attach-artifact.ts";
import type { QaArtifact, QaRun } from "../../qa/qa-run.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { tellError } from "../../tell-error.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { artifactPlace } from "./artifact-place.ts";
import type { Warning } from "./envelope.ts";
import type { Place } from "./place-of.ts";

export type KeepCapturesDeps = SubjectDeps & Pick<Deps, "qaArtifacts" | "zips">;

interface CapturePlace {
  readonly place: Place;
  readonly called: string;
  readonly project: string;
  readonly mask: SecretMask;
}

/**
 * Keeps what a run left behind: masked, stored, then recorded by its handle. What may not or cannot be kept is left out,
 * with a warning. Errors: those of the ledger.
 */
export async function keepCaptures(
  deps: KeepCapturesDeps,
  place: CapturePlace,
  run: QaRun,
  captured: readonly Captured[],
): Promise<{ readonly artifacts: readonly QaArtifact[]; readonly warnings: readonly Warning[] }> {
  const artifacts: QaArtifact[] = [];
  const warnings: Warning[] = [];
  for (const one of captured) {
    const kept = await keepOne(deps, place, run, one);
    if (kept.artifact !== null) artifacts.push(kept.artifact);
    warnings.push(...kept.notes.map((message) => ({ code: "evidence_left_out", message })));
  }
  return { artifacts, warnings };
}

async function keepOne(
  deps: KeepCapturesDeps,
  { place, called, project, mask }: CapturePlace,
  run: QaRun,
  { artifact_kind, name, bytes, description }: Captured,
): Promise<{ readonly artifact: QaArtifact | null; readonly notes: readonly string[] }> {
  const safe = await redactEvidence(deps.zips, { name, bytes }, mask);
  if (safe.kind === "refused") return { artifact: null, notes: [`${name}: ${safe.why}`] };
  const digest = createHash("sha256").update(safe.bytes).digest("hex");
  const key = artifactPlace(project, run.id, name, digest);
  let stored: Awaited<ReturnType<Deps["qaArtifacts"]["put"]>>;
  try {
    stored = await deps.qaArtifacts.put(key, safe.bytes, safe.contentType);
  } catch (error) {
    return { artifact: null, notes: [`${name}: ${tellError(error)}`] };
  }
  const response = await answerSubject(deps, {
    function: called,
    request: { payload: {} },
    place,
    requirement: run.qa_requirement_id,
    choose: (qa, context) =>
      attachArtifact(qa, { run_id: run.id, artifact_kind, description, ...stored }, context),
  });
  return {
    artifact: response.result?.artifact ?? null,
    notes: [...safe.notes, ...response.errors.map(({ message }) => `${name}: ${message}`)],
  };
}
