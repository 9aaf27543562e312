import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { findArtifact } from "./find-artifact.ts";
import { text } from "./payload-parts.ts";
import { ArtifactOut } from "./views/qa-rows.ts";

/** Bytes of an artifact that an answer holds. */
const MOST = 16 * 1024 ** 2;

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      artifact_id: text(200),
      content: z._default(z.boolean(), true).check(z.describe("false: only what is known of it")),
    }),
  ),
);
export const ArtifactRead = z.lazy(() =>
  responseOf(
    z.object({
      artifact: ArtifactOut,
      requirement_id: z.string(),
      text: z.nullable(z.string()).check(z.describe("where it is UTF-8")),
      base64: z.nullable(z.string()).check(z.describe("where it is not")),
    }),
  ),
);
export type ArtifactRead = z.output<typeof ArtifactRead>;

/** What a run left behind, checked against its digest. Errors: artifact_corrupt, those of the ledger and the store. */
export const qaArtifactRead = operation({
  id: "qa.artifact.read",
  title: "Read what a run left behind",
  input: Input,
  output: ArtifactRead,
  writes: false,
  async run(
    { ledger, qaArtifacts }: Pick<Deps, "ledger" | "qaArtifacts">,
    { payload: { artifact_id, content } },
  ): Promise<ArtifactRead> {
    const found = await findArtifact(ledger, artifact_id);
    if (found.kind === "refused") return refused(found);
    const { artifact, run } = found;
    const known = { artifact, requirement_id: run.qa_requirement_id };
    if (!content) return told({ ...known, text: null, base64: null });
    if (artifact.pruned_at !== undefined) return refused(goneSince(artifact.id, artifact.pruned_at));
    const again = `assay qa artifact rehome --artifact-id ${artifact.id} --file evidence.txt`;
    if (artifact.bytes > MOST)
      return refused({
        kind: "refused",
        code: "precondition_failed",
        why: `${artifact.id} has ${artifact.bytes} bytes, over the ${MOST} that an answer holds`,
        recover: `assay qa artifact read --artifact-id ${artifact.id} --no-content`,
      });
    const bytes = await qaArtifacts.read(artifact.handle, artifact.digest);
    if (bytes === null)
      return refused({
        kind: "refused",
        code: "evidence_not_portable",
        why: `the bytes of ${artifact.id} cannot be read from here: they are in ${artifact.handle.backend === "s3" ? `bucket ${artifact.handle.bucket}` : "another clone"}, or gone`,
        recover: again,
      });
    const asText = utf8Of(bytes);
    return told({
      ...known,
      text: asText,
      base64: asText === null ? Buffer.from(bytes).toString("base64") : null,
    });
  },
});

function goneSince(id: string, at: string): QaRefusal {
  return {
    kind: "refused",
    code: "evidence_not_portable",
    why: `the bytes of ${id} are gone since ${at}: they were old, nothing stood on them, and they were pruned; a copy of them can be kept again`,
    recover: `assay qa artifact read --artifact-id ${id} --no-content`,
  };
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return decoded.includes("\0") ? null : decoded;
  } catch {
    return null;
  }
}
