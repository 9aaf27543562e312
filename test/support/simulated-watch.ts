import type { Check, CheckState } from "../../knowledge/ci/check.ts";
import type { CommitRelation, DefaultBranch } from "../../knowledge/ports/ci-feed.ts";
import { decideWatch, type WatchDecision } from "../../knowledge/watch/decide-watch.ts";
import type { IssueSight, MergedChange, Observation, Question } from "../../knowledge/watch/observation.ts";
import { observationOf } from "../../knowledge/watch/observation.ts";
import { WATCH } from "../../knowledge/watch/watch.ts";
import {
  type TriageDecision,
  type WatchEvents,
  type WatchEventType,
  watchEvent,
} from "../../knowledge/watch/watch-events.ts";
import type { FailureState, WatchState } from "../../knowledge/watch/watch-state.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A repository with its CI and issues, in memory, and the watch of it; nothing moves but what is told to. */
export function simulateWatch() {
  let now = Date.UTC(2026, 2, 2, 9);
  const iso = (ms = now) => new Date(ms).toISOString();
  const history: { commit: string; changes: MergedChange[] }[] = [];
  const issues = new Map<number, IssueSight>();
  let nextIssue = 100;
  const world = {
    state: WATCH.initial as WatchState,
    branch: "main",
    name: "acme/shop" as const as `${string}/${string}`,
    head: null as DefaultBranch | null,
    committedAt: "",
    checks: {} as Record<string, CheckState>,
    /** When the checks ended. */
    endedAt: now,
    issues,
    /** What CI says of former tips, by commit. */
    former: new Map<string, { checks: Record<string, CheckState>; endedAt: number }>(),
    /** Commits that history has no more, as after a force push. */
    rewritten: new Set<string>(),
    asked: [] as Question[],
    now: () => now,
    iso,
    pass(ms: number) {
      now += ms;
    },
    /** A new tip that nobody has looked at. */
    land(commit: string, changes: MergedChange[] = []) {
      if (history.length > 0) world.former.set(world.tip(), { checks: world.checks, endedAt: world.endedAt });
      history.push({ commit, changes });
      world.committedAt = iso();
    },
    /** All commits so far are no part of the history any more. */
    rewriteAll() {
      for (const { commit } of history) world.rewritten.add(commit);
    },
    /** A new tip by these merged changes; its CI says what is told. */
    push(commit: string, checks: Record<string, CheckState>, changes: MergedChange[] = []) {
      world.land(commit, changes);
      return world.report(checks);
    },
    report(checks: Record<string, CheckState>) {
      world.checks = checks;
      world.endedAt = now;
      now += MINUTE;
      return world.look();
    },
    /** CI of a former tip says this now; nobody has looked. */
    reportFormer(commit: string, checks: Record<string, CheckState>) {
      world.former.set(commit, { checks, endedAt: now });
    },
    tip: () => history.at(-1)?.commit ?? "",
    look(): WatchDecision {
      let sight = observationOf(world.head ?? headOf());
      for (let round = 0; round < 10; round++) {
        const decision = decideWatch(world.state, sight, now, {
          organisation: "acme",
          noCiAfterSeconds: 120,
          artifact: null,
          isGone: () => false,
        });
        if (decision.missing.length === 0) {
          for (const event of decision.events) apply(event);
          return decision;
        }
        world.asked.push(...decision.missing);
        sight = decision.missing.reduce(answer, sight);
      }
      throw new Error("the decision goes on asking");
    },
    add<Type extends WatchEventType>(type: Type, data: WatchEvents[Type]) {
      apply(watchEvent(type, data));
    },
    failures: () => world.state.failures,
    last: () => world.state.failures.at(-1) as FailureState,
    claim(failure: string, holder = "one", forMs = 15 * MINUTE) {
      world.add("answer.claimed", { failure, at: iso(), holder, until: iso(now + forMs) });
    },
    /** What a worker does with an answer: it triages by this word, or tells the issue. */
    carryOut(failure: string, word: TriageDecision["word"] | "refused" = "code"): number | null {
      const { answer } = world.state.failures.find((one) => one.failure === failure) as FailureState;
      const done = (issue: number | null, refused: string | null = null) =>
        world.add("answer.done", { failure, at: iso(), issue, url: null, micros: 0, refused });
      if (answer.kind === "none") throw new Error("nothing is to be done");
      if (answer.kind !== "triage") {
        if (answer.kind === "reopen") issues.set(answer.issue, { state: "open", closedAt: null });
        done(answer.issue);
        return answer.issue;
      }
      if (word === "refused") {
        done(null, "the forge does not take it");
        return null;
      }
      const decision = { word, by: "rules" as const, why: "", suspect: null, merged: [], issue: null };
      world.add("answer.decided", { failure, at: iso(), decision });
      if (word === "flake") {
        done(null);
        return null;
      }
      const issue = nextIssue++;
      issues.set(issue, { state: "open", closedAt: null });
      done(issue);
      return issue;
    },
    close(issue: number) {
      issues.set(issue, { state: "closed", closedAt: iso() });
    },
    reopen(issue: number) {
      issues.set(issue, { state: "open", closedAt: null });
    },
  };

  function headOf(): DefaultBranch {
    const { name, branch, committedAt, checks } = world;
    const states = Object.values(checks);
    const rollup = states.includes("running")
      ? "pending"
      : states.includes("failed") || states.includes("unclear")
        ? "failure"
        : states.length === 0
          ? null
          : "success";
    return {
      kind: "branch",
      asked: "acme/shop",
      repository: name,
      branch,
      commit: world.tip(),
      committedAt,
      rollup,
      isPublic: false,
      archived: false,
    };
  }

  function answer(sight: Observation, question: Question): Observation {
    switch (question.ask) {
      case "checks":
        return {
          ...sight,
          checks: sampleChecks(world.checks, world.endedAt),
        };
      case "tip": {
        const { checks, endedAt } = world.former.get(question.commit) ?? { checks: {}, endedAt: now };
        return { ...sight, tips: { ...sight.tips, [question.commit]: sampleChecks(checks, endedAt) } };
      }
      case "relation":
        return {
          ...sight,
          relations: { ...sight.relations, [question.before]: relationTo(question.before) },
        };
      case "issue":
        return {
          ...sight,
          issues: {
            ...sight.issues,
            [question.issue]: issues.get(question.issue) ?? { state: "closed", closedAt: null },
          },
        };
      case "merged": {
        const { after, until } = question;
        const at = (hash: string) => history.findIndex(({ commit }) => commit === hash);
        const changes = history.slice(at(after) + 1, at(until) + 1).flatMap((one) => one.changes);
        return { ...sight, merged: { after, until, changes: changes.reverse() } };
      }
    }
  }

  function relationTo(before: string): CommitRelation {
    if (world.rewritten.has(before)) return "diverged";
    const [from, to] = [before, world.tip()].map((one) =>
      history.findLastIndex(({ commit }) => commit === one),
    );
    if (from === undefined || to === undefined || from < 0) return "unknown";
    return from === to ? "same" : from < to ? "ahead" : "behind";
  }

  function apply(event: ReturnType<typeof watchEvent>) {
    world.state = WATCH.apply(world.state, { ...event, stream: "watch/acme.acme.shop", seq: 0, at: now });
  }

  return world;
}

function sampleChecks(states: Record<string, CheckState>, endedAt: number): readonly Check[] {
  return Object.entries(states).map(([name, state]) => sampleCheck(name, state, endedAt));
}

/** A check of this name that ended then. */
export function sampleCheck(name: string, state: CheckState, endedAt: number): Check {
  const ended = new Date(endedAt).toISOString();
  return {
    key: `github-actions/${name}`,
    name,
    app: "github-actions",
    kind: "check-run",
    state,
    conclusion: state === "running" ? null : state,
    url: null,
    checkRun: 1,
    job: 1,
    workflowRun: 1,
    annotations: 0,
    says: "",
    startedAt: ended,
    completedAt: state === "running" ? null : ended,
  };
}
