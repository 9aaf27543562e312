import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { redactEvidence } from "../../execute/redact/redact-evidence.ts";
import type { Deps } from "../../ports/deps.ts";
import type { StoredArtifact, StoredHandle } from "../../ports/qa-artifacts.ts";
import { attachArtifact } from "../../qa/decisions/attach-artifact.ts";
import { findRun } from "../../qa/decisions/find-row.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import type { QaArtifact } from "../../qa/qa-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { artifactPlace } from "./artifact-place.ts";
import { ARTIFACT_KINDS } from "./artifact-words.ts";
import { type Response, requestOf, responseOf, type Warning } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";
import { projectName } from "./project-name.ts";
import { readSubject } from "./read-subject.ts";
import { readWhole } from "./read-whole.ts";
import { ArtifactOut } from "./views/qa-rows.ts";

/** Where stored bytes are. A bare path is none. */
const Handle = z.discriminatedUnion("backend", [
  z.strictObject({
    backend: z.literal("local"),
    path: text(900),
    content_type: z.exactOptional(text(200)),
  }),
  z.strictObject({
    backend: z.literal("s3"),
    bucket: text(200),
    key: text(900),
    content_type: z.exactOptional(text(200)),
  }),
]);

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      artifact_kind: z.enum(ARTIFACT_KINDS),
      description: z._default(z.string().check(z.maxLength(1_000)), ""),
      file: z
        .exactOptional(text(4_000))
        .check(z.describe("a file of this machine, which is masked and stored; `-` is standard input")),
      filename: z.exactOptional(text(200)).check(z.describe("what it is called; else as the file")),
      handle: z
        .exactOptional(z.union([Handle, z.string()]))
        .check(z.describe("bytes that were stored by a presigned upload; a bare path is refused")),
    }),
  ),
);
const Output = z.lazy(() =>
  responseOf(
    z.object({
      artifact: z.nullable(ArtifactOut).check(z.describe("null where nothing was to be written")),
    }),
  ),
);

type Needs = SubjectDeps & Pick<Deps, "qaArtifacts" | "repository" | "sources" | "zips">;
type Payload = z.output<typeof Input>["payload"];
type Answer = Response<{ artifact: QaArtifact | null }>;

/**
 * Keeps what a run left behind: masked, stored, then recorded by its handle. Errors: those of `answerSubject`, of the
 * sources and of the store.
 */
export const qaArtifactAdd = operation({
  id: "qa.artifact.add",
  title: "Keep what a run left behind",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: Needs, request): Promise<Answer> {
    const place = placeOfRow("qa.artifact.add", request.target, "run");
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const found = findRun(read.qa, place.id);
    if (found.kind === "refused") return refused(found);

    const given = await givenBytes(deps, request.payload, place.id);
    if (given.kind === "refused") return refused(given);
    const mask = await secretsMask(deps.secrets);
    const safe = await redactEvidence(deps.zips, given, mask);
    if (safe.kind === "refused") return refused({ ...safe, recover: WAY_OUT.addArtifact(place.id) });
    const warnings: Warning[] = safe.notes.map((message) => ({ code: "evidence_left_out", message }));
    if (request.options?.dry_run === true)
      return told({ artifact: null }, [...warnings, { code: "dry_run", message: "nothing was written" }]);

    const stored = await keep(deps, given, safe, place.id);
    if (given.handle !== null && stored.handle !== given.handle)
      warnings.push({
        code: "evidence_masked",
        message:
          "what was uploaded holds what may not be kept: a masked copy of it is what counts; remove the upload",
      });
    const { artifact_kind, description } = request.payload;
    const response: Answer = await answerSubject(deps, {
      function: "qa.artifact.add",
      request,
      place,
      choose: (qa, context) =>
        attachArtifact(
          qa,
          { run_id: place.id, artifact_kind, description: mask(description), ...stored },
          context,
        ),
    });
    return { ...response, warnings: [...response.warnings, ...warnings] };
  },
});

interface Given {
  readonly kind: "given";
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where they are already, or null. */
  readonly handle: StoredHandle | null;
}

async function givenBytes(
  deps: Pick<Deps, "qaArtifacts" | "sources">,
  { file, filename, handle }: Payload,
  run: string,
): Promise<Given | QaRefusal> {
  const notPortable = (why: string): QaRefusal => ({
    kind: "refused",
    code: "evidence_not_portable",
    why,
    recover: WAY_OUT.addArtifact(run),
  });
  if ((file === undefined) === (handle === undefined))
    return notPortable("an artifact is given by its file, or by the handle of stored bytes: by one of them");
  if (file !== undefined) {
    const name = filename ?? (file === "-" ? "evidence.txt" : file);
    return { kind: "given", name, bytes: await readWhole(deps, file), handle: null };
  }
  if (handle === undefined || typeof handle === "string")
    return notPortable("a bare path is found on one machine only: give the file, or a typed handle");
  const bytes = await deps.qaArtifacts.read(handle);
  const key = handle.backend === "local" ? handle.path : handle.key;
  if (bytes === null) return notPortable(`there is nothing at ${key} that can be read from here`);
  return { kind: "given", name: filename ?? key, bytes, handle };
}

/** Stores what was masked; what is stored already, and held nothing to mask, stays where it is. */
async function keep(
  deps: Pick<Deps, "configFile" | "qaArtifacts" | "repository">,
  { bytes, handle, name }: Given,
  safe: { readonly bytes: Uint8Array; readonly contentType: string },
  run: string,
): Promise<StoredArtifact> {
  const digest = createHash("sha256").update(safe.bytes).digest("hex");
  if (handle !== null && Buffer.compare(bytes, safe.bytes) === 0)
    return { handle, digest, bytes: safe.bytes.length };
  const key = artifactPlace(await projectName(deps), run, name, digest);
  return deps.qaArtifacts.put(key, safe.bytes, safe.contentType);
}
