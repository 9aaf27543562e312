import type { RequirementState } from "../qa/subject-state.ts";
import type { Claim, Item, ItemState } from "./item-state.ts";

/** What lists show of an item. Null fields: the stream holds no item yet. */
export interface ItemSummary {
  readonly key: string | null;
  readonly title: string | null;
  readonly kind: Item["kind"] | null;
  readonly status: Item["status"] | null;
  readonly project: string | null;
  readonly delivery_env: string | null;
  readonly claim: Claim | null;
  /** How many tasks stand in each status. */
  readonly tasks: Readonly<Record<string, number>>;
  /** How many requirements stand in each {@link LastWord}; only a gate says whether that is enough. */
  readonly requirements: Readonly<Partial<Record<LastWord, number>>>;
  /** Requirements that block and were neither discharged nor passed by their newest run. */
  readonly open: number;
}

/** What was last said of a requirement: its discharge, else the verdict of its newest completed run. */
export type LastWord =
  | "retracted"
  | "superseded"
  | "waived"
  | "passed"
  | "failed"
  | "undetermined"
  | "error"
  | "pending"
  | "unmet";

/** The summary of a state, without judging it: no clock and no commit is looked at. Pure. */
export function itemSummary({ item, qa }: ItemState): ItemSummary {
  const requirements: Partial<Record<LastWord, number>> = {};
  let open = 0;
  for (const requirement of Object.values(qa.requirements)) {
    const word = lastWord(requirement);
    requirements[word] = (requirements[word] ?? 0) + 1;
    if (requirement.row.blocking_mode === "blocking" && !SETTLED.has(word)) open += 1;
  }
  const tasks: Record<string, number> = {};
  for (const { status } of Object.values(item?.tasks ?? {})) tasks[status] = (tasks[status] ?? 0) + 1;
  return {
    key: item?.key ?? null,
    title: item?.title ?? null,
    kind: item?.kind ?? null,
    status: item?.status ?? null,
    project: item?.project ?? null,
    delivery_env: item?.delivery_env ?? null,
    claim: item?.claim ?? null,
    tasks,
    requirements,
    open,
  };
}

const SETTLED: ReadonlySet<LastWord> = new Set<LastWord>(["retracted", "superseded", "waived", "passed"]);

const SAID = { pass: "passed", fail: "failed", undetermined: "undetermined", error: "error" } as const;

function lastWord({ row, runs }: RequirementState): LastWord {
  if (row.retracted_at !== null) return "retracted";
  if (row.superseded_at !== null) return "superseded";
  if (row.waived_at !== null) return "waived";
  const verdict = runs.findLast((run) => run.verdict !== null)?.verdict ?? null;
  if (verdict !== null) return SAID[verdict];
  return runs.length === 0 ? "unmet" : "pending";
}
