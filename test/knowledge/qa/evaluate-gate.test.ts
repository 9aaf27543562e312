import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { artifactKey } from "../../../knowledge/qa/artifact-key.ts";
import { evaluateGate, evidenceToRead, type GateAsk } from "../../../knowledge/qa/evaluate-gate.ts";
import type { PlanRun } from "../../../knowledge/qa/plan-run.ts";
import type { Requirement } from "../../../knowledge/qa/requirement.ts";
import type { SubjectState } from "../../../knowledge/qa/subject-state.ts";
import {
  AT,
  artifact,
  CONTEXT,
  EARLIER,
  HEAD,
  id,
  requirement,
  run,
  startedRun,
  subject,
} from "./samples.ts";

function gate(state: SubjectState, more: Partial<GateAsk> = {}) {
  return evaluateGate({
    item: "SHOP-12",
    state,
    target: "reviewed-implementation",
    context: CONTEXT,
    evidence: new Map(),
    ...more,
  });
}

function blocker(state: SubjectState, more: Partial<GateAsk> = {}) {
  const { isOpen, word, blockers } = gate(state, more);
  expect({ isOpen, word, count: blockers.length }).toEqual({ isOpen: false, word: "refused", count: 1 });
  return blockers[0]!;
}

const row = (columns: Partial<Requirement> = {}) => requirement(columns);
const second = (columns: Partial<Requirement> = {}) => requirement({ id: id("req", 2), ...columns });
const ofTask = (task_num: number, columns: Partial<Requirement> = {}) =>
  second({ item_id: null, epic_id: "SHOP-12", task_num, ...columns });

describe("the gate of entry", () => {
  test("asks for one requirement at least, of the item itself or the task itself", () => {
    expect(blocker(subject(), { target: "reviewing-implementation" })).toMatchObject({
      code: "GATE_QA_NO_REQUIREMENTS",
      requirement_id: null,
      recover: expect.stringMatching(/^assay qa requirement add --item SHOP-12 --title '/),
    });
    expect(gate(subject([row()]), { target: "reviewing-implementation" })).toMatchObject({
      isOpen: true,
      word: "accepted",
      rows: [{ requirement_id: row().id, isDue: false }],
    });
    const tasks = subject([ofTask(1)]);
    expect(blocker(tasks, { target: "reviewing-implementation" }).code).toBe("GATE_QA_NO_REQUIREMENTS");
    expect(gate(tasks, { target: "reviewing-implementation", task_num: 1 }).isOpen).toBe(true);
    expect(blocker(tasks, { target: "reviewing-implementation", task_num: 2 }).recover).toContain(
      "--item SHOP-12 --task 2",
    );
  });

  test("takes a withdrawn requirement for no answer, nor a plan that is attached and has no rows", () => {
    const withdrawn = subject([row({ retracted_at: AT })]);
    for (const target of ["reviewing-implementation", "reviewed-implementation", "done"] as const)
      expect(blocker(withdrawn, { target }).code).toBe("GATE_QA_NO_REQUIREMENTS");
    const attachment = {
      plan: "checkout",
      project: "shop",
      transition: "done",
      task_num: null,
      attached_at: AT,
      attached_by: "operator",
      retracted: null,
    };
    const attached = { ...subject([row(), run()]), attachments: [attachment] };
    expect(gate(attached).isOpen).toBe(true);
    expect(blocker(attached, { target: "done" }).recover).toBe(
      "assay qa plan materialize --plan checkout --item SHOP-12",
    );
  });
});

describe("the gate before reviewed-implementation", () => {
  test("asks for the blocking requirements of verification, and for no others", () => {
    const others = [
      [second({ qa_phase: "manual_acceptance" })],
      [requirement({ id: id("req", 3), qa_phase: "post_deploy" })],
      [requirement({ id: id("req", 4), blocking_mode: "non_blocking" })],
    ] as const;
    expect(gate(subject([row(), run()], ...others))).toMatchObject({ isOpen: true, word: "accepted" });
    const owed = blocker(subject([row(), run({ verdict: "fail" })], ...others));
    expect(owed).toMatchObject({
      code: "GATE_QA_UNSATISFIED",
      requirement_id: id("req", 1),
      qa_run_id: id("run", 1),
      why: `${id("req", 1)} (The checkout works) is failed: one run that passed, 0 of 1 run`,
      recover: `assay qa run add --requirement-id ${id("req", 1)} --performed-by manual`,
    });
  });

  test("names why runs do not count, and cuts a title that is long or coloured", () => {
    const title = `\u001b[31m${"long ".repeat(60)}`;
    const context = { ...CONTEXT, acceptedRevisions: new Set([HEAD]) };
    const { why } = blocker(
      subject([
        row({ title, method_id: "command", method_config: {} }),
        run({ raw_result: { code_identity: { branch: null, sha: EARLIER } } }),
        run({ id: id("run", 2) }),
      ]),
      { context },
    );
    expect(why).toContain("1 run does not count: of a commit that is not accepted");
    expect(why).toContain("1 run does not count: of no known commit");
    expect(why).not.toContain("\u001b");
    expect(why.length).toBeLessThan(400);
  });

  test("says discharged where every due one is discharged and none has passed", () => {
    const waived = row({ waived_at: AT });
    expect(gate(subject([waived])).word).toBe("discharged");
    expect(gate(subject([waived], [second(), run()])).word).toBe("accepted");
    expect(gate(subject([row({ blocking_mode: "non_blocking" })])).word).toBe("accepted");
  });

  test("says when a waiver ended, and what a replacement owes", () => {
    const ended = row({ waived_at: AT, waiver_expires_at: "2026-03-01T11:00:00Z" });
    expect(blocker(subject([ended])).why).toContain("its waiver ended at 2026-03-01T11:00:00Z");
    const replaced = row({ replacement_requirement_id: id("req", 2) });
    const { blockers } = gate(subject([replaced, run({ verdict: "fail" })], [second()]));
    expect(blockers.map(({ requirement_id, recover }) => [requirement_id, recover])).toEqual([
      [id("req", 1), `assay qa run add --requirement-id ${id("req", 2)} --performed-by manual`],
      [id("req", 2), `assay qa run add --requirement-id ${id("req", 2)} --performed-by manual`],
    ]);
    const superseded = row({ superseded_at: AT, superseded_by_requirement_id: id("req", 2) });
    expect(blocker(subject([superseded], [second()])).requirement_id).toBe(id("req", 2));
    expect(gate(subject([superseded], [second(), run()])).word).toBe("accepted");
  });

  test("sends a capture to its review, and an open run of a person to its verdict", () => {
    const capture = startedRun({ artifacts: [artifact()] });
    const inspected = row({ method_id: "browser-inspection" });
    expect(blocker(subject([inspected, capture]))).toMatchObject({
      qa_run_id: capture.id,
      recover: expect.stringContaining(`assay qa run record-verdict --run-id ${capture.id} `),
    });
    expect(blocker(subject([row(), startedRun()])).recover).toContain("assay qa run complete --run-id ");
    expect(blocker(subject([row({ method_id: "manual" }), startedRun()])).recover).toContain(
      "assay qa run complete --run-id ",
    );
    expect(blocker(subject([row({ method_id: "command" }), startedRun()])).recover).toBe(
      `assay qa case run --requirement-id ${id("req", 1)}`,
    );
  });

  test("waits for what is at work: an open run, a live execution; not for a stale or another's one", () => {
    const open = startedRun({ id: id("run", 2) });
    expect(blocker(subject([row(), run(), open]))).toMatchObject({
      qa_run_id: open.id,
      recover: expect.stringContaining(`assay qa run complete --run-id ${open.id} --verdict error`),
    });
    expect(gate(subject([row({ waived_at: AT }), open])).isOpen).toBe(true);
    const planRun: PlanRun = {
      id: id("plan-run", 1),
      plan: "checkout",
      roster: [{ requirement_id: row().id, case_key: "pays", digest: "" }],
      begun_at: AT,
      begun_by: "operator",
      lease: { holder: "host", until: AT },
      heartbeat_at: "2026-03-01T11:45:00Z",
      outcomes: {},
      completed: null,
    };
    const state = (columns: Partial<PlanRun>) => ({
      ...subject([row(), run()]),
      planRuns: [{ ...planRun, ...columns }],
    });
    expect(blocker(state({})).code).toBe("plan_execution_in_flight");
    expect(gate(state({ heartbeat_at: AT })).isOpen).toBe(true);
    expect(gate(state({ completed: { at: AT, outcome: "passed" } })).isOpen).toBe(true);
    expect(gate(state({ roster: [] })).isOpen).toBe(true);
  });

  test("of an epic asks for its tasks' too, of a task for its own alone", () => {
    const state = subject([row(), run()], [ofTask(1)], [ofTask(2, { id: id("req", 3) }), run()]);
    expect(blocker(state).requirement_id).toBe(id("req", 2));
    expect(gate(state, { task_num: 2 })).toMatchObject({ isOpen: true, rows: [{ task_num: 2 }] });
    expect(blocker(state, { task_num: 1 }).requirement_id).toBe(id("req", 2));
  });
});

describe("the gate before done", () => {
  test("asks for blocking requirements of every phase, and names run and requirement", () => {
    const state = subject(
      [row(), run()],
      [second({ qa_phase: "manual_acceptance" }), run({ verdict: "error" })],
    );
    expect(blocker(state, { target: "done" })).toMatchObject({
      code: "GATE_QA_TERMINAL_SETTLEMENT",
      requirement_id: id("req", 2),
      qa_run_id: id("run", 1),
    });
    const open = subject([row(), run(), startedRun({ id: id("run", 2) })]);
    expect(blocker(open, { target: "done" }).code).toBe("GATE_QA_TERMINAL_VERDICT");
  });
});

describe("evidence", () => {
  const browser = row({ method_id: "browser-check", method_config: {} });
  const context = { ...CONTEXT, acceptedRevisions: new Set([EARLIER, HEAD]) };
  const shown = artifact();
  const of = (sha: string, artifacts = [shown], name = 1) =>
    run({ id: id("run", name), artifacts, raw_result: { code_identity: { branch: null, sha } } });
  const readable = new Map([[artifactKey(shown.handle), true]]);
  const outcomes = (state: SubjectState, evidence = readable) =>
    gate(state, { context, evidence })
      .clauses.slice(-3)
      .map(({ outcome }) => outcome);

  test("of a browser has to be there, then readable, then of the head", () => {
    expect(outcomes(subject([browser, of(HEAD, [])]))).toEqual(["failed", "not_evaluated", "not_evaluated"]);
    expect(outcomes(subject([browser, of(HEAD)]), new Map())).toEqual(["passed", "failed", "not_evaluated"]);
    expect(outcomes(subject([browser, of(EARLIER)]))).toEqual(["passed", "passed", "failed"]);
    expect(outcomes(subject([browser, of(HEAD)]))).toEqual(["passed", "passed", "passed"]);
    expect(blocker(subject([browser, of(EARLIER)]), { context, evidence: readable })).toMatchObject({
      code: "GATE_QA_EVIDENCE",
      qa_run_id: id("run", 1),
      recover: `assay qa case run --requirement-id ${browser.id}`,
    });
  });

  test("is enough of one run, and what that rests on is what has to be read", () => {
    const lost = artifact({ handle: { backend: "s3", bucket: "b", key: "lost" } });
    const state = subject([browser, of(EARLIER, [lost]), of(HEAD, [shown], 2)]);
    expect(outcomes(state)).toEqual(["passed", "passed", "passed"]);
    const ask = { state, target: "reviewed-implementation", context } as const;
    expect(evidenceToRead(ask)).toEqual([lost.handle, shown.handle]);
    expect(evidenceToRead({ ...ask, target: "reviewing-implementation" })).toEqual([]);
  });

  test("of an agent has to be readable, of code and persons it is not asked", () => {
    const agents = run({ decided_by: "model", artifacts: [shown] });
    expect(outcomes(subject([row(), agents]), new Map())).toEqual([
      "not_evaluated",
      "failed",
      "not_evaluated",
    ]);
    expect(outcomes(subject([row(), agents, run({ id: id("run", 2) })]), new Map())).toEqual([
      "not_evaluated",
      "not_evaluated",
      "not_evaluated",
    ]);
  });

  test("is not looked at before all that is due is settled", () => {
    const { clauses } = gate(subject([browser, of(HEAD)], [second()]), { context });
    expect(clauses.map(({ clause, outcome }) => [clause, outcome])).toEqual([
      ["requirements are there", "passed"],
      ["blocking requirements due before reviewed-implementation are settled", "failed"],
      ["nothing is at work on them", "passed"],
      ["evidence", "not_evaluated"],
    ]);
  });
});

test("a gate opens only where each due requirement is proved or discharged", () => {
  const rows = fc.array(
    fc.record({
      qa_phase: fc.constantFrom("verification", "post_deploy", "manual_acceptance"),
      blocking_mode: fc.constantFrom("blocking", "non_blocking"),
      fate: fc.constantFrom("bound", "waived", "ended", "retracted"),
      verdicts: fc.array(fc.constantFrom("pass", "fail", "undetermined", "error"), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(rows, fc.constantFrom("reviewed-implementation", "done"), (given, target) => {
      const state = subject(
        ...given.map(({ qa_phase, blocking_mode, fate, verdicts }, index) => {
          const made = requirement({
            id: id("req", index),
            qa_phase,
            blocking_mode,
            waived_at: fate === "waived" || fate === "ended" ? AT : null,
            waiver_expires_at: fate === "ended" ? AT : null,
            retracted_at: fate === "retracted" ? AT : null,
          } as const);
          return [made, ...verdicts.map((verdict, name) => run({ id: id("run", name), verdict }))] as const;
        }),
      );
      const owes = given.some(
        ({ qa_phase, blocking_mode, fate, verdicts }) =>
          blocking_mode === "blocking" &&
          (target === "done" || qa_phase === "verification") &&
          (fate === "bound" || fate === "ended") &&
          !verdicts.some((verdict) => verdict === "pass"),
      );
      const isEmpty = given.every(({ fate }) => fate === "retracted");
      const { isOpen, blockers } = gate(state, { target });
      expect(isOpen).toBe(!owes && !isEmpty);
      for (const { why, recover, code } of blockers) {
        expect(why).not.toBe("");
        expect(recover).toMatch(/^assay /);
        expect(code).toMatch(/^GATE_QA_/);
      }
    }),
  );
});
