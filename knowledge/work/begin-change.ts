import { refuseInGroup } from "../budget/group-money.ts";
import { microsOf } from "../budget/micros.ts";
import type { MoneyRefusal } from "../budget/money-room.ts";
import { type ChangeIdentity, changeStream } from "../change/change-events.ts";
import { CHANGE_RUN, lastRun, pendingEffects } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import { startRun } from "../change/start-run.ts";
import { withEvents } from "../change/with-events.ts";
import type { Config, Workflow } from "../config/config.ts";
import { decide } from "../ledger/decide.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange } from "../ports/forge.ts";
import { secretsMask } from "../store/secrets-mask.ts";

export interface BeginQuestion {
  readonly change: ForgeChange;
  readonly config: Config;
  readonly workflow: Workflow;
  /** Login of a builder that answers findings; null: only a bot's own change has one. */
  readonly builder: string | null;
  readonly note: string | null;
  /** Issue of ours that began the change, or null. */
  readonly issue: number | null;
  /** Says what would begin, and begins nothing. */
  readonly dryRun: boolean;
}

export type Begun =
  | { readonly kind: "started" | "planned" | "live"; readonly run: ChangeRun }
  /** Nothing was begun. */
  | { readonly kind: "refused"; readonly code: string; readonly why: string; readonly recover: string };

type BeginDeps = Pick<Deps, "ledger" | "clock" | "ids" | "person" | "secrets">;

/**
 * Begins a run of a change, before any step of it, unless one is live, the change is no longer open, or the budget of
 * the workflow's group has no room for an attempt. Errors: those of the ledger; secrets_unreadable.
 */
export async function beginChange(deps: BeginDeps, question: BeginQuestion): Promise<Begun> {
  const { change, config, workflow, builder, note, issue, dryRun } = question;
  const stream = changeStream(change.repository, change.number);
  const { state } = await readState(deps.ledger, stream, CHANGE_RUN);
  const last = lastRun(state);
  if (last !== null && last.ended === null) return { kind: "live", run: last };
  if (last !== null && pendingEffects(last).length > 0)
    return {
      kind: "refused",
      code: "run_unfinished",
      why: `run ${last.run} has ended, and what it decided is not all written yet`,
      recover: "`assay change work` writes it; then start again",
    };
  if (change.state !== "open")
    return {
      kind: "refused",
      code: "change_not_open",
      why: `${change.repository}#${change.number} is ${change.state}`,
      recover: "reopen it on the forge, or name another change",
    };
  const refusal = await roomForAttempt(deps, workflow, config);
  if (refusal !== null) return refusal;
  const mask = await secretsMask(deps.secrets);
  const start = {
    at: new Date(deps.clock.now()).toISOString(),
    by: await deps.person.name(),
    change: identityOf(change, config.forge.host, mask(change.title)),
    workflow,
    hasBuilder: builder !== null || change.author.endsWith("[bot]"),
    note: note === null ? null : mask(note),
    issue,
    secret: Buffer.from(deps.ids.random(16)).toString("hex"),
  };
  if (dryRun) {
    const { events } = startRun(state, start);
    return { kind: "planned", run: lastRun(withEvents(state, events)) as ChangeRun };
  }
  const { answer, state: after } = await decide(deps.ledger, stream, CHANGE_RUN, (now) =>
    startRun(now.state, start),
  );
  if (answer.kind === "live") return { kind: "live", run: answer.run };
  return { kind: "started", run: lastRun(after) as ChangeRun };
}

/** Each attempt is paid for when it begins; a run that could not pay for one is not begun. */
async function roomForAttempt(
  deps: Pick<Deps, "ledger" | "clock">,
  { budget, steps }: Workflow,
  { watch }: Config,
): Promise<MoneyRefusal | null> {
  const step = steps.find(({ agentRole }) => agentRole === "ci-resolver");
  if (budget === null || step === undefined) return null;
  return refuseInGroup(deps, {
    organisation: watch?.organisation ?? null,
    budget,
    capMicros: microsOf(step.maxBudgetUSD) ?? 0,
  });
}

function identityOf(change: ForgeChange, host: string, title: string): ChangeIdentity {
  const { repository, number, url, author, head, base } = change;
  return {
    host,
    repository,
    number,
    url,
    title,
    author,
    headRepository: head.repository ?? repository,
    headBranch: head.branch,
    baseBranch: base.branch,
  };
}
