import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { attachArtifact } from "../../qa/decisions/attach-artifact.ts";
import type { QaArtifact } from "../../qa/qa-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { type Response, requestOf, responseOf } from "./envelope.ts";
import { findArtifact } from "./find-artifact.ts";
import { text } from "./payload-parts.ts";
import { readWhole } from "./read-whole.ts";
import { ArtifactOut } from "./views/qa-rows.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      artifact_id: text(200),
      file: z
        .exactOptional(text(4_000))
        .check(z.describe("a copy of the same bytes, where they cannot be read from here")),
    }),
  ),
);
const Output = z.lazy(() =>
  responseOf(
    z.object({
      artifact: z.nullable(ArtifactOut).check(z.describe("at its place in the store that is in use now")),
      from: ArtifactOut,
    }),
  ),
);

/**
 * Stores an artifact's bytes in the store that the settings name now, and records where; what was recorded before stays.
 * Only the same bytes, by their digest, are taken. Errors: those of `answerSubject`, of the sources and of the store.
 */
export const qaArtifactRehome = operation({
  id: "qa.artifact.rehome",
  title: "Bring an artifact into the store that is in use",
  input: Input,
  output: Output,
  writes: true,
  async run(
    deps: SubjectDeps & Pick<Deps, "qaArtifacts" | "sources">,
    request,
  ): Promise<Response<{ artifact: QaArtifact | null; from: QaArtifact }>> {
    const { artifact_id, file } = request.payload;
    const found = await findArtifact(deps.ledger, artifact_id);
    if (found.kind === "refused") return refused(found);
    const { artifact: from, stream } = found;
    const bytes =
      file === undefined
        ? await deps.qaArtifacts.read(from.handle, from.digest)
        : await readWhole(deps, file);
    if (bytes === null || createHash("sha256").update(bytes).digest("hex") !== from.digest)
      return refused(otherBytes(from, bytes === null));
    if (request.options?.dry_run === true)
      return told({ artifact: null, from }, [{ code: "dry_run", message: "nothing was written" }]);
    const key = from.handle.backend === "local" ? from.handle.path : from.handle.key;
    const type = from.handle.content_type ?? "application/octet-stream";
    const { handle, digest, bytes: size } = await deps.qaArtifacts.put(key, bytes, type);
    return answerSubject(deps, {
      function: "qa.artifact.rehome",
      request,
      place: { kind: "place", stream },
      choose(qa, context) {
        const { artifact_kind, description, qa_run_id: run_id } = from;
        const ask = { run_id, artifact_kind, description, handle, digest, bytes: size };
        const attached = attachArtifact(qa, ask, context);
        if (attached.kind === "refused") return attached;
        return { events: attached.events, result: { artifact: attached.result.artifact, from } };
      },
    });
  },
});

function otherBytes({ id, qa_run_id }: QaArtifact, isGone: boolean): QaRefusal {
  return {
    kind: "refused",
    code: "evidence_not_portable",
    why: isGone
      ? `the bytes of ${id} cannot be read from here; give a file with the same bytes`
      : `the file is not what ${id} holds: its digest is another; it is evidence of its own`,
    recover: `assay qa artifact add --run-id ${qa_run_id} --kind other --file evidence.txt`,
  };
}
