import type { ModelImage } from "../../../knowledge/ports/model.ts";

const padded = (...first: readonly number[]) => Uint8Array.from([...first, ...Array<number>(16).fill(1)]);

/** Beginnings of pictures of every kind that models take. */
export const SAMPLE_IMAGES = [
  { mediaType: "image/png", bytes: padded(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { mediaType: "image/jpeg", bytes: padded(0xff, 0xd8, 0xff, 0xe0) },
  { mediaType: "image/webp", bytes: padded(...Buffer.from("RIFF\u0001\u0001\u0001\u0001WEBP")) },
  { mediaType: "image/gif", bytes: padded(...Buffer.from("GIF89a")) },
] as const satisfies readonly ModelImage[];
