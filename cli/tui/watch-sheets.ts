import type { BudgetView, WatchList, WatchStatus } from "#knowledge";
import { groupName } from "../format/budget-words.ts";
import { answerWords, checkName } from "../format/watch-words.ts";
import type { Sheet } from "./state.ts";

type Confirm = Extract<Sheet, { kind: "confirm" }>;
type Money = Pick<BudgetView, "groups" | "model">;

/** What a look at a default branch will do, and what it may cost; `limit` is that of one triage, in USD. */
export function lookConfirmation(
  { repository, branch, organisation, failures }: WatchStatus,
  limit: string | null,
  { groups, model }: Money,
): Confirm {
  const due = failures.filter(({ state }) => state === "due");
  const cost =
    limit === null
      ? "nothing: triages are turned off in the settings"
      : model === null
        ? "nothing: no model is set, rules decide"
        : `at most $${limit} a triage, where rules do not settle it; ${leftWords(groups, organisation)}`;
  return {
    kind: "confirm",
    title: `Look at ${repository} now`,
    facts: [
      ["branch", `${branch ?? "the default branch"} of ${repository}, which is read and never written to`],
      [
        "due",
        due.length === 0
          ? "nothing is known to be"
          : due
              .map(({ answer, checks }) => `${answerWords(answer)} (${checks.map(checkName).join(", ")})`)
              .join("; "),
      ],
      [
        "effect",
        "what is new is kept, and what is due is done: a new failure is triaged and may open one issue; a known one is told on its issue, or opens it again; what its runs left is learned from and may be proposed by a pull request",
      ],
      ["may cost", cost],
    ],
    act: { verb: "look", repository },
  };
}

/** What a sweep of a product will do, and what it may cost. */
export function sweepConfirmation(
  product: string,
  { repositories, organisation, limits }: WatchList,
  { groups }: Pick<Money, "groups">,
): Confirm {
  const own = repositories.flatMap((one) => (one.product === product ? [one.repository] : []));
  return {
    kind: "confirm",
    title: `Sweep the newest week of ${product}`,
    facts: [
      ["reads", `a week of CI of ${own.join(", ")}, at the forge; nothing is run again`],
      [
        "effect",
        "a week is swept once: at most one issue is opened, and the report is proposed by a pull request from a branch of its own",
      ],
      [
        "may cost",
        `$${limits.sweepUSD ?? "0.00"} are set aside before it begins, and given back as far as they are not spent; ${leftWords(groups, organisation)}`,
      ],
    ],
    act: { verb: "sweep", product },
  };
}

/** What is left of the groups that an organisation's runs are paid from. */
function leftWords(groups: Money["groups"], organisation: string): string {
  const own = groups.filter((group) => group.organisation === organisation);
  if (own.length === 0) return "no group has a cap";
  return own
    .map((group) =>
      group.leftUSD === null
        ? `${groupName(group)} has no cap`
        : `$${group.leftUSD} of $${group.weeklyUSD} are left to ${groupName(group)}`,
    )
    .join(", ");
}
