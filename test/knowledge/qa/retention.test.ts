import { describe, expect, test } from "vitest";
import { applyQa } from "../../../knowledge/qa/apply-qa.ts";
import { attachArtifact } from "../../../knowledge/qa/decisions/attach-artifact.ts";
import type { DecisionContext } from "../../../knowledge/qa/decisions/context.ts";
import { pruneArtifacts } from "../../../knowledge/qa/decisions/prune-artifacts.ts";
import type { PlanRun } from "../../../knowledge/qa/plan-run.ts";
import type { QaRun } from "../../../knowledge/qa/qa-run.ts";
import type { Requirement } from "../../../knowledge/qa/requirement.ts";
import { retention } from "../../../knowledge/qa/retention.ts";
import type { SubjectState } from "../../../knowledge/qa/subject-state.ts";
import {
  AT,
  artifact,
  CONTEXT,
  id,
  NOW,
  requirement,
  run,
  startedRun,
  stored,
  subject,
  told,
} from "./samples.ts";

const AFTER = NOW + 1;
const shot = artifact();
const held: Partial<QaRun> = { artifacts: [shot] };
const why = (state: SubjectState, before = AFTER, now = NOW) =>
  retention(state, before, { ...CONTEXT, now }).map((one) => one.why);
const one = (row: Partial<Requirement>, ran: QaRun = run(held)) => why(subject([requirement(row), ran]));
const WAIVED = {
  waived_at: AT,
  waived_by: "operator",
  waiver_source: "operator",
  waiver_rationale: "later",
} as const;

describe("what is kept", () => {
  test("what a blocking requirement stands on that binds, whatever its age and commit; age alone lets nothing go", () => {
    expect(one({})).toEqual(["binding"]);
    expect(one({}, run({ ...held, verdict: "fail" }))).toEqual(["binding"]);
    const elsewhere = run({ ...held, raw_result: { code_identity: { branch: null, sha: "c".repeat(40) } } });
    expect(one({ method_config: null }, elsewhere)).toEqual(["binding"]);
    expect(one({ blocking_mode: "non_blocking" })).toEqual([null]);
    expect(one({ method_config: { command: "another" } })).toEqual([null]);
    expect(why(subject([requirement({ blocking_mode: "non_blocking" }), run(held)]), Date.parse(AT))).toEqual(
      ["younger"],
    );
  });

  test("a discharge lets it go only where it is for good", () => {
    expect(one(WAIVED)).toEqual([null]);
    expect(one({ ...WAIVED, waiver_expires_at: "2026-04-01T00:00:00.000Z" })).toEqual(["binding"]);
    expect(one({ retracted_at: AT, retraction_reason: "no need" })).toEqual([null]);
    const replaced = requirement({
      superseded_at: AT,
      superseded_by_requirement_id: id("req", 2),
      supersession_source: "operator",
      supersession_rationale: "asked wrongly",
    });
    const by = (verdict: "pass" | "fail") =>
      why(
        subject(
          [replaced, run(held)],
          [
            requirement({ id: id("req", 2) }),
            run({ id: id("run", 2), qa_requirement_id: id("req", 2), verdict }),
          ],
        ),
      );
    expect(by("pass")).toEqual([null]);
    expect(by("fail")).toEqual(["binding"]);
  });

  test("what is at work, and a capture until it is judged and with its review", () => {
    const loose = requirement({ blocking_mode: "non_blocking" });
    expect(why(subject([loose, startedRun(held)]))).toEqual(["open_run"]);
    const planRun: PlanRun = {
      id: id("plan-run", 1),
      plan: "checkout",
      roster: [],
      begun_at: AT,
      begun_by: "operator",
      lease: null,
      heartbeat_at: new Date(NOW - 60_000).toISOString(),
      outcomes: {},
      completed: null,
    };
    const ofPlan = subject([loose, run({ ...held, plan_run_id: planRun.id })]);
    expect(why({ ...ofPlan, planRuns: [planRun] })).toEqual(["live_execution"]);
    expect(why({ ...ofPlan, planRuns: [planRun] }, AFTER, NOW + 3_600_000)).toEqual([null]);
    expect(why({ ...ofPlan, planRuns: [{ ...planRun, completed: { at: AT, outcome: "passed" } }] })).toEqual([
      null,
    ]);
    const capture = startedRun({ ...held, performed_by: "agent_mission" });
    expect(why(subject([requirement(), capture]))).toEqual(["awaits_review"]);
    const review = run({ id: id("run", 2), judges_run_id: capture.id, decided_by: "person" });
    expect(why(subject([requirement(), capture, review]))).toEqual(["binding"]);
  });
});

describe("pruning", () => {
  const context: DecisionContext = {
    at: new Date(NOW).toISOString(),
    actor: { actor_id: "operator", session_id: null, isAgent: false },
    seed: new Uint8Array(32),
    environments: [],
    capabilities: { project: [], host: [] },
    methods: [],
    entitlement: { holdsClaim: true, steers: false, claimedBy: null },
    standing: { acceptedRevisions: null, isNewestOnly: false },
  };
  const ids = new Set([shot.id]);
  const loose = subject([requirement({ blocking_mode: "non_blocking" }), run(held)]);
  const prune = (state: SubjectState, olderThanDays = 0) => {
    const decision = pruneArtifacts(state, { ids, olderThanDays }, context);
    if (decision.kind === "refused") throw new Error(decision.why);
    return decision;
  };

  test("says of each by its handle that it is gone, once, and of nothing that came to be needed", () => {
    const { events, result } = prune(loose);
    expect(events).toEqual([
      {
        type: "QAArtifactPruned",
        data: expect.objectContaining({
          id: shot.id,
          handle: shot.handle,
          older_than_days: 0,
          by: "operator",
        }),
      },
    ]);
    expect(result.pruned).toEqual([shot.id]);
    const event = events[0]!;
    if (event.type !== "QAArtifactPruned") throw new Error(event.type);
    const after = applyQa(loose, stored(event.type, event.data));
    const [kept] = after.requirements[id("req", 1)]?.runs[0]?.artifacts ?? [];
    expect(kept).toEqual({ ...shot, pruned_at: context.at });
    expect(retention(after, AFTER, CONTEXT)).toEqual([]);
    expect(prune(after).events).toEqual([]);
    expect(prune(subject([requirement(), run(held)])).events).toEqual([]);
    expect(prune(loose, 1).events).toEqual([]);
    expect(told([["QAArtifactPruned", { ...event.data, id: id("art", 9) }]], loose)).toEqual(loose);
  });

  test("the same bytes kept again are another artifact", () => {
    const pruned = subject([
      requirement({ blocking_mode: "non_blocking" }),
      run({ artifacts: [{ ...shot, pruned_at: AT }] }),
    ]);
    const ask = { ...shot, run_id: shot.qa_run_id };
    const again = attachArtifact(pruned, ask, context);
    expect(again).toMatchObject({ kind: "decided", events: [{ type: "QAArtifactAttached" }] });
    expect(attachArtifact(loose, ask, context)).toMatchObject({ events: [], result: { artifact: shot } });
  });
});
