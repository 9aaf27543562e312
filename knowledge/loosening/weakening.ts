import type { LooseningKind } from "./loosening.ts";

/** In which way an assertion proves less than the one in whose place it stands, in words. */
export interface Weakening {
  readonly kind: LooseningKind;
  readonly why: string;
}

export function weakening(kind: LooseningKind, why: string): Weakening {
  return { kind, why };
}
