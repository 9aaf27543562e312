import { randomUUID } from "node:crypto";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { type ChangeEvents, changeEvent, changeStream } from "../../knowledge/change/change-events.ts";
import { CHANGE_RUN, lastRun } from "../../knowledge/change/change-run.ts";
import type { ChangeRun } from "../../knowledge/change/change-state.ts";
import type { Move, Observation } from "../../knowledge/change/move.ts";
import { moveEvents } from "../../knowledge/change/move-events.ts";
import { nextMove } from "../../knowledge/change/next-move.ts";
import type { PlannedEffect } from "../../knowledge/change/planned-effect.ts";
import { startRun } from "../../knowledge/change/start-run.ts";
import type { Verdict } from "../../knowledge/change/step-verdict.ts";
import type { Check, CiOutcome } from "../../knowledge/ci/check.ts";
import { DEFAULT_CONFIG } from "../../knowledge/config/config.ts";
import { decide } from "../../knowledge/ledger/decide.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";

export const STREAM = changeStream("acme/shop", 7);
export const MINUTE = 60_000;

/** The outside of a change, in memory: its branch, its CI, and what was written. Moves only when it is told to. */
export function simulateChange({ hasBuilder, workflow }: { hasBuilder: boolean; workflow: string }) {
  let now = Date.UTC(2026, 2, 1);
  const ledger = memoryLedger({ now: () => now });
  const at = () => new Date(now).toISOString();
  const world = {
    ledger,
    head: "c0",
    commits: 0,
    state: "open" as Observation["state"],
    draft: false,
    ci: { kind: "silent", until: "2026-03-01T00:02:00.000Z" } as CiOutcome,
    /** Keys that were written, each as often as it was. */
    written: [] as string[],
    /** An effect that every attempt plans under the same key, or null. */
    sharedKey: null as string | null,
    /** Kinds of effects that the forge does not take. */
    refuses: new Set<PlannedEffect["what"]>(),
    /** What was seen of CI whenever somebody began to work. */
    engagedOn: [] as CiOutcome["kind"][],
    pass(minutes: number) {
      now += minutes * MINUTE;
    },
    push() {
      world.commits += 1;
      world.head = `c${world.commits}`;
      world.ci = { kind: "running", running: [check("test", "running")], failed: [] };
    },
    start: () =>
      decide(ledger, STREAM, CHANGE_RUN, (folded) =>
        startRun(folded.state, {
          at: at(),
          by: "somebody",
          change: {
            host: "github.com",
            repository: "acme/shop",
            number: 7,
            url: "https://github.com/acme/shop/pull/7",
            title: "Charge shipping",
            author: "builder[bot]",
            headRepository: "acme/shop",
            headBranch: "shipping",
            baseBranch: "main",
          },
          workflow: DEFAULT_CONFIG.workflows.find(({ name }) => name === workflow) as never,
          hasBuilder,
          note: null,
          issue: null,
          secret: "00".repeat(16),
        }),
      ),
    async run(): Promise<ChangeRun> {
      return lastRun((await readState(ledger, STREAM, CHANGE_RUN)).state) as ChangeRun;
    },
    async handOver(to: "next" | "person") {
      const run = await world.run();
      const step = run.steps.findLast(({ rounds }) => rounds.some(({ ended }) => ended === null));
      const round = step?.rounds.at(-1);
      if (step === undefined || round === undefined) return;
      const place = { run: run.run, step: step.name, round: round.round };
      await decide(ledger, STREAM, CHANGE_RUN, () => ({
        events: [changeEvent("step.handed-over", { ...place, at: at(), by: "somebody", to, note: null })],
        answer: null,
      }));
    },
    /** One move, as the process `holder`; `dies` before it has told of what it did. Gives the move. */
    async move(
      holder: string,
      answer: (head: string) => Verdict,
      dies: boolean | Move["kind"] = false,
      gone = new Set<string>(),
    ): Promise<Move> {
      const { state, seq } = await readState(ledger, STREAM, CHANGE_RUN);
      const run = lastRun(state) as ChangeRun;
      const seen = {
        state: world.state,
        draft: world.draft,
        head: world.head,
        ci: world.ci,
        hasBranch: true,
      };
      const move = nextMove(run, seen, now, { timeoutMinutes: 30, holder, isGone: (name) => gone.has(name) });
      const dead = dies === true || dies === move.kind;
      if (move.kind === "advance") {
        if (!dead)
          await ledger.append(STREAM, seq, moveEvents(move.events, { run: run.run, at: at(), effects: [] }));
      } else if (move.kind === "write") {
        await world.write(run, move.effect, dead);
      } else if (move.kind === "engage") {
        await world.engage(move, seq, holder, answer, dead);
      }
      return move;
    },
    async write(run: ChangeRun, effect: PlannedEffect, dies: boolean) {
      let outcome: ChangeEvents["effect.done"]["outcome"] = world.refuses.has(effect.what)
        ? "refused"
        : "done";
      let url: string | null = null;
      if (outcome === "refused") {
        // Nothing is written.
      } else if (effect.what === "commit") {
        if (world.written.includes(effect.key)) url = world.head;
        else if (world.head !== effect.parent) outcome = "moved";
        else {
          world.push();
          url = world.head;
          world.written.push(effect.key);
        }
      } else if (!world.written.includes(effect.key)) world.written.push(effect.key);
      if (dies) return;
      await decide(ledger, STREAM, CHANGE_RUN, (folded) => {
        const known = lastRun(folded.state)?.done[effect.key] !== undefined;
        const event = changeEvent("effect.done", {
          run: run.run,
          at: at(),
          key: effect.key,
          what: effect.what,
          url,
          outcome,
          why: outcome === "refused" ? "no right to it" : null,
        });
        return { events: known ? [] : [event], answer: null };
      });
    },
    async engage(
      { place, attempt, head, consults }: Extract<Move, { kind: "engage" }>,
      seq: number,
      holder: string,
      answer: (head: string) => Verdict,
      dies: boolean,
    ) {
      const until = new Date(now + 10 * MINUTE).toISOString();
      const claim = changeEvent("attempt.claimed", { ...place, attempt, at: at(), holder, until, head });
      if ((await ledger.append(STREAM, seq, [claim])).kind === "conflict") return;
      if (consults) world.engagedOn.push(world.ci.kind);
      if (dies) return;
      const verdict = consults ? answer(head) : SPENT;
      const key = `${place.run}/${place.step}/${place.round}/${attempt}`;
      const effects: PlannedEffect[] = [
        { key: `${key}/comment`, what: "comment", on: 7, body: randomUUID() },
        ...(world.sharedKey === null
          ? []
          : [{ key: world.sharedKey, what: "label", on: 7, labels: ["red"] } as const]),
        ...(verdict.word === "TEST CHANGED"
          ? [{ key: `${key}/commit`, what: "commit", edits: "d", message: "m", parent: head } as const]
          : []),
      ];
      const end = changeEvent("attempt.ended", {
        ...place,
        attempt,
        at: at(),
        verdict,
        failures: [],
        effects,
      });
      await decide(ledger, STREAM, CHANGE_RUN, (folded) => {
        const round = lastRun(folded.state)
          ?.steps.find(({ name }) => name === place.step)
          ?.rounds.find((one) => one.round === place.round);
        const mine = round?.attempts.find((one) => one.attempt === attempt);
        const isOpen = round?.ended === null && round.handedOver === null;
        return {
          events: mine?.ended === null && mine.holder === holder && isOpen ? [end] : [],
          answer: null,
        };
      });
    },
  };
  return world;
}

/** What is left to people once the attempts are spent. */
const SPENT: Verdict = { word: "BLOCKED", question: "It still fails.", by: "rule" };

export function check(name: string, state: Check["state"]): Check {
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
    startedAt: null,
    completedAt: null,
  };
}
