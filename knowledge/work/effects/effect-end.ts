import type { Found } from "../../telling/find-written.ts";

/** What became of the attempt to carry out an effect. */
export type EffectEnd =
  | { readonly kind: "done"; readonly url: string | null }
  /** The branch stands elsewhere, or the change is open no more: there is nothing to commit on. */
  | { readonly kind: "moved" }
  /** It is not taken, and trying again makes no difference. */
  | { readonly kind: "refused"; readonly why: string }
  /** It may have been written a moment ago by a process that is gone; the forge's lists tell for sure after this time. */
  | { readonly kind: "later"; readonly until: string };

/** What a look for the writing of an effect says of it; null where it surely was not written. */
export function foundEnd(found: Found): EffectEnd | null {
  if (found.kind === "missing") return null;
  return found.kind === "found" ? { kind: "done", url: found.url } : found;
}
