import type { Measured, MeasuredUse } from "./measured.ts";

export type UnitUse = Omit<MeasuredUse, "runs" | "messages">;

/** What one of each thing takes, out of what was measured of many. */
export interface UnitUses {
  /** A look, but for what it reads. */
  readonly look: Pick<UnitUse, "requests">;
  /** Read units of a look for each repository of the table: those of all organisations. */
  readonly lookReads: number;
  /** A commit: the looks that see something new of it, and at what failed. */
  readonly push: UnitUse;
  /** A commit whose run left no reports. */
  readonly pull: UnitUse;
  /** A failure, triaged or told on the issue that there is. */
  readonly failure: UnitUse;
  /** A week of a product, and the mornings on which it is found to be swept. */
  readonly sweep: UnitUse;
  readonly proposal: UnitUse;
}

const KEYS = ["github", "requests", "read", "written", "puts", "gets"] as const;

/** Divides what was measured by what it was for. Pure. */
export function unitUses(measured: Measured): UnitUses {
  const { functions, pushes, failures, sweeps, looks, quietLook, repositories } = measured;
  const per = (name: string, count: number, fixed: Partial<UnitUse> = {}): UnitUse =>
    mapped((key) => Math.max(0, (functions[name]?.[key] ?? 0) - looks * (fixed[key] ?? 0)) / count);
  return {
    look: { requests: quietLook.requests },
    lookReads: quietLook.read / repositories,
    push: per("watch", pushes, quietLook),
    pull: per("learn", pushes),
    failure: per("triage", failures),
    sweep: per("sweep", sweeps),
    proposal: per("propose", sweeps),
  };
}

/** The sum of some of them, each so many times. Pure. */
export function summed(parts: readonly (readonly [use: UnitUse, times: number])[]): UnitUse {
  return mapped((key) => parts.reduce((sum, [use, times]) => sum + use[key] * times, 0));
}

function mapped(of: (key: (typeof KEYS)[number]) => number): UnitUse {
  return Object.fromEntries(KEYS.map((key) => [key, of(key)])) as unknown as UnitUse;
}
