import { LARGEST_IMAGE, MOST_IMAGES, modelImage } from "../model/model-image.ts";
import type { Deps } from "../ports/deps.ts";
import type { ModelImage } from "../ports/model.ts";
import { WAY_OUT } from "../qa/decisions/way-out.ts";
import type { QaArtifact, QaRun } from "../qa/qa-run.ts";
import type { QaRefusal } from "../qa/refusal.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { byHand } from "./by-hand.ts";
import { mediaKind } from "./redact/media-kind.ts";
import { redactWords } from "./redact/redact-words.ts";

/** What a capture shows to who judges it. */
export interface JudgeEvidence {
  readonly kind: "evidence";
  /** In the order of their names. */
  readonly images: readonly ModelImage[];
  readonly pictures: readonly string[];
  /** Masked. */
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  /** What is neither a picture nor words, by name. */
  readonly leftOut: readonly string[];
}

/** Bytes of a text that is read at all. */
const LARGEST_TEXT = 16 * 1024 ** 2;
/** Kinds that are for a program alone. */
const FOR_PROGRAMS: ReadonlySet<QaArtifact["artifact_kind"]> = new Set<QaArtifact["artifact_kind"]>([
  "trace",
  "har",
]);

/**
 * Reads what a capture left behind, as a model can be shown it: pictures and words. Refused where there is nothing to look
 * at, and where a picture cannot be shown: nobody judges by a part of what was captured. Errors: those of the store.
 */
export async function judgeEvidence(
  { qaArtifacts }: Pick<Deps, "qaArtifacts">,
  { id, artifacts }: Pick<QaRun, "id" | "artifacts">,
  mask: SecretMask,
): Promise<JudgeEvidence | QaRefusal> {
  const images: ModelImage[] = [];
  const pictures: string[] = [];
  const texts: { name: string; text: string }[] = [];
  const leftOut: string[] = [];
  for (const artifact of artifacts) {
    const name = nameOf(artifact);
    const isPicture = artifact.artifact_kind === "screenshot";
    if (FOR_PROGRAMS.has(artifact.artifact_kind) || (!isPicture && artifact.bytes > LARGEST_TEXT)) {
      leftOut.push(name);
      continue;
    }
    if (isPicture && artifact.bytes > LARGEST_IMAGE)
      return byHand(id, `${artifact.id} has ${artifact.bytes} bytes, over the ${LARGEST_IMAGE} of a picture`);
    const bytes = await qaArtifacts.read(artifact.handle, artifact.digest);
    if (bytes === null)
      return {
        kind: "refused",
        code: "evidence_not_portable",
        why: `the bytes of ${artifact.id} cannot be read from here`,
        recover: `assay qa artifact rehome --artifact-id ${artifact.id} --file evidence.txt`,
      };
    const image = modelImage(bytes);
    if (image === null && isPicture) return byHand(id, `${artifact.id} is no picture that a model is shown`);
    const kind = mediaKind(bytes);
    if (image !== null && image.bytes.length <= LARGEST_IMAGE) {
      images.push(image);
      pictures.push(name);
    } else if (kind.kind === "text") texts.push({ name, text: redactWords(kind.text, mask) });
    else leftOut.push(name);
  }
  if (images.length > MOST_IMAGES)
    return byHand(id, `it has ${images.length} pictures, and a model is shown ${MOST_IMAGES} at most`);
  return images.length + texts.length === 0
    ? {
        kind: "refused",
        code: "evidence_missing",
        why: `${id} left nothing behind that a model can look at`,
        recover: WAY_OUT.addArtifact(id),
      }
    : { kind: "evidence", images, pictures, texts, leftOut };
}

function nameOf({ artifact_kind, handle, description }: QaArtifact): string {
  const key = handle.backend === "local" ? handle.path : handle.key;
  return `${artifact_kind}, ${key.slice(key.lastIndexOf("/") + 1)}, ${description}`;
}
