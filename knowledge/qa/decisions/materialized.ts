import type { Requirement } from "../requirement.ts";

/** What became of the cases of the plans that were reached. Ids are the requirements'. */
export interface Materialized {
  /** Every plan that was reached, whether or not it gave a new row. */
  readonly plan_ids: readonly string[];
  readonly created: readonly Requirement[];
  /** Rows that were there and are as they were. */
  readonly confirmed: readonly string[];
  /** Rows that took an amended case in place. */
  readonly refreshed: readonly AmendedCase[];
  /** Failed rows that another row of the same case is to replace. */
  readonly replaced: readonly (AmendedCase & { readonly replacement_requirement_id: string })[];
  /** Judged rows that an amended case leaves as they were, with a command line that corrects them. */
  readonly kept: readonly (AmendedCase & { readonly why: string; readonly recover: string })[];
  /** Rows whose case is gone. */
  readonly waived: readonly { readonly requirement_id: string; readonly case_key: string }[];
}

export interface AmendedCase {
  readonly requirement_id: string;
  readonly case_key: string;
  /** Fields of the case's definition that differ. */
  readonly fields: readonly string[];
}
