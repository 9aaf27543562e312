import type { LedgerEvent } from "../ports/ledger.ts";
import type { Week } from "./week.ts";

/**
 * What happens to the sweeps of a product, one stream `sweep/<organisation>.<product>`. Times are ISO 8601 in UTC. All v1.
 */
export interface SweepEvents {
  /** Somebody works on a week until this time; after it anybody may take it over. */
  "sweep.claimed": {
    readonly week: Week;
    readonly at: string;
    readonly holder: string;
    readonly until: string;
  };
  /** What was found, and what is about to be written, decided before it is. */
  "sweep.decided": {
    readonly week: Week;
    readonly at: string;
    /** Digest of the artifact that holds findings, report, and what later weeks compare with. */
    readonly content: string;
    readonly findings: number;
    /** Repository to which the report is proposed, or null where none could be read. */
    readonly home: string | null;
    readonly issue: PlannedIssue | null;
    /** Why no issue is to be opened, else null. */
    readonly why: string | null;
  };
  /** The forge is about to be asked to open the issue. */
  "sweep.writing": { readonly week: Week; readonly at: string };
  "sweep.done": {
    readonly week: Week;
    readonly at: string;
    /** The one issue, opened or found; null where none was to be opened or the forge did not take it. */
    readonly issue: { readonly number: number; readonly url: string } | null;
    /** Why there is no issue, else null. */
    readonly why: string | null;
  };
}

/** The one issue of a sweep, as it is written. */
export interface PlannedIssue {
  readonly repository: string;
  /** Of the finding that it is about. */
  readonly fingerprint: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

export type SweepEventType = keyof SweepEvents;

/** An event of a sweep, as it is appended. */
export function sweepEvent<Type extends SweepEventType>(type: Type, data: SweepEvents[Type]): LedgerEvent {
  return { type, v: 1, data: data as unknown as LedgerEvent["data"] };
}

/** Stream of the sweeps of a product. */
export function sweepStream(organisation: string, product: string): string {
  return `sweep/${organisation}.${product}`;
}
