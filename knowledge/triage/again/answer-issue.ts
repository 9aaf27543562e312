import type { Config } from "../../config/config.ts";
import { AssayError } from "../../errors.ts";
import { decide } from "../../ledger/decide.ts";
import { goneHolders } from "../../ledger/gone-holders.ts";
import { readState } from "../../ledger/read-state.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { callPerson } from "../../telling/call-person.ts";
import { type Found, findComment } from "../../telling/find-written.ts";
import { isFinalRefusal } from "../../telling/is-final-refusal.ts";
import { effectKey } from "../../telling/mark.ts";
import { tellRefusal } from "../../telling/open-issue.ts";
import type { CallReason } from "../../telling/person-call.ts";
import { claimAnswer } from "../../watch/claim-answer.ts";
import { WATCH } from "../../watch/watch.ts";
import { type WatchEvents, watchEvent } from "../../watch/watch-events.ts";
import { type FailureState, isDue, type WatchState } from "../../watch/watch-state.ts";
import { watchStream } from "../../watch/watch-stream.ts";
import { CALLS } from "./again-comment.ts";
import { writeAgain } from "./write-again.ts";

export type AgainDeps = Pick<Deps, "clock" | "forge" | "holder" | "ids" | "ledger" | "secrets" | "webhook">;

export interface AgainRun {
  readonly organisation: string;
  readonly repository: RepositoryName;
  readonly failure: string;
  /** Who works on it. */
  readonly holder: string;
  readonly config: Config;
}

export type AgainOutcome =
  | {
      readonly kind: "done";
      readonly answer: "comment" | "reopen";
      /** The issue that was told; null where the forge did not take it. */
      readonly issue: number | null;
      readonly url: string | null;
      /** Why the forge did not take it, masked, or null. */
      readonly refused: string | null;
      /** Why the webhook was not told that a person is needed, or null. */
      readonly untold: string | null;
    }
  | { readonly kind: "answered" }
  | { readonly kind: "claimed-by-other"; readonly holder: string; readonly until: string }
  /** The forge's lists do not tell yet whether it was told; it stays due. */
  | { readonly kind: "later"; readonly until: string | null };

/**
 * Tells an issue of ours that its checks fail again, or opens it again for a person: once, whoever was killed over it.
 * The comment is written last and bears the mark, so where it is there, everything is. Errors: failure_unknown, those of
 * the forge that may pass, and of the ledger.
 */
export async function answerIssue(deps: AgainDeps, run: AgainRun): Promise<AgainOutcome> {
  const { ledger, clock } = deps;
  const { organisation, repository, failure: id, holder } = run;
  const stream = watchStream(organisation, repository);
  const { state } = await readState(ledger, stream, WATCH);
  const before = state.failures.find((one) => one.failure === id);
  // Told before it was lost: what is due there is due once it is back.
  if (state.lost !== null && before !== undefined && isDue(before)) return { kind: "later", until: null };
  const other = before?.claim?.holder;
  const isGone = await goneHolders(deps, other === undefined ? [] : [other]);
  const claim = { failure: id, of: "issue", holder, isGone } as const;
  const { answer } = await decide(ledger, stream, WATCH, (now) =>
    claimAnswer(now.state, { ...claim, now: clock.now() }),
  );
  if (answer.kind === "unknown") throw new AssayError("failure_unknown", { repository, failure: id });
  if (answer.kind === "answered") return { kind: "answered" };
  if (answer.kind === "claimed-by-other") return answer;
  return tell(deps, run, { stream, failure: answer.failure, state });
}

interface Claimed {
  readonly stream: string;
  readonly failure: FailureState;
  readonly state: WatchState;
}

async function tell(
  deps: AgainDeps,
  run: AgainRun,
  { stream, failure, state }: Claimed,
): Promise<AgainOutcome> {
  const { answer, begun } = failure;
  if (answer.kind !== "comment" && answer.kind !== "reopen") return { kind: "answered" };
  const repository = state.renamedTo === null ? run.repository : (state.renamedTo as RepositoryName);
  const mask = await secretsMask(deps.secrets);
  const found: Found =
    begun === null ? { kind: "missing" } : await lookForComment(deps, repository, answer.issue, begun);
  if (found.kind === "later") {
    await giveBack(deps, run, stream);
    return found;
  }
  let url = found.kind === "found" ? found.url : null;
  let refused: string | null = null;
  if (url === null) {
    const key = begun?.key ?? newKey(deps, run);
    const at = iso(deps);
    if (!(await append(deps, run, stream, "answer.begun", { failure: failure.failure, at, key })))
      return { kind: "later", until: null };
    const writing = { repository, failure, answer, key, suspect: suspectOf(state, answer.issue) };
    const written = await tryWriting(deps, { ...writing, labels: run.config.labels, mask });
    url = written.url;
    refused = written.refused;
  }
  const issue = refused === null ? answer.issue : null;
  const done = { failure: failure.failure, at: iso(deps), issue, url, micros: 0, refused };
  if (!(await append(deps, run, stream, "answer.done", done))) return { kind: "later", until: null };
  // Rather once too little than twice: only after it was noted that the issue was told.
  const reason = reasonOf(run, failure, url);
  const untold = reason === null ? null : await callPerson(deps, run.config.webhook, reason, { mask });
  return { kind: "done", answer: answer.kind, issue, url, refused, untold };
}

async function tryWriting(
  deps: AgainDeps,
  writing: Parameters<typeof writeAgain>[1],
): Promise<{ readonly url: string | null; readonly refused: string | null }> {
  try {
    return { url: await writeAgain(deps, writing), refused: null };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return { url: null, refused: tellRefusal(error, writing) };
  }
}

/** The comment that bears the mark, written by a process that did not say so. */
async function lookForComment(
  deps: Pick<Deps, "clock" | "forge">,
  repository: RepositoryName,
  on: number,
  begun: NonNullable<FailureState["begun"]>,
): Promise<Found> {
  try {
    return await findComment(deps, { repository, key: begun.key, begunAt: begun.at, on });
  } catch (error) {
    // Gone with its issue: then writing is refused.
    if (error instanceof AssayError && error.code === "forge_missing") return { kind: "missing" };
    throw error;
  }
}

/** The change that the triage which opened the issue pointed to. */
function suspectOf({ failures }: WatchState, issue: number): number | null {
  return failures.find(({ done }) => done?.issue === issue)?.decided?.decision.suspect ?? null;
}

function newKey({ ids }: Pick<Deps, "ids">, { repository, failure }: AgainRun): string {
  return effectKey(repository, "again", failure, Buffer.from(ids.random(16)).toString("hex"));
}

/** Only while it is this process's; false where somebody has taken it over or it is done. */
async function append<Type extends "answer.begun" | "answer.done" | "answer.claimed">(
  { ledger }: Pick<Deps, "ledger">,
  { failure: id, holder }: AgainRun,
  stream: string,
  type: Type,
  data: WatchEvents[Type],
): Promise<boolean> {
  const { answer } = await decide(ledger, stream, WATCH, ({ state }) => {
    const failure = state.failures.find((one) => one.failure === id);
    const isOurs = failure?.claim?.holder === holder && failure.done === null;
    return { events: isOurs ? [watchEvent(type, data)] : [], answer: isOurs };
  });
  return answer;
}

/** Anybody may go on with it at once. */
async function giveBack(deps: Pick<Deps, "clock" | "ledger">, run: AgainRun, stream: string): Promise<void> {
  const at = iso(deps);
  const { failure, holder } = run;
  await append(deps, run, stream, "answer.claimed", { failure, at, holder, until: at });
}

/** Why a person is called; null where nobody is. */
function reasonOf(
  { repository }: AgainRun,
  { answer, branch }: FailureState,
  url: string | null,
): CallReason | null {
  if (answer.kind !== "reopen") return null;
  const { issue, why } = answer;
  return { repository, branch, issue: url ?? String(issue), word: why, question: CALLS[why] };
}

function iso({ clock }: Pick<Deps, "clock">): string {
  return new Date(clock.now()).toISOString();
}
