import { describe, expect, test } from "vitest";
import { applyQa, NO_QA } from "../../../knowledge/qa/apply-qa.ts";
import { EXECUTION } from "../../../knowledge/qa/execution-projection.ts";
import type { PlanRun } from "../../../knowledge/qa/plan-run.ts";
import { requestKey } from "../../../knowledge/qa/request-key.ts";
import { subjectSummary } from "../../../knowledge/qa/subject-summary.ts";
import { AT, artifact, id, requirement, run, startedRun, stored, subject, told } from "./samples.ts";

const row = requirement();
const created = ["QARequirementCreated", { row, materialization: null }] as const;
const started = [
  "QARunStarted",
  { run: startedRun({ raw_result: { method_config: { command: "x" } } }) },
] as const;
const completed = [
  "QARunCompleted",
  {
    id: id("run", 1),
    qa_requirement_id: row.id,
    verdict: "fail",
    verdict_reason: "two of three",
    score: 0.5,
    confidence: null,
    values: { exit_code: 1 },
    sign_in: null,
    duration_ms: 12,
    decided_by: "code",
    at: AT,
    by: "session-1",
  },
] as const;

const planRun: PlanRun = {
  id: id("plan-run", 1),
  plan: "checkout",
  roster: [{ requirement_id: row.id, case_key: "pays", digest: "d" }],
  begun_at: AT,
  begun_by: "operator",
  lease: { holder: "h", until: AT },
  heartbeat_at: AT,
  outcomes: {},
  completed: null,
};

describe("the fold of a subject", () => {
  test("keeps what a run froze at its start through its end, and its first verdict", () => {
    const state = told([
      created,
      started,
      completed,
      [completed[0], { ...completed[1], verdict: "pass" }],
      ["QAArtifactAttached", { qa_requirement_id: row.id, artifact: artifact() }],
      ["QAArtifactAttached", { qa_requirement_id: row.id, artifact: artifact() }],
    ]);
    expect(state.requirements[row.id]?.runs).toEqual([
      run({
        verdict: "fail",
        verdict_reason: "two of three",
        score: 0.5,
        duration_ms: 12,
        recorded_by: "session-1",
        artifacts: [artifact()],
        raw_result: { method_config: { command: "x" }, values: { exit_code: 1 } },
      }),
    ]);
  });

  test("shows the rows of a materialisation once it is committed, in order, and none before", () => {
    const rows = [1, 2, 3].map((name) => requirement({ id: id("req", name) }));
    const inFlight = told(
      rows.map((one) => ["QARequirementCreated", { row: one, materialization: "mat-1" }] as const),
    );
    expect(inFlight.requirements).toEqual({});
    expect(subjectSummary(inFlight).requirements.total).toBe(0);
    const there = told([["QAMaterializationCommitted", { materialization: "mat-1", at: AT }]], inFlight);
    expect(Object.keys(there.requirements)).toEqual(rows.map((one) => one.id));
    expect(there.uncommitted).toEqual({});
    expect(told([["QAMaterializationCommitted", { materialization: "mat-1", at: AT }]], there)).toEqual(
      there,
    );
  });

  test("records discharges beside the row, whose other columns stay", () => {
    const said = { at: AT, by: "operator", rationale: "known", source: "operator" } as const;
    const state = told([
      created,
      ["QARequirementWaived", { id: row.id, ...said, expires_at: null }],
      [
        "QAReplacementDeclared",
        { id: row.id, replacement_requirement_id: id("req", 2), at: AT, by: "", rationale: "" },
      ],
      [
        "QARequirementSuperseded",
        { id: row.id, superseded_by_requirement_id: id("req", 2), ...said, qa_run_id: null },
      ],
      [
        "QARequirementSuperseded",
        { id: row.id, superseded_by_requirement_id: id("req", 3), ...said, qa_run_id: null },
      ],
      ["QARequirementRetracted", { id: row.id, at: AT, by: "operator", reason: "wrong plan" }],
      ["QARequirementRetracted", { id: row.id, at: AT, by: "operator", reason: "again" }],
    ]);
    expect(state.requirements[row.id]?.row).toEqual({
      ...row,
      waived_at: AT,
      waiver_rationale: "known",
      waiver_source: "operator",
      waived_by: "operator",
      replacement_requirement_id: id("req", 2),
      superseded_by_requirement_id: id("req", 2),
      superseded_at: AT,
      supersession_rationale: "known",
      supersession_source: "operator",
      retracted_at: AT,
      retraction_reason: "wrong plan",
    });
  });

  test("follows an execution of a plan, its attachment and the answers to requests", () => {
    const outcome = { outcome: "passed", qa_run_id: id("run", 1), reason: null, at: AT } as const;
    const attachment = {
      plan: "checkout",
      project: "shop",
      transition: "done",
      task_num: null,
      attached_at: AT,
      attached_by: "operator",
      retracted: null,
    };
    const state = told([
      ["QAPlanAttached", { attachment }],
      ["QAPlanRunBegun", { planRun }],
      ["QAPlanRunBegun", { planRun: { ...planRun, plan: "other" } }],
      ["QAPlanRunAdvanced", { id: planRun.id, requirement_id: row.id, outcome }],
      [
        "QAPlanRunBeat",
        { id: planRun.id, at: "2026-03-01T10:05:00Z", holder: "i", until: "2026-03-01T10:06:00Z" },
      ],
      ["QARequestAnswered", { function: "qa.run.add", request: "r1", asked: "digest", response: {} }],
      ["QARequestAnswered", { function: "qa.run.add", request: "r1", asked: "digest", response: {} }],
      ["QAPlanRetracted", { plan: "checkout", transition: "done", at: AT, by: "operator", reason: "wrong" }],
    ]);
    expect(state.planRuns).toEqual([
      {
        ...planRun,
        outcomes: { [row.id]: outcome },
        heartbeat_at: "2026-03-01T10:05:00Z",
        lease: { holder: "i", until: "2026-03-01T10:06:00Z" },
      },
    ]);
    expect(state.answered).toEqual({ [requestKey("qa.run.add", "r1")]: 6 });
    expect(state.attachments).toEqual([
      { ...attachment, retracted: { at: AT, by: "operator", reason: "wrong" } },
    ]);
    const ended = told([["QAPlanRunCompleted", { id: planRun.id, at: AT, outcome: "passed" }]], state);
    expect(ended.planRuns[0]).toMatchObject({ lease: null, completed: { at: AT, outcome: "passed" } });
    expect(subjectSummary(ended).planRun?.outcome).toBe("passed");
  });

  test("changes nothing for what it does not know, nor for rows that are not there", () => {
    const state = told([created, started]);
    const unknown = { ...stored("QARunStarted", { run: startedRun() }), type: "QASomethingNew" };
    expect(applyQa(state, unknown)).toBe(state);
    expect(applyQa(state, { ...unknown, type: "constructor" })).toBe(state);
    expect(applyQa(state, stored(...completed, 3, 2))).toBe(state);
    expect(told([[completed[0], { ...completed[1], qa_requirement_id: "other" }]], state)).toBe(state);
    expect(told([created, started], state)).toEqual(state);
  });

  test("goes on from a snapshot as it went on itself", () => {
    const events = [
      created,
      ["QARequirementCreated", { row: requirement({ id: id("req", 2) }), materialization: "mat-1" }],
      started,
      ["QAPlanRunBegun", { planRun }],
    ] as const;
    const rest = [completed, ["QAMaterializationCommitted", { materialization: "mat-1", at: AT }]] as const;
    const half = told(events);
    expect(told(rest, JSON.parse(JSON.stringify(half)))).toEqual(told([...events, ...rest]));
    expect(half.requirements[row.id]?.runs[0]?.verdict).toBeNull();
    expect(NO_QA.requirements).toEqual({});
  });

  test("costs about the same for each event, however many rows there are", { timeout: 120_000 }, () => {
    const events = Array.from({ length: 2000 }, (_, name) =>
      stored("QARequirementCreated", { row: requirement({ id: id("req", name) }), materialization: null }),
    );
    const runs = Array.from({ length: 4000 }, (_, name) => {
      const place = { id: id("run", name), qa_requirement_id: id("req", name % 2000) };
      return [
        stored("QARunStarted", { run: startedRun(place) }),
        stored("QARunCompleted", { ...completed[1], ...place }),
      ];
    }).flat();
    const begun = process.cpuUsage();
    const state = [...events, ...runs].reduce(EXECUTION.apply, EXECUTION.initial);
    const { user, system } = process.cpuUsage(begun);
    expect(Object.values(state.requirements).every((one) => one.runs.length === 2)).toBe(true);
    expect(EXECUTION.summary.of(state)).toMatchObject({
      requirements: { total: 2000 },
      runs: { total: 4000, open: 0 },
      newest: { fail: 2000, none: 0 },
    });
    // Copying two thousand rows for each event takes three times as long.
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});

describe("a subject's summary", () => {
  test("counts by what events say", () => {
    const state = subject(
      [requirement({ id: id("req", 1) }), run(), run({ id: id("run", 2), verdict: "error" })],
      [requirement({ id: id("req", 2), waived_at: AT, blocking_mode: "non_blocking" }), startedRun()],
      [requirement({ id: id("req", 3), retracted_at: AT }), run()],
    );
    expect(subjectSummary(state)).toEqual({
      requirements: { total: 2, blocking: 1, waived: 1, superseded: 0, retracted: 1 },
      runs: { total: 4, open: 1 },
      newest: { pass: 0, fail: 0, undetermined: 0, error: 1, none: 1 },
      planRun: null,
    });
  });
});
