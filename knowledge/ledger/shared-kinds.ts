import { streamKind } from "./batch.ts";

/**
 * Kinds of streams that a team shares through git. The others are of one clone: that a person let a command run here
 * (`command`) lets nobody run it elsewhere.
 */
const SHARED_KINDS = [
  "budget",
  "change",
  "execution",
  "item",
  "learning",
  "person",
  "request",
  "seat",
  "sweep",
  "watch",
] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/** The kind of a stream that is shared, or null. */
export function sharedKind(stream: string): SharedKind | null {
  const kind = streamKind(stream);
  return SHARED_KINDS.find((one) => one === kind) ?? null;
}
