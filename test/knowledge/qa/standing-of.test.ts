import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import type { QaRun } from "../../../knowledge/qa/qa-run.ts";
import type { Requirement } from "../../../knowledge/qa/requirement.ts";
import type { StandingContext } from "../../../knowledge/qa/standing.ts";
import { standingOf } from "../../../knowledge/qa/standing-of.ts";
import { targetDigest } from "../../../knowledge/qa/target-digest.ts";
import {
  AT,
  artifact,
  CONTEXT,
  EARLIER,
  HEAD,
  id,
  NOW,
  requirement,
  run,
  startedRun,
  subject,
} from "./samples.ts";

const CHECK: Partial<Requirement> = {
  method_id: "command",
  method_config: { command: "npm test", retries: 1 },
};
const CONFIG = { retries: 1, command: "npm test" };
const ACCEPTING = { ...CONTEXT, acceptedRevisions: new Set([EARLIER, HEAD]) };

function standing(row: Partial<Requirement>, runs: readonly QaRun[], context: StandingContext = CONTEXT) {
  const all = subject([requirement(row), ...runs]);
  return standingOf(all.requirements[id("req", 1)]!, all, context);
}

function why(row: Partial<Requirement>, one: QaRun, context: StandingContext = CONTEXT) {
  return standing(row, [one], context).unqualified[0]?.why ?? "counts";
}

describe("a run counts", () => {
  test("with the config that it froze, in whatever order its keys are", () => {
    expect(why(CHECK, run({ raw_result: { method_config: CONFIG } }))).toBe("counts");
    expect(why(CHECK, run({ raw_result: { method_config: { ...CONFIG, retries: 2 } } }))).toBe(
      "config_changed",
    );
    expect(why(CHECK, run())).toBe("config_unstamped");
    expect(why({ ...CHECK, method_config: {} }, run())).toBe("counts");
    expect(why({ ...CHECK, method_config: null }, run({ raw_result: { method_config: CONFIG } }))).toBe(
      "config_changed",
    );
  });

  test("with the marker of a correction once there is one, through an empty config too", () => {
    const stamped = { ...CHECK, method_config_revision: 2 };
    const of = (method_config_revision: number) =>
      run({ raw_result: { method_config: CONFIG, method_config_revision } });
    expect(why(stamped, of(2))).toBe("counts");
    expect(why(stamped, of(0))).toBe("config_unstamped");
    expect(why(stamped, of(1))).toBe("config_changed");
    expect(why({ ...stamped, method_config: {} }, run())).toBe("config_unstamped");
  });

  test("against the target as it is now, its environment's address with it", () => {
    const target = (base_url: string) => ({
      target_env: "staging",
      target_env_snapshot: { name: "staging", kind: "preview", base_url } as const,
    });
    const against = (execution_target_digest: string | null) =>
      run({ raw_result: { execution_target_digest } });
    const first = targetDigest(target("https://one.test"));
    expect(why(target("https://one.test"), against(first))).toBe("counts");
    expect(why(target("https://two.test"), against(first))).toBe("target_changed");
    expect(why(target("https://one.test"), against(null))).toBe("target_changed");
    expect(why({}, against(first))).toBe("target_changed");
    expect(targetDigest({ target_env: "local", target_env_snapshot: null })).not.toBeNull();
    expect(targetDigest({ target_env: null, target_env_snapshot: null })).toBeNull();
  });

  test("of an accepted commit; where code is carried out the commit has to be known", () => {
    const of = (sha: string | null) =>
      run({
        raw_result: { method_config: CONFIG, code_identity: sha === null ? null : { branch: null, sha } },
      });
    expect(why(CHECK, of(EARLIER), ACCEPTING)).toBe("counts");
    expect(why(CHECK, of("c".repeat(40)), ACCEPTING)).toBe("other_commit");
    expect(why(CHECK, of(null), ACCEPTING)).toBe("no_commit");
    expect(why(CHECK, of("c".repeat(40)))).toBe("counts");
    expect(why({}, run(), ACCEPTING)).toBe("counts");
    expect(why({ method_id: "manual", method_config: {} }, run(), ACCEPTING)).toBe("counts");
    expect(why({ ...CHECK, method_id: "of-the-project" }, of(null), ACCEPTING)).toBe("no_commit");
  });

  test("with evidence where an agent judged, its own or that of what it reviewed", () => {
    const agents = { performed_by: "agent", decided_by: "model" } as const;
    expect(why({}, run(agents))).toBe("artifact_missing");
    expect(why({}, run({ ...agents, verdict: "error" }))).toBe("counts");
    expect(why({}, run({ ...agents, artifacts: [artifact()] }))).toBe("counts");
  });

  test("as a capture only by its review", () => {
    const row = { method_id: "browser-inspection", method_config: { steps: [] } };
    const raw_result = { method_config: { steps: [] } };
    const capture = startedRun({ performed_by: "playwright", raw_result, artifacts: [artifact()] });
    expect(standing(row, [capture])).toMatchObject({
      word: "unmet",
      unqualified: [{ run: capture.id, why: "unreviewed_capture" }],
    });
    expect(why(row, { ...capture, verdict: "pass", decided_by: "code" })).toBe("unreviewed_capture");
    const review = run({
      id: id("run", 2),
      performed_by: "agent",
      decided_by: "model",
      judges_run_id: capture.id,
      raw_result,
    });
    expect(standing(row, [capture, review])).toMatchObject({
      word: "satisfied",
      qualifying: [review.id],
      unqualified: [{ run: capture.id, why: "reviewed_capture" }],
    });
  });

  test("not by an agent's review where a person's judgement is asked for; a person's review counts", () => {
    const looked = {
      ...METHODS.find(({ id: name }) => name === "browser-inspection")!,
      id: "looked-at",
      verdict_path: "person",
    } as const;
    const capture = startedRun({ performed_by: "playwright", artifacts: [artifact()] });
    const review = run({
      id: id("run", 2),
      performed_by: "agent",
      decided_by: "model",
      judges_run_id: capture.id,
    });
    const asking: readonly (readonly [Partial<Requirement>, StandingContext])[] = [
      [{ method_id: "looked-at" }, { ...CONTEXT, methods: [looked] }],
      [{ method_id: "browser-inspection", qa_phase: "manual_acceptance" }, CONTEXT],
    ];
    for (const [row, context] of asking) {
      expect(standing(row, [capture, review], context)).toMatchObject({
        word: expect.stringMatching(/^(?:unmet|pending)$/),
        unqualified: [{ run: capture.id }, { run: review.id, why: "unreviewed_capture" }],
      });
      const person = { ...review, id: id("run", 3), performed_by: "manual", decided_by: "person" } as const;
      expect(standing(row, [capture, review, person], context)).toMatchObject({
        word: "satisfied",
        qualifying: [person.id],
        unqualified: [
          { run: capture.id, why: "reviewed_capture" },
          { run: review.id, why: "unreviewed_capture" },
        ],
      });
    }
  });

  test("of several reviews of one capture as one: a person's before an agent's, then what is no pass", () => {
    const row = { method_id: "browser-inspection", method_config: { steps: [] } };
    const raw_result = { method_config: { steps: [] } };
    const capture = startedRun({ performed_by: "playwright", raw_result, artifacts: [artifact()] });
    const review = (name: number, verdict: QaRun["verdict"], decided_by: QaRun["decided_by"]) =>
      run({ id: id("run", name), verdict, decided_by, judges_run_id: capture.id, raw_result });
    const cases = [
      [review(2, "fail", "model"), review(3, "pass", "model"), "failed"],
      [review(2, "fail", "person"), review(3, "pass", "person"), "failed"],
      [review(2, "error", "person"), review(3, "pass", "person"), "failed"],
      [review(2, "fail", "person"), review(3, "pass", "model"), "failed"],
      [review(2, "undetermined", "person"), review(3, "pass", "model"), "undetermined"],
      [review(3, "pass", "person"), review(2, "fail", "model"), "satisfied"],
      [review(3, "pass", "person"), review(2, "undetermined", "person"), "satisfied"],
    ] as const;
    for (const [counts, other, word] of cases)
      for (const runs of [
        [capture, counts, other],
        [capture, other, counts],
      ])
        expect(standing(row, runs)).toMatchObject({
          word,
          qualifying: [counts.id],
          unqualified: [
            { run: capture.id, why: "reviewed_capture" },
            { run: other.id, why: "other_review" },
          ],
        });
  });

  test("as the newest by when it was started, wherever a pull put it", () => {
    const late = { started_at: "2026-03-01T10:00:00.5Z", verdict: "fail" } as const;
    const [older, newer] = [run({ id: id("run", 2) }), run({ ...late })];
    for (const runs of [
      [older, newer],
      [newer, older],
    ])
      expect(standing({}, runs, { ...CONTEXT, isNewestOnly: true })).toMatchObject({
        word: "failed",
        qualifying: [newer.id],
        unqualified: [{ run: older.id, why: "not_newest" }],
      });
  });

  test("where a project takes the newest attempt alone, only as that one", () => {
    const runs = [run(), run({ id: id("run", 2), verdict: "fail" }), startedRun({ id: id("run", 3) })];
    expect(standing({}, runs)).toMatchObject({ word: "satisfied" });
    expect(standing({}, runs, { ...CONTEXT, isNewestOnly: true })).toMatchObject({
      word: "failed",
      qualifying: [id("run", 2)],
      unqualified: [
        { run: id("run", 1), why: "not_newest" },
        { run: id("run", 3), why: "not_completed" },
      ],
    });
  });
});

describe("a requirement stands", () => {
  test("by its runs: unmet, pending, undetermined, failed, satisfied", () => {
    expect(standing({}, []).word).toBe("unmet");
    expect(standing({}, [startedRun()]).word).toBe("pending");
    expect(standing({}, [run({ verdict: "undetermined" }), startedRun({ id: id("run", 2) })]).word).toBe(
      "undetermined",
    );
    expect(standing({}, [run({ verdict: "error" })]).word).toBe("failed");
    expect(standing({}, [run()])).toMatchObject({ word: "satisfied", isSettled: true });
    expect(standing(CHECK, [run()]).word).toBe("unmet");
  });

  test("waived until the waiver ends; then it binds again, and says so", () => {
    const ends = "2026-03-01T12:00:00.000Z";
    const waived = { waived_at: AT, waiver_rationale: "known" };
    expect(standing(waived, [])).toMatchObject({ word: "waived", isSettled: true, readOut: null });
    const until = { ...waived, waiver_expires_at: ends };
    expect(standing(until, [], { ...CONTEXT, now: NOW - 1 }).word).toBe("waived");
    expect(standing(until, [])).toMatchObject({ word: "unmet", isSettled: false, waiverEndedAt: ends });
  });

  test("retracted is no obligation, whatever else there is", () => {
    expect(standing({ retracted_at: AT, waived_at: AT }, [run({ verdict: "fail" })])).toMatchObject({
      word: "retracted",
      isSettled: true,
    });
  });

  test("superseded only while what took its place stands by its own evidence", () => {
    const superseded = (name: number, by: number) =>
      requirement({
        id: id("req", name),
        superseded_at: AT,
        superseded_by_requirement_id: id("req", by),
        method_config_revision: 0,
      });
    const pass = run();
    const chain = (last: readonly QaRun[], columns: Partial<Requirement> = {}) => {
      const all = subject(
        [superseded(1, 2), run({ verdict: "fail" })],
        [superseded(2, 3)],
        [requirement({ id: id("req", 3), ...columns }), ...last],
      );
      return standingOf(all.requirements[id("req", 1)]!, all, CONTEXT);
    };
    expect(chain([pass])).toMatchObject({ word: "superseded", isSettled: true });
    expect(chain([])).toMatchObject({ word: "superseded", isSettled: false });
    expect(chain([pass], { method_config_revision: 1 }).isSettled).toBe(false);
    expect(chain([], { waived_at: AT }).isSettled).toBe(true);
    expect(chain([pass], { retracted_at: AT }).isSettled).toBe(false);
    const circle = subject([superseded(1, 2), pass], [superseded(2, 1), pass]);
    expect(standingOf(circle.requirements[id("req", 1)]!, circle, CONTEXT).isSettled).toBe(false);
    const gone = subject([superseded(1, 9), pass]);
    expect(standingOf(gone.requirements[id("req", 1)]!, gone, CONTEXT).isSettled).toBe(false);
  });

  test("satisfied never without a pass that counts, where there is no policy", () => {
    const runs = fc.array(
      fc.record({
        verdict: fc.constantFrom("pass", "fail", "undetermined", "error", null),
        sha: fc.constantFrom(HEAD, "c".repeat(40), null),
        config: fc.constantFrom(CONFIG, { command: "other" }, null),
        decided_by: fc.constantFrom("code", "model", "person"),
        hasArtifact: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(runs, (given) => {
        const isProved = given.some(
          ({ verdict, sha, config, decided_by, hasArtifact }) =>
            verdict === "pass" &&
            sha === HEAD &&
            config === CONFIG &&
            (decided_by !== "model" || hasArtifact),
        );
        const made = given.map(({ verdict, sha, config, decided_by, hasArtifact }, index) =>
          run({
            id: id("run", index),
            verdict,
            decided_by,
            artifacts: hasArtifact ? [artifact()] : [],
            raw_result: { method_config: config, code_identity: sha === null ? null : { branch: null, sha } },
          }),
        );
        expect(standing(CHECK, made, ACCEPTING).word === "satisfied").toBe(isProved);
      }),
    );
  });
});
