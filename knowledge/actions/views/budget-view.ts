import * as z from "zod/mini";

const usd = () => z.string().check(z.describe("a decimal number of USD"));
const time = () => z.string().check(z.describe("ISO 8601, UTC"));

const spend = () => ({
  spentUSD: usd().check(z.describe("what it cost; what nobody has settled counts with its cap")),
  overUSD: usd().check(z.describe("part of it that was above what had been set aside")),
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
});

const group = () =>
  z.object({
    group: z.string(),
    organisation: z
      .nullable(z.string())
      .check(z.describe("whose money it is; null where the settings it was spent by name none")),
    workflows: z.array(z.string()).check(z.describe("workflows of the settings that share it")),
    weeklyUSD: z
      .nullable(usd())
      .check(z.describe("cap for any seven days; null where no workflow names the group")),
    spentUSD: usd().check(z.describe("settled or expired in the seven days that end now")),
    reservedUSD: usd().check(z.describe("set aside for what runs")),
    leftUSD: z.nullable(usd()),
    roomAt: z
      .nullable(time())
      .check(z.describe("when some of it comes back next; null where nothing is spent")),
    runs: z.int().check(z.describe("runs that count in these seven days")),
  });

const run = () =>
  z.object({
    account: z.string(),
    at: time().check(z.describe("ISO 8601, UTC: when something was last written there")),
    ...spend(),
    places: z.array(
      z.object({
        step: z.nullable(z.string()),
        round: z.nullable(z.int()),
        attempt: z.nullable(z.int()),
        ...spend(),
      }),
    ),
  });

const call = () =>
  z.object({
    account: z.string(),
    id: z.string(),
    at: time(),
    purpose: z.string(),
    model: z.nullable(z.string()),
    step: z.nullable(z.string()),
    round: z.nullable(z.int()),
    attempt: z.nullable(z.int()),
    by: z.nullable(z.string()),
    state: z
      .enum(["reserved", "expired", "settled", "released"])
      .check(z.describe("expired: nobody said what it cost, so it counts with its cap")),
    capUSD: usd(),
    costUSD: usd(),
    inputTokens: z.nullable(z.int()),
    cacheReadTokens: z.nullable(z.int()),
    cacheWriteTokens: z.nullable(z.int()),
    outputTokens: z.nullable(z.int()),
    latencyMs: z.nullable(z.number()),
  });

/** What was spent on models, and what is left. */
export const BudgetView = z.lazy(() =>
  z.object({
    model: z
      .nullable(
        z.object({
          name: z.string(),
          price: z
            .nullable(z.object({ input: z.number(), output: z.number() }))
            .check(z.describe("USD a million tokens; null: it has none and is not asked")),
          from: z
            .nullable(z.enum(["settings", "list"]))
            .check(z.describe("settings of the project, or the built-in list")),
          listOf: z.string().check(z.describe("day of the built-in list")),
        }),
      )
      .check(z.describe("null where the settings name none")),
    groups: z.array(group()),
    runs: z.array(run()).check(z.describe("newest first")),
    total: z.int().check(z.describe("runs in all")),
    totalUSD: usd().check(z.describe("spent on all runs, ever")),
    calls: z
      .nullable(z.array(call()))
      .check(z.describe("of the runs above, newest first; null where not asked for")),
  }),
);
export type BudgetView = z.output<typeof BudgetView>;
