import { createHash } from "node:crypto";
import { type QaIdKind, qaId, randomDigits } from "../qa-id.ts";

/** The `index`-th new id of a kind that a seed gives: the same arguments, the same id. Pure. */
export function freshId(seed: Uint8Array, owner: string, kind: QaIdKind, index = 0): string {
  return qaId(owner, kind, drawn(seed, `${kind} ${index}`));
}

/** Name of a materialisation that a seed gives. Pure. */
export function materializationId(seed: Uint8Array): string {
  return `mat-${randomDigits(drawn(seed, "materialization"))}`;
}

function drawn(seed: Uint8Array, purpose: string): Uint8Array {
  return createHash("sha256").update(seed).update(purpose).digest();
}
