import type { ArtifactHandle, QaArtifact } from "../qa-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { findRun } from "./find-row.ts";
import { freshId } from "./fresh-id.ts";
import { sameJson } from "./same-json.ts";
import { ownerOf, subjectOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

export interface AttachArtifactAsk {
  readonly run_id: string;
  readonly artifact_kind: QaArtifact["artifact_kind"];
  readonly handle: ArtifactHandle;
  /** SHA-256 of the bytes as they are kept, hexadecimal. */
  readonly digest: string;
  readonly bytes: number;
  readonly description: string;
}

/**
 * Records what a run left behind, by typed handle, once it is stored. The same bytes at the same place again are no event;
 * at another place, or after the first were pruned, they are another artifact. Pure.
 */
export function attachArtifact(
  state: SubjectState,
  ask: AttachArtifactAsk,
  context: DecisionContext,
): QaDecision<{ readonly artifact: QaArtifact }> {
  const found = findRun(state, ask.run_id);
  if (found.kind === "refused") return found;
  const { row, run } = found;
  const problem = handleProblem(ask);
  if (problem !== null) return problem;
  const known = run.artifacts.find(
    ({ digest, handle, pruned_at }) =>
      pruned_at === undefined && digest === ask.digest && sameJson(handle, ask.handle),
  );
  if (known !== undefined) return decided([], { artifact: known });
  const artifact: QaArtifact = {
    id: freshId(context.seed, ownerOf(subjectOf(row)), "art"),
    qa_run_id: run.id,
    artifact_kind: ask.artifact_kind,
    handle: ask.handle,
    digest: ask.digest,
    bytes: ask.bytes,
    description: ask.description,
    created_at: context.at,
  };
  return decided([{ type: "QAArtifactAttached", data: { qa_requirement_id: row.id, artifact } }], {
    artifact,
  });
}

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** A handle's key is `qa-artifacts/…` of safe segments, wherever it is kept. */
function handleProblem({ run_id, handle, digest }: AttachArtifactAsk): QaRefusal | null {
  const key = handle.backend === "local" ? handle.path : handle.key;
  const segments = key.split("/");
  const isSafe =
    segments[0] === "qa-artifacts" && segments.length > 1 && segments.every((one) => SEGMENT.test(one));
  if (!isSafe)
    return refuse(
      "evidence_not_portable",
      "an artifact's place is a key qa-artifacts/… of plain segments: a bare path is found on one machine only",
      WAY_OUT.addArtifact(run_id),
    );
  return /^[0-9a-f]{64}$/.test(digest)
    ? null
    : refuse(
        "evidence_not_portable",
        "an artifact has the SHA-256 of its bytes, by which everybody can check it",
        WAY_OUT.addArtifact(run_id),
      );
}
