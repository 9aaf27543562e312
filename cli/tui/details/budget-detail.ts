import type { BudgetView } from "#knowledge";
import { groupName, modelWords, placeWords, spendWords, UNCAPPED } from "../../format/budget-words.ts";
import { duration } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Detail } from "../screen.ts";

/** Calls that a detail shows; `assay budget --calls` prints all of them. */
const CALLS_SHOWN = 50;

/** A group: what is left of its seven days, and when room comes back. */
export function groupDetail(group: BudgetView["groups"][number]): Detail {
  const { weeklyUSD, spentUSD, reservedUSD, leftUSD, roomAt, workflows, runs } = group;
  return detailOf([
    { kind: "title", text: `Group ${groupName(group)}` },
    { kind: "gap" },
    ...pair("left", leftUSD === null ? UNCAPPED : `$${leftUSD}`),
    ...pair("cap", weeklyUSD === null ? null : `$${weeklyUSD} in any seven days`),
    ...pair("spent", `$${spentUSD} in the last seven days`),
    ...pair("set aside", `$${reservedUSD}`),
    ...pair("runs", `${runs}`),
    ...pair("room", roomAt === null ? null : `comes back at ${untilSecond(roomAt)}`),
    ...pair("shared by", workflows.join(", ")),
    { kind: "gap" },
    { kind: "text", text: "For more room raise budget.weeklyUSD on every workflow of the group:" },
    { kind: "quote", text: ".assay/config.yaml" },
  ]);
}

/** A run: what each attempt spent, and beside it its calls, newest first. */
export function spendDetail(run: BudgetView["runs"][number], calls: BudgetView["calls"]): Detail {
  const all = calls ?? [];
  const left = all.length - CALLS_SHOWN;
  return {
    ...detailOf([
      { kind: "title", text: `$${run.spentUSD}` },
      { kind: "text", text: run.account, tone: "quiet" },
      { kind: "gap" },
      ...pair("calls", spendWords(run)),
      ...pair("last", untilSecond(run.at)),
      ...run.places.flatMap((place): Block[] => [
        { kind: "gap" },
        { kind: "heading", text: placeWords(place) },
        ...pair("cost", `$${place.spentUSD}`),
        ...pair("calls", spendWords(place)),
      ]),
    ]),
    evidence: [
      { kind: "heading", text: "calls" },
      ...all.slice(0, CALLS_SHOWN).flatMap(callBlocks),
      ...(left > 0
        ? [{ kind: "text", text: `and ${left} more: assay budget --calls`, tone: "quiet" } as const]
        : []),
    ],
  };
}

/** The model that is asked, with its price. */
export function modelDetail(model: BudgetView["model"]): Detail {
  return detailOf([
    { kind: "title", text: model?.name ?? "No model" },
    { kind: "gap" },
    { kind: "text", text: modelWords(model) },
  ]);
}

function callBlocks(call: NonNullable<BudgetView["calls"]>[number]): Block[] {
  const { purpose, model, state, costUSD, capUSD, inputTokens, outputTokens, latencyMs } = call;
  const tokens = inputTokens === null ? [] : [`${inputTokens} in, ${outputTokens} out`];
  const took = latencyMs === null ? [] : [duration(latencyMs)];
  return [
    { kind: "gap" },
    { kind: "text", text: `${purpose} · ${model ?? "no model"}`, tone: "name" },
    { kind: "text", text: [`$${costUSD} of $${capUSD}, ${state}`, ...tokens, ...took].join(" · ") },
    { kind: "text", text: `${untilSecond(call.at)} · ${placeWords(call)}`, tone: "quiet" },
  ];
}

function detailOf(blocks: readonly Block[]): Detail {
  return { path: null, blocks, evidence: [], links: [], tests: [] };
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}

function untilSecond(at: string): string {
  return at.replace(/\.\d+Z$/, "Z");
}
