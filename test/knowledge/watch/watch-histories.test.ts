import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckState } from "../../../knowledge/ci/check.ts";
import { WATCH } from "../../../knowledge/watch/watch.ts";
import type { WatchEvents } from "../../../knowledge/watch/watch-events.ts";
import { DAY, HOUR, MINUTE, simulateWatch } from "../../support/simulated-watch.ts";

type World = ReturnType<typeof simulateWatch>;

const key = (name: string) => `github-actions/${name}`;

const states = fc.constantFrom<CheckState>("passed", "passed", "failed", "failed", "unclear", "running");
const checks = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ a: "passed", b: "passed", c: "passed" } as const) },
  { weight: 3, arbitrary: fc.record({ a: states, b: states, c: states }) },
);

type Step =
  | { readonly do: "push"; readonly checks: Record<string, CheckState>; readonly own: number | null }
  | { readonly do: "report"; readonly checks: Record<string, CheckState> }
  | { readonly do: "former"; readonly at: number; readonly checks: Record<string, CheckState> }
  | { readonly do: "rewrite"; readonly checks: Record<string, CheckState> }
  | { readonly do: "work"; readonly at: number; readonly word: "code" | "flake" | "refused" | "claim" }
  | { readonly do: "close" | "reopen"; readonly at: number }
  | { readonly do: "pass"; readonly ms: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("push" as const),
        checks,
        own: fc.option(fc.nat(20), { freq: 4 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("report" as const), checks }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("former" as const), at: fc.nat(3), checks }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("rewrite" as const), checks }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("work" as const),
        at: fc.nat(20),
        word: fc.constantFrom("code", "code", "flake", "refused", "claim"),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("close", "reopen"), at: fc.nat(20) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("pass" as const),
        ms: fc.constantFrom(10 * MINUTE, 13 * HOUR, DAY, 13 * DAY, 14 * DAY, 15 * DAY),
      }),
    },
  ),
  { minLength: 1, maxLength: 30 },
);

/** What is known of one triage, by counting beside the watch. */
interface Triage {
  readonly failure: string;
  readonly checks: readonly string[];
  issue: number | null;
  doneAt: number | null;
}

/** A second book of what was answered: it knows the events and the forge, and nothing of how the watch decides. */
function book(world: World) {
  const triages: Triage[] = [];
  const comments = new Set<string>();
  const raised = new Map<string, number>();
  const merged: { commit: string; closes: readonly number[] }[] = [];
  let greens: string[] = [];
  return {
    triages,
    merged,
    onDone(failure: string, issue: number | null) {
      const triage = triages.find((one) => one.failure === failure);
      if (triage === undefined) return;
      triage.issue = issue;
      triage.doneAt = world.now();
    },
    onRewrite: () => {
      greens = [];
    },
    onLook(events: readonly { readonly type: string; readonly data: unknown }[]) {
      const failed = events
        .filter(({ type }) => type === "ci.failed")
        .map(({ data }) => data as WatchEvents["ci.failed"]);
      const all = failed.flatMap((one) => one.checks);
      expect(new Set(all).size, "no check is in two parts").toBe(all.length);
      const at = (hash: string | undefined) => merged.findIndex(({ commit }) => commit === hash);
      const isOwn = (tip: string) => {
        const green = greens.filter((one) => one !== tip).at(-1);
        const closes =
          green === undefined ? [] : merged.slice(at(green) + 1, at(tip) + 1).flatMap((one) => one.closes);
        return closes.some((issue) => triages.some((one) => one.issue === issue));
      };
      for (const { answer, failure, commit, checks: names } of failed) {
        expect(raised.has(failure), "an id is given once").toBe(false);
        raised.set(failure, world.now());
        if (answer.kind === "comment") {
          const told = `${answer.issue} ${commit}`;
          expect(comments.has(told), "an issue is told of a tip once").toBe(false);
          comments.add(told);
          expect(
            world.issues.get(answer.issue)?.state === "open" || world.failures().some(isPendingReopen),
          ).toBe(true);
        }
        if (answer.kind !== "triage") continue;
        expect(isOwn(commit), "a change of our own starts no triage").toBe(false);
        for (const name of names) {
          const before = triages.filter((one) => one.checks.includes(name));
          expect(
            before.some(({ doneAt }) => doneAt === null),
            `${name} is triaged already`,
          ).toBe(false);
          for (const { issue, doneAt } of before) {
            if (issue === null) {
              expect(world.now() - (doneAt ?? 0)).toBeGreaterThanOrEqual(DAY);
              continue;
            }
            const { state, closedAt } = world.issues.get(issue) ?? { state: "closed", closedAt: null };
            expect(state, `${name} has an open issue`).toBe("closed");
            expect(world.now() - Date.parse(closedAt ?? "")).toBeGreaterThan(14 * DAY);
          }
        }
        triages.push({ failure, checks: names, issue: null, doneAt: null });
      }
      for (const { type, data } of events) {
        const { outcome, commit } = data as { outcome?: string; commit: string };
        if ((type === "head.seen" || type === "tip.read") && outcome === "passed") greens.push(commit);
      }
    },
  };
}

const isPendingReopen = ({ answer, done }: World["state"]["failures"][number]) =>
  answer.kind === "reopen" && done === null;

function failingNow(world: World): string[] {
  const states = Object.values(world.checks);
  if (states.includes("running")) return [];
  return Object.entries(world.checks).flatMap(([name, state]) => (state === "failed" ? [key(name)] : []));
}

test("in any history no failure is answered twice, and none is left without an answer", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const world = simulateWatch();
      const reference = book(world);
      let commits = 0;
      const look = () => {
        const before = world.state;
        const { events, due } = world.look();
        reference.onLook(events);
        expect(
          events.reduce(
            (state, event) => WATCH.apply(state, { ...event, stream: "", seq: 0, at: 0 }),
            before,
          ),
        ).toEqual(world.state);
        expect(world.look(), "a second look adds nothing").toEqual({ events: [], due, missing: [] });
        const open = world.failures().filter((one) => one.endedAt === null && one.commit === world.tip());
        const told = new Set(open.flatMap((one) => one.checks));
        for (const check of failingNow(world)) expect(told).toContain(check);
        const dueNow = world.failures().filter(({ answer, done }) => answer.kind !== "none" && done === null);
        expect(due.map((duty) => "failure" in duty && duty.failure)).toEqual(
          dueNow
            .filter(({ claim }) => claim === null || Date.parse(claim.until) <= world.now())
            .map(({ failure }) => failure),
        );
      };
      const tell = (states: Record<string, CheckState>) => {
        world.checks = states;
        world.endedAt = world.now();
        world.pass(MINUTE);
        look();
      };
      const push = (states: Record<string, CheckState>, closes: readonly number[]) => {
        const commit = `t${commits++}`;
        world.land(commit, closes.length === 0 ? [] : [{ number: 500 + commits, closes }]);
        reference.merged.push({ commit, closes });
        tell(states);
      };
      push({ a: "passed", b: "passed", c: "passed" }, []);
      for (const step of history) {
        const issues = [...world.issues.keys()];
        const pick = <Item>(from: readonly Item[], at: number) => from[at % Math.max(1, from.length)];
        switch (step.do) {
          case "push": {
            const closed = step.own === null ? undefined : pick(issues, step.own);
            push(step.checks, closed === undefined ? [] : [closed]);
            break;
          }
          case "report":
            tell(step.checks);
            break;
          case "former": {
            const tip = pick(world.state.overtaken, step.at);
            if (tip === undefined) break;
            world.reportFormer(tip.commit, step.checks);
            world.pass(MINUTE);
            look();
            break;
          }
          case "rewrite":
            world.rewriteAll();
            reference.onRewrite();
            push(step.checks, []);
            break;
          case "work": {
            const due = world
              .failures()
              .filter(({ answer, done }) => answer.kind !== "none" && done === null);
            const failure = pick(due, step.at)?.failure;
            if (failure === undefined) break;
            if (step.word === "claim") world.claim(failure);
            else reference.onDone(failure, world.carryOut(failure, step.word));
            break;
          }
          case "close": {
            const issue = pick(issues, step.at);
            // Somebody who closes it twice closes it once.
            if (issue !== undefined && world.issues.get(issue)?.state === "open") world.close(issue);
            break;
          }
          case "reopen": {
            const issue = pick(issues, step.at);
            if (issue !== undefined) world.reopen(issue);
            break;
          }
          case "pass":
            world.pass(step.ms);
            look();
            break;
        }
      }
      // Whoever works on to the end leaves nothing due.
      world.pass(HOUR);
      look();
      for (const { failure, answer, done } of world.failures())
        if (answer.kind !== "none" && done === null) reference.onDone(failure, world.carryOut(failure));
      expect(world.look().due).toEqual([]);
    }),
    { seed: 2026, numRuns: 1_500 },
  );
});
