import type { EvidenceSink } from "../reader.ts";

/** One total as the report states it (undefined where it does not) and as its tests add up to. */
export interface DeclaredTotal {
  readonly what: string;
  readonly stated: number | undefined;
  readonly read: number;
}

/**
 * Notes the totals that claim more than the report lists (`inconsistent`): those tests ran and are not here.
 * Fewer are no contradiction: many writers leave totals at 0 or know of no retries, and what is listed counts.
 */
export function checkTotals(sink: EvidenceSink, line: number, totals: readonly DeclaredTotal[]): void {
  const wrong = totals.filter(({ stated, read }) => stated !== undefined && stated > read);
  if (wrong.length === 0) return;
  const said = wrong.map(({ what, stated, read }) => `${stated} ${what} stated, ${read} read`).join("; ");
  sink.note({ kind: "inconsistent", line, message: said });
}
