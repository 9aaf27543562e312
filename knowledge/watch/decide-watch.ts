import type { DefaultBranch } from "../ports/ci-feed.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { checkKeys } from "./check-keys.ts";
import { decideAnswers } from "./decide-answers.ts";
import { type Draft, drafting } from "./draft.ts";
import { dutiesOf } from "./duties-of.ts";
import type { Duty } from "./duty.ts";
import { isRenamed, isUnchanged, lostOf } from "./is-unchanged.ts";
import type { Observation, Question } from "./observation.ts";
import { recover } from "./recover.ts";
import { seeOvertaken } from "./see-overtaken.ts";
import { tipOutcome } from "./tip-outcome.ts";
import type { WatchEvents } from "./watch-events.ts";
import type { WatchState } from "./watch-state.ts";

export interface WatchRules {
  readonly organisation: string;
  /** Seconds without any report after which a tip counts as one without CI. */
  readonly noCiAfterSeconds: number;
  /** Whether a holder runs no more, so that its lease need not be waited for. */
  readonly isGone: (holder: string) => boolean;
  /** Name of the artifact that runs are learned from; null: none are. */
  readonly artifact: string | null;
}

export interface WatchDecision {
  /** To be appended as one batch; none where nothing differs. */
  readonly events: readonly LedgerEvent[];
  /** What is due once they are appended, whoever raised it. */
  readonly due: readonly Duty[];
  /** What has to be read before anything can be decided; then there are no events. */
  readonly missing: readonly Question[];
}

type Tip = Extract<DefaultBranch, { readonly kind: "branch" }>;

/** Milliseconds that clocks of those who watch may differ by; a stream that is further ahead was written by a wrong one. */
const SKEW = 60 * 60_000;

/**
 * What a look at a repository means: what is new, what each new failure is answered with, and what is due. Where the
 * clock is a little behind the last event, its time holds. Pure; the rules are those of ADR 26.
 */
export function decideWatch(
  state: WatchState,
  sight: Observation,
  now: number,
  rules: WatchRules,
): WatchDecision {
  const last = Date.parse(state.at) || 0;
  const draft = drafting(state, last - now < SKEW ? Math.max(now, last) : now);
  const missing = seeRepository(draft, sight, rules);
  const settled = missing.length === 0;
  return {
    events: settled ? draft.events : [],
    due: dutiesOf(settled ? draft.state : state, {
      organisation: rules.organisation,
      repository: sight.head.asked,
      now,
      isGone: rules.isGone,
      artifact: rules.artifact,
    }),
    missing,
  };
}

function seeRepository(draft: Draft, sight: Observation, rules: WatchRules): readonly Question[] {
  const { head } = sight;
  const { state, at } = draft;
  const lost = lostOf(head);
  if (lost !== null || head.kind !== "branch") {
    if (lost !== null && state.lost?.why !== lost) draft.add("repository.lost", { at, why: lost });
    return [];
  }
  if (state.lost !== null) draft.add("repository.back", { at });
  if (isRenamed(state.renamedTo, head)) draft.add("repository.renamed", { at, to: head.repository });
  const before = state.head?.commit ?? null;
  const changed = state.branch !== null && state.branch !== head.branch;
  if (changed) draft.add("branch.changed", { at, from: state.branch ?? "", to: head.branch });
  const known = {
    branch: draft.state.branch,
    commit: draft.state.head?.commit ?? null,
    outcome: draft.state.head?.outcome ?? null,
    overtaken: draft.state.overtaken.length,
    renamedTo: draft.state.renamedTo,
    lost: null,
  };
  if (isUnchanged(known, head)) return [];
  const missing = seeTip(draft, sight, head, { rules, before, changed });
  return missing.length > 0 ? missing : seeOvertaken(draft, sight, head, rules.noCiAfterSeconds);
}

interface Before {
  readonly rules: WatchRules;
  /** Tip that was seen before, be it of another branch. */
  readonly before: string | null;
  /** Whether the default branch is another one than before. */
  readonly changed: boolean;
}

function seeTip(draft: Draft, sight: Observation, head: Tip, before: Before): readonly Question[] {
  const { state, at, now } = draft;
  const stands = standing(state, sight, head, before);
  const { checks } = sight;
  if (checks === null) return [{ ask: "checks" }, ...stands.missing];
  if (stands.missing.length > 0) return stands.missing;
  const isKnown = state.head?.commit === head.commit;
  const since = isKnown ? Date.parse(state.head?.since ?? at) : now;
  const outcome = tipOutcome(checks, { since, now, noCiAfterSeconds: before.rules.noCiAfterSeconds });
  const keys = checkKeys(checks);
  const lastGreen = outcome === "passed" ? head.commit : stands.lastGreen;
  const isNews = !isKnown || (outcome !== "running" && outcome !== state.head?.outcome);
  const { branch, commit } = head;
  if (isNews) {
    const { relation } = stands;
    draft.add("head.seen", { at, branch, commit, outcome, checks: keys.all, relation, lastGreen });
  }
  if (outcome === "running" || outcome === "none") return [];
  const vanished = state.greenChecks.filter((check) => !keys.all.includes(check));
  if (outcome === "passed" && isNews && vanished.length > 0)
    draft.add("checks.vanished", { at, commit, checks: vanished });
  recover(draft, commit, outcome, checks);
  return outcome === "failed" ? decideAnswers(draft, sight, head, keys.failed) : [];
}

/** How the tip stands to what was seen before, and the newest green tip before it. */
function standing(
  { head: seen, lastGreen }: WatchState,
  { relations }: Observation,
  { commit }: Tip,
  { before, changed }: Before,
): {
  readonly relation: WatchEvents["head.seen"]["relation"];
  readonly lastGreen: string | null;
  readonly missing: readonly Question[];
} {
  const nothing = { lastGreen: null, missing: [] };
  if (changed) return { ...nothing, relation: before === commit ? "same" : null };
  if (seen === null) return { ...nothing, relation: null };
  if (seen.commit === commit) return { relation: "same", lastGreen, missing: [] };
  const relation = relations[seen.commit];
  if (relation === undefined)
    return { ...nothing, relation: null, missing: [{ ask: "relation", before: seen.commit }] };
  if (lastGreen === null || comesAfter(relation)) return { relation, lastGreen, missing: [] };
  // History was rewritten: what passed before counts where it is still a part of it.
  if (lastGreen === commit) return { relation, lastGreen, missing: [] };
  const toGreen = relations[lastGreen];
  if (toGreen === undefined)
    return { ...nothing, relation, missing: [{ ask: "relation", before: lastGreen }] };
  return { relation, lastGreen: comesAfter(toGreen) ? lastGreen : null, missing: [] };
}

function comesAfter(relation: WatchEvents["head.seen"]["relation"]): boolean {
  return relation === "ahead" || relation === "same";
}
