import type { RepositoryName } from "./forge.ts";
import type { History } from "./history.ts";
import type { Journal } from "./journal.ts";
import type { Ledger } from "./ledger.ts";

/** What is remembered of each repository, where one host works for several. */
export interface Memories {
  of(repository: RepositoryName): Promise<Memory>;
}

/** What a clone of one repository remembers, and of no other: each port as it is for that clone, with its errors. */
export interface Memory {
  /** What was learned of the repository and what persons ruled over its records; of all else what the ledger has. */
  readonly ledger: Ledger;
  /** What that ledger tells of single records. */
  readonly journal: Journal;
  readonly history: History;
}
