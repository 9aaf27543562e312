import type { ModelCall, ModelImage } from "../ports/model.ts";

/** Pictures of one call. */
export const MOST_IMAGES = 8;
/** Bytes of one picture: what the strictest provider takes (Bedrock, 3.75 MB). */
export const LARGEST_IMAGE = 3_750_000;

/** How pictures begin, and what else stands in their first bytes. */
const MAGIC: readonly {
  readonly mediaType: ModelImage["mediaType"];
  readonly parts: readonly (readonly [at: number, hex: string])[];
}[] = [
  { mediaType: "image/png", parts: [[0, "89504e470d0a1a0a"]] },
  { mediaType: "image/jpeg", parts: [[0, "ffd8ff"]] },
  {
    mediaType: "image/webp",
    parts: [
      [0, "52494646"],
      [8, "57454250"],
    ],
  },
  { mediaType: "image/gif", parts: [[0, "47494638"]] },
];

/** Bytes as a picture for a model, by how they begin; null where they are none that every provider takes. Pure. */
export function modelImage(bytes: Uint8Array): ModelImage | null {
  const found = MAGIC.find(({ parts }) =>
    parts.every(([at, hex]) => Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString("hex") === hex),
  );
  return found === undefined ? null : { mediaType: found.mediaType, bytes };
}

/** Why the pictures of a call are not sent, or null: too many, too large, or no picture of the kind that is said. Pure. */
export function imagesFault({ messages }: Pick<ModelCall, "messages">): string | null {
  const images = messages.flatMap((message) => (message.role === "user" ? (message.images ?? []) : []));
  if (images.length > MOST_IMAGES) return `${images.length} pictures, over the ${MOST_IMAGES} of one call`;
  for (const [index, { mediaType, bytes }] of images.entries()) {
    if (bytes.length > LARGEST_IMAGE)
      return `picture ${index + 1} has ${bytes.length} bytes, over the ${LARGEST_IMAGE} of one`;
    if (modelImage(bytes)?.mediaType !== mediaType) return `picture ${index + 1} is no ${mediaType}`;
  }
  return null;
}
