import type { BudgetView } from "#knowledge";
import { counted } from "../terminal/age.ts";

type Spend = Pick<BudgetView["runs"][number], "overUSD" | "calls" | "inputTokens" | "outputTokens">;

/** Where in its run something was spent. */
export function placeWords({
  step,
  round,
  attempt,
}: Pick<BudgetView["runs"][number]["places"][number], "step" | "round" | "attempt">): string {
  const words = [
    ...(step === null ? [] : [step]),
    ...(round === null ? [] : [`round ${round}`]),
    ...(attempt === null ? [] : [`attempt ${attempt}`]),
  ];
  return words.length === 0 ? "elsewhere" : words.join(", ");
}

/** Calls and tokens of a sum, and what of it was more than had been set aside. */
export function spendWords({ calls, inputTokens, outputTokens, overUSD }: Spend): string {
  const tokens = `${counted(inputTokens, "token")} in, ${outputTokens.toLocaleString("en")} out`;
  const over = Number(overUSD) === 0 ? [] : [`$${overUSD} above what was set aside`];
  return [counted(calls, "call"), tokens, ...over].join(" · ");
}

type Group = BudgetView["groups"][number];

/** A group by its name, with the organisation whose money it is. */
export function groupName({ group, organisation }: Pick<Group, "group" | "organisation">): string {
  return organisation === null ? group : `${group} of ${organisation}`;
}

/** How a group stands, in a line. */
export function groupWords(group: Group): string {
  const { weeklyUSD, spentUSD, reservedUSD, leftUSD } = group;
  const spent = `$${spentUSD} spent in the last seven days, $${reservedUSD} set aside`;
  return weeklyUSD === null ? `${spent}; ${UNCAPPED}` : `$${leftUSD} left of $${weeklyUSD}: ${spent}`;
}

/** Said of a group that the settings here cap no more, or never did. */
export const UNCAPPED = "no workflow of these settings names this group";

/** The model that is asked, with its price, or what is missing. */
export function modelWords(model: BudgetView["model"]): string {
  if (model === null) return "no model is set: rules and people decide everything";
  const { name, price, from, listOf } = model;
  if (price === null)
    return `${name} has no price, so it is not asked: set one under prices in .assay/config.yaml`;
  const where = from === "list" ? `list price of ${listOf}` : "price of the settings";
  return `${name}: $${price.input} in, $${price.output} out a million tokens (${where})`;
}
