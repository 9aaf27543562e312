import type { Config, WatchedProduct } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import type { ReadDeps } from "./read-repository.ts";
import type { Week } from "./week.ts";

/** What a sweep reads and writes. */
export type SweepDeps = ReadDeps & Pick<Deps, "clock" | "holder" | "ids" | "secrets">;

/** One week of a product to be swept. */
export interface SweepRun {
  readonly organisation: string;
  readonly timeZone: string;
  readonly product: WatchedProduct;
  readonly week: Week;
  /** Whether a person asks for a week whose sweep was missed long ago. */
  readonly late: boolean;
  readonly config: Config;
}
