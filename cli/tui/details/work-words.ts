import type { ItemShown, ItemStatus, RequirementView } from "#knowledge";
import type { Row } from "../screen.ts";

type Claim = NonNullable<NonNullable<ItemShown["result"]>["item"]["claim"]>;

/** How each status of an item looks; it is said as a word too. */
export const STATUS_SIGNS = {
  defining: { symbol: "○", word: "defining", tone: "plain" },
  implementing: { symbol: "○", word: "implementing", tone: "plain" },
  "reviewing-implementation": { symbol: "◐", word: "reviewing", tone: "warn" },
  "reviewed-implementation": { symbol: "●", word: "reviewed", tone: "name" },
  release: { symbol: "●", word: "release", tone: "name" },
  done: { symbol: "✓", word: "done", tone: "good" },
  cancelled: { symbol: "×", word: "cancelled", tone: "quiet" },
  stopped: { symbol: "×", word: "stopped", tone: "quiet" },
} as const satisfies Record<ItemStatus, Row["sign"]>;

/** How each standing of a requirement looks. A discharge looks like no pass. */
export const STANDING_SIGNS = {
  satisfied: { symbol: "✓", word: "satisfied", tone: "good" },
  failed: { symbol: "✗", word: "failed", tone: "bad" },
  undetermined: { symbol: "?", word: "undetermined", tone: "warn" },
  unmet: { symbol: "○", word: "unmet", tone: "plain" },
  pending: { symbol: "◐", word: "pending", tone: "warn" },
  waived: { symbol: "~", word: "waived", tone: "warn" },
  superseded: { symbol: "×", word: "superseded", tone: "quiet" },
  retracted: { symbol: "×", word: "retracted", tone: "quiet" },
} as const satisfies Record<RequirementView["standing"]["word"], Row["sign"]>;

/** How each outcome of a clause looks. */
export const CLAUSE_SIGNS = {
  passed: { symbol: "✓", word: "passed", tone: "good" },
  failed: { symbol: "✗", word: "failed", tone: "bad" },
  not_evaluated: { symbol: "·", word: "not evaluated", tone: "quiet" },
} as const satisfies Record<RequirementView["standing"]["clauses"][number]["outcome"], Row["sign"]>;

/** How each verdict of a run looks; null: it is open. */
export const QA_VERDICT_SIGNS = {
  pass: { symbol: "✓", word: "pass", tone: "good" },
  fail: { symbol: "✗", word: "fail", tone: "bad" },
  undetermined: { symbol: "?", word: "undetermined", tone: "warn" },
  error: { symbol: "!", word: "error", tone: "bad" },
} as const satisfies Record<string, Row["sign"]>;

export const OPEN_RUN = { symbol: "◐", word: "open", tone: "warn" } as const satisfies Row["sign"];

/** Who works on it, with the session where there is one. */
export function claimWords({ actor_id, session_id }: Claim): string {
  return session_id === null ? actor_id : `${actor_id} (session ${session_id})`;
}

/** `2 passed, 1 open`, the largest first. */
export function countWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([word, count]) => `${count.toLocaleString("en")} ${word.replaceAll("_", " ")}`)
    .join(", ");
}
