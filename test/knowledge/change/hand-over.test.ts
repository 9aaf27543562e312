import { expect, test } from "vitest";
import { changeEvent } from "../../../knowledge/change/change-events.ts";
import { lastRun } from "../../../knowledge/change/change-run.ts";
import type { ChangeRun } from "../../../knowledge/change/change-state.ts";
import { handOver } from "../../../knowledge/change/hand-over.ts";
import { withEvents } from "../../../knowledge/change/with-events.ts";
import { simulateChange } from "../../support/simulated-change.ts";

const AT = "2026-03-01T00:10:00.000Z";
const HANDING = { at: AT, by: "reviewer", to: "person", note: null, head: null, seen: null } as const;

/** A run in its QA engineer's step, at commit c0; `after`: what came of it since. */
async function runIn(...after: Parameters<typeof withEvents>[1]): Promise<ChangeRun> {
  const { state } = await simulateChange({ hasBuilder: false, workflow: "change-quick" }).start();
  return lastRun(withEvents(state, after)) as ChangeRun;
}
const began = changeEvent("step.started", { run: 1, step: "qa", round: 1, at: AT, head: "c0ffee" });

test("a step is handed on once, and only while it is the one that was seen", async () => {
  const run = await runIn(began);
  const { events, answer } = handOver(run, HANDING);
  expect(answer).toEqual({ kind: "done" });
  const after = lastRun(withEvents({ runs: [run] }, events)) as ChangeRun;
  expect(handOver(after, HANDING)).toEqual({ events: [], answer: { kind: "unchanged" } });
  const codeOf = (one: ChangeRun, over: Partial<Parameters<typeof handOver>[1]>) => {
    const told = handOver(one, { ...HANDING, ...over });
    expect(told.events).toEqual([]);
    return told.answer.kind === "refused" ? told.answer.refusal.code : told.answer.kind;
  };
  expect(codeOf(run, { head: "beef" })).toBe("change_moved_on");
  expect(codeOf(run, { seen: { run: 1, step: "qa", round: 2 } })).toBe("change_moved_on");
  expect(codeOf(run, { to: "next" })).toBe("step_not_outside");
  expect(codeOf(await runIn(), {})).toBe("step_not_begun");
  const ended = changeEvent("run.ended", { run: 1, at: AT, outcome: "closed", why: "merged" });
  expect(codeOf(await runIn(began, ended), {})).toBe("change_run_ended");
  expect(handOver(run, { ...HANDING, head: "c0ff" }).answer.kind).toBe("done");
});
