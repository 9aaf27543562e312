import type { MoneyRefusal } from "../budget/money-room.ts";
import type { SweptWeek } from "./sweeps.ts";
import type { Week } from "./week.ts";

/** How a sweep ended. */
export type SweepOutcome =
  /** Done, now or before: a week of a product is swept once (C-080). */
  | { readonly kind: "swept" | "already"; readonly week: SweptWeek }
  | { readonly kind: "claimed-by-other"; readonly holder: string; readonly until: string }
  /** The workflow is off, or the product is the platform; nothing was read or written. */
  | { readonly kind: "skipped"; readonly why: string }
  /** No money is left; nothing was read or written. */
  | Pick<MoneyRefusal, "kind" | "code" | "why" | "recover" | "roomAt">
  /** The forge's lists do not tell yet whether its issue was opened. */
  | { readonly kind: "later"; readonly until: string; readonly week: SweptWeek }
  /** The week is not over, or its Monday has not come to seven o'clock. */
  | { readonly kind: "early"; readonly at: string }
  /** Its sweep was missed by too long to be made up for (more than 6 days). */
  | { readonly kind: "missed"; readonly dueAt: string; readonly asked: Week };
