import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { commitOfExecution } from "../../../knowledge/qa/commit-of-execution.ts";
import { evaluateGate } from "../../../knowledge/qa/evaluate-gate.ts";
import { type ExportAsk, exportSource } from "../../../knowledge/qa/export-source.ts";
import { checkRun } from "../../../knowledge/qa/exports/check-run.ts";
import { ctrf } from "../../../knowledge/qa/exports/ctrf.ts";
import { inToto } from "../../../knowledge/qa/exports/in-toto.ts";
import { EXPORTS } from "../../../knowledge/qa/exports/index.ts";
import { junit } from "../../../knowledge/qa/exports/junit.ts";
import type { QaRun } from "../../../knowledge/qa/qa-run.ts";
import type { Requirement } from "../../../knowledge/qa/requirement.ts";
import { CtrfSchema } from "../../support/qa/ctrf-schema.ts";
import { readReportBytes } from "../../support/read-report-bytes.ts";
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

const HOSTILE = "\u001b[31m<b>&\"'</testcase>]]>\u202e @everyone #12 \u0000\ud800 `x` [a](http://e.org)";
const of = (name: string | number) => ({ id: id("req", name) });
const ofRun = (name: string | number, requirement: string | number, sha: string | null = HEAD) => ({
  id: id("run", name),
  qa_requirement_id: id("req", requirement),
  raw_result: { code_identity: sha === null ? null : { branch: "pay", sha } },
});

/** One requirement of each way to stand. */
const STATE = subject(
  [
    requirement({ ...of(1), title: HOSTILE }),
    run({ ...ofRun(1, 1), verdict: "fail", verdict_reason: HOSTILE, duration_ms: 30.4 }),
    run({
      ...ofRun(2, 1),
      duration_ms: 12,
      started_at: "2026-03-01T10:05:00.000Z",
      completed_at: "2026-03-01T10:06:00.000Z",
      artifacts: [artifact({ qa_run_id: id("run", 2) })],
    }),
  ],
  [requirement({ ...of(2), title: "Fails" }), run({ ...ofRun(3, 2), verdict: "fail", verdict_reason: "no" })],
  [requirement({ ...of(3), title: "Breaks down" }), run({ ...ofRun(4, 3), verdict: "error" })],
  [
    requirement({ ...of(4), title: "Nobody knows" }),
    run({ ...ofRun(5, 4), verdict: "undetermined", verdict_reason: "too dark" }),
  ],
  [requirement({ ...of(5), title: "Not begun" })],
  [requirement({ ...of(6), title: "At work" }), startedRun(ofRun(6, 6))],
  [
    requirement({
      ...of(7),
      title: "Let off",
      waived_at: AT,
      waived_by: "operator",
      waiver_source: "operator",
      waiver_rationale: "not in this release",
    }),
  ],
  [
    requirement({
      ...of(8),
      title: "Replaced",
      superseded_at: AT,
      superseded_by_requirement_id: id("req", 1),
      supersession_source: "operator",
      supersession_rationale: "asked wrongly",
    }),
    run({ ...ofRun(8, 8), verdict: "pass" }),
  ],
  [
    requirement({
      ...of(9),
      title: "Replaced by what failed",
      superseded_at: AT,
      superseded_by_requirement_id: id("req", 2),
      supersession_source: "operator",
      supersession_rationale: "asked wrongly",
    }),
    run({ ...ofRun(9, 9), verdict: "pass" }),
  ],
  [requirement({ ...of("a"), title: "Withdrawn", retracted_at: AT, retraction_reason: "no need" })],
  [requirement({ ...of("b"), title: "Of before" }), run(ofRun("b", "b", EARLIER))],
);

const context = { ...CONTEXT, acceptedRevisions: new Set([EARLIER, HEAD]) };
const ASK: ExportAsk = {
  subject: { kind: "item", item_id: "SHOP-12" },
  state: STATE,
  context,
  title: "Pay by invoice",
  commit: HEAD,
  gate: null,
  since: AT,
  mask: (text) => text.replaceAll("hunter2", "[masked]"),
};
const SOURCE = exportSource(ASK);
const gated = (more: Partial<ExportAsk>, target: "reviewing-implementation" | "done" = "done") => {
  const ask = { ...ASK, ...more };
  const gate = evaluateGate({
    item: "SHOP-12",
    state: ask.state,
    target,
    context: ask.context,
    evidence: new Map(),
    head: ask.commit,
  });
  return exportSource({ ...ask, gate });
};
const written = (format: (typeof EXPORTS)[number], source = SOURCE) => {
  const text = format.write(source);
  if (typeof text !== "string") throw new Error(text.why);
  return text;
};
const json = (format: (typeof EXPORTS)[number], source = SOURCE) => JSON.parse(written(format, source));
const PASSED = subject([requirement(of(1)), run(ofRun(1, 1))]);

test("what is satisfied is passed, and nothing else; what is let off says by whom and why", () => {
  expect(SOURCE.tests.map(({ state, word }) => [word, state])).toEqual([
    ["satisfied", "passed"],
    ["failed", "failed"],
    ["failed", "error"],
    ["undetermined", "undetermined"],
    ["unmet", "unmet"],
    ["pending", "pending"],
    ["waived", "skipped"],
    ["superseded", "skipped"],
    ["superseded", "unmet"],
    ["retracted", "skipped"],
    ["satisfied", "passed"],
  ]);
  const message = Object.fromEntries(SOURCE.tests.map((one) => [one.id, one.message]));
  expect(message[id("req", 1)]).toBeNull();
  expect(message[id("req", 2)]).toContain("is failed: one run that passed");
  expect(message[id("req", 7)]).toBe(`waived by operator (operator) at ${AT}: not in this release`);
  expect(message[id("req", 8)]).toBe(`superseded by ${id("req", 1)} (operator) at ${AT}: asked wrongly`);
  expect(message[id("req", 9)]).toContain("which owes its own pass");
  expect(message[id("req", "a")]).toBe(`withdrawn at ${AT}: no need`);
  for (const { state, message: why, recover } of SOURCE.tests) {
    expect(why === null).toBe(state === "passed");
    expect(recover === null).toBe(state === "passed" || state === "skipped");
  }
});

test("a waiver that was given on top of a supersession that does not stand is told as the waiver", () => {
  const waived = requirement({
    ...of(9),
    waived_at: AT,
    waived_by: "operator",
    waiver_source: "operator",
    waiver_rationale: "later",
    waiver_expires_at: "2026-04-01T00:00:00.000Z",
    superseded_at: AT,
    superseded_by_requirement_id: id("req", 2),
    supersession_source: "operator",
    supersession_rationale: "asked wrongly",
  });
  const state = subject([waived], [requirement(of(2)), run({ ...ofRun(3, 2), verdict: "fail" })]);
  expect(exportSource({ ...ASK, state }).tests[0]).toMatchObject({
    state: "skipped",
    message: `waived by operator (operator) at ${AT} until 2026-04-01T00:00:00.000Z: later`,
  });
});

test("texts are masked, of one line, bounded, and hold nothing that acts; a name is never empty", () => {
  const title = (text: string) => exportSource({ ...ASK, state: subject([requirement({ title: text })]) });
  expect(title("the password is hunter2").tests[0]?.name).toBe("the password is [masked]");
  expect(title("hun\u200bter2").tests[0]?.name).toBe("[masked]");
  expect(title("\u0007\u202e").tests[0]?.name).toBe(id("req", 1));
  expect(title("x".repeat(5_000)).tests[0]?.name).toHaveLength(200);
  for (const format of EXPORTS) {
    const text = written(format);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\ud800-\udfff]/);
    expect(text.endsWith("\n")).toBe(true);
  }
});

test("the same fold gives the same bytes, whenever it is asked", () => {
  const later = exportSource({ ...ASK, context: { ...context, now: context.now + 86_400_000 } });
  for (const format of EXPORTS) expect(written(format, later)).toBe(written(format));
  expect([SOURCE.start, SOURCE.stop]).toEqual([Date.parse(AT), Date.parse("2026-03-01T10:06:00.000Z")]);
});

test("a gate is a test of its own: refused it fails although every row passes, discharged it is skipped", () => {
  const open = gated({ state: PASSED });
  expect(open.tests.map(({ state, kind }) => [kind, state])).toEqual([
    ["implementation_review", "passed"],
    ["gate", "passed"],
  ]);
  const agents = subject([
    requirement(of(1)),
    run({ ...ofRun(1, 1), decided_by: "model", artifacts: [artifact()] }),
  ]);
  const refused = gated({ state: agents });
  expect(refused.tests.map(({ state }) => state)).toEqual(["passed", "failed"]);
  expect(refused.tests[1]?.message).toContain("rests on artifacts that cannot be read here");
  expect(refused.tests[1]?.recover).toMatch(/^assay qa run add /);
  const waived = requirement({
    waived_at: AT,
    waived_by: "operator",
    waiver_source: "operator",
    waiver_rationale: "x",
  });
  expect(gated({ state: subject([waived]) }).tests.map(({ state }) => state)).toEqual(["skipped", "skipped"]);
  const nothing = gated({ state: subject() }, "reviewing-implementation");
  expect(nothing.tests.map(({ state, word }) => [state, word])).toEqual([["failed", "refused"]]);
});

test("a gate's export holds what the gate looks at", () => {
  const state = subject(
    [requirement(of(1)), run(ofRun(1, 1))],
    [requirement({ ...of(2), blocking_mode: "non_blocking" }), run({ ...ofRun(2, 2), verdict: "fail" })],
  );
  expect(gated({ state }).tests.map(({ id: name }) => name)).toEqual([id("req", 1), "SHOP-12/gate-done"]);
  expect(exportSource({ ...ASK, state }).tests).toHaveLength(2);
});

describe("CTRF", () => {
  test("is as its schema has it, with its counts, attempts, clauses and evidence", () => {
    for (const source of [
      SOURCE,
      gated({}),
      exportSource({ ...ASK, state: subject(), since: null, title: null }),
    ])
      expect(CtrfSchema.safeParse(json(ctrf, source)).error?.issues).toBeUndefined();
    const { results } = CtrfSchema.parse(json(ctrf));
    expect(results.summary).toMatchObject({
      tests: 11,
      passed: 2,
      failed: 1,
      skipped: 3,
      pending: 3,
      other: 2,
    });
    const [first, , broken, unknown] = results.tests;
    expect(first).toMatchObject({ retries: 1, flaky: true, duration: 12 });
    expect(first?.retryAttempts).toMatchObject([
      { attempt: 1, status: "failed", duration: 30, extra: { run: id("run", 1), counts: true } },
      {
        attempt: 2,
        status: "passed",
        attachments: [{ name: "cart.png", path: "qa-artifacts/shop/SHOP-12/run-1/cart.png" }],
      },
    ]);
    expect(broken).toMatchObject({ status: "other", rawStatus: "error" });
    expect(unknown).toMatchObject({ status: "other", rawStatus: "undetermined" });
    expect(unknown?.steps).toMatchObject([{ status: "pending", name: "one run that passed: 0 of 1 run" }]);
    expect(unknown?.message).toContain(`${id("run", 5)} says: too dark`);
  });

  test("a failure that another commit mended is no flake", () => {
    const state = subject([
      requirement(of(1)),
      run({ ...ofRun(1, 1, EARLIER), verdict: "fail" }),
      run(ofRun(2, 1)),
    ]);
    expect(json(ctrf, exportSource({ ...ASK, state })).results.summary).toMatchObject({
      passed: 1,
      flaky: 0,
    });
  });

  test("is read again by our own reader with no more passes than there are", async () => {
    const read = await readReportBytes("report.json", written(ctrf));
    expect(read?.digest).toMatchObject({ format: "ctrf", verdict: "failed", notes: [] });
    expect(read?.tests.filter(({ outcome }) => outcome === "passed")).toHaveLength(2);
  });
});

describe("JUnit XML", () => {
  test("is sound XML, and read again says the same", async () => {
    const text = written(junit, gated({}));
    const faults: string[] = [];
    const cases: { readonly name: string; readonly children: string[] }[] = [];
    const parser = new SaxesParser();
    parser.on("error", ({ message }) => faults.push(message));
    parser.on("opentag", ({ name, attributes }) => {
      if (name === "testcase") cases.push({ name: attributes.name as string, children: [] });
      else if (/^(failure|error|skipped|flaky|rerun)/.test(name)) cases.at(-1)?.children.push(name);
    });
    parser.write(text).close();
    expect(faults).toEqual([]);
    expect(cases.map(({ children }) => children.join())).toEqual([
      ...["flakyFailure", "failure", "error", "error", "error", "error"],
      ...["skipped", "skipped", "error", "", "failure"],
    ]);
    expect(cases[0]?.name).toContain("<b>&\"'</testcase>]]> @everyone #12");
    const read = await readReportBytes("report.xml", text);
    expect(read?.digest).toMatchObject({ format: "junit", verdict: "failed", notes: [] });
    expect(read?.tests.map(({ outcome }) => outcome)).toEqual([
      ...["passed", "failed", "errored", "errored", "errored", "errored"],
      ...["skipped", "skipped", "errored", "passed", "failed"],
    ]);
    expect(read?.tests[3]?.failure?.text).toContain("not evaluated: one run that passed, 0 of 1 run");
  });
});

describe("an in-toto statement", () => {
  const statement = (state: ExportAsk["state"], more: Partial<ExportAsk> = {}) =>
    json(inToto, exportSource({ ...ASK, state, ...more }));

  test("is about the commit, and passes what its own runs prove", () => {
    expect(statement(PASSED)).toEqual({
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name: "SHOP-12 Pay by invoice", digest: { gitCommit: HEAD } }],
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
      predicate: {
        result: "PASSED",
        configuration: [
          {
            name: id("req", 1),
            digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
            annotations: { standing: "satisfied", blocking: true },
          },
        ],
        passedTests: [`${id("req", 1)} The checkout works`],
        warnedTests: [],
        failedTests: [],
      },
    });
  });

  test("warns of what an earlier commit proved and of what was let off, and fails on what blocks alone", () => {
    const before = subject([requirement(of(1)), run(ofRun(1, 1, EARLIER))]);
    expect(statement(before).predicate).toMatchObject({
      result: "WARNED",
      passedTests: [],
      warnedTests: [`${id("req", 1)} The checkout works`],
    });
    const { predicate } = json(inToto);
    expect(predicate).toMatchObject({
      result: "FAILED",
      warnedTests: [`${id("req", "b")} Of before`],
      failedTests: [2, 3, 4, 5, 6, 9].map((name) => expect.stringContaining(id("req", name))),
    });
    expect(predicate.passedTests).toHaveLength(1);
    expect(JSON.stringify(predicate.configuration)).toContain("waived by operator");
    expect(JSON.stringify(predicate)).not.toContain("Withdrawn");
    const waived = requirement({
      ...of(7),
      waived_at: AT,
      waived_by: "operator",
      waiver_source: "operator",
      waiver_rationale: "x",
    });
    expect(statement(subject([waived], [requirement(of(1)), run(ofRun(1, 1))])).predicate).toMatchObject({
      result: "WARNED",
      passedTests: [expect.stringContaining(id("req", 1))],
      warnedTests: [],
      failedTests: [],
    });
    const loose = requirement({ ...of(2), blocking_mode: "non_blocking" });
    expect(statement(subject([requirement(of(1)), run(ofRun(1, 1))], [loose])).predicate).toMatchObject({
      result: "WARNED",
      failedTests: [expect.stringContaining(id("req", 2))],
    });
  });

  test("is refused without a commit, and where nothing has to be proved", () => {
    expect(inToto.write({ ...SOURCE, commit: null })).toMatchObject({
      kind: "refused",
      code: "precondition_failed",
      recover: "assay item link SHOP-12",
    });
    expect(inToto.write(exportSource({ ...ASK, state: subject() }))).toMatchObject({ kind: "refused" });
    const alone = exportSource({
      ...ASK,
      subject: { kind: "execution", execution_id: "exec-7k3f9x2m0a" },
      commit: null,
    });
    expect(checkRun.write(alone)).toMatchObject({
      recover: "assay qa export exec-7k3f9x2m0a --format ctrf",
    });
  });

  test("an execution's commit is that of its last run that counts", () => {
    expect(commitOfExecution(STATE, CONTEXT)).toBe(HEAD);
    expect(commitOfExecution(subject([requirement(of(5))]), CONTEXT)).toBeNull();
    expect(commitOfExecution(subject([requirement(of(1)), run(ofRun(1, 1, null))]), CONTEXT)).toBeNull();
  });
});

describe("a check run", () => {
  const conclusion = (...rows: readonly (readonly [Requirement, ...QaRun[]])[]) =>
    json(checkRun, exportSource({ ...ASK, state: subject(...rows) })).conclusion;

  test("concludes by what binds", () => {
    const passed = [requirement(of(1)), run(ofRun(1, 1))] as const;
    expect(conclusion(passed)).toBe("success");
    expect(conclusion(passed, [requirement(of(2)), run({ ...ofRun(2, 2), verdict: "fail" })])).toBe(
      "failure",
    );
    expect(conclusion(passed, [requirement(of(2)), run({ ...ofRun(2, 2), verdict: "error" })])).toBe(
      "failure",
    );
    expect(conclusion(passed, [requirement(of(2))])).toBe("action_required");
    expect(conclusion(passed, [requirement({ ...of(2), blocking_mode: "non_blocking" })])).toBe("success");
    const waived = requirement({
      waived_at: AT,
      waived_by: "operator",
      waiver_source: "operator",
      waiver_rationale: "x",
    });
    expect(conclusion([waived])).toBe("neutral");
    expect(conclusion()).toBe("neutral");
    expect(json(checkRun, gated({ state: PASSED })).conclusion).toBe("success");
    expect(json(checkRun, gated({ state: subject([waived]) })).conclusion).toBe("neutral");
    expect(json(checkRun, gated({ state: subject() })).conclusion).toBe("action_required");
    expect(json(checkRun, gated({})).conclusion).toBe("failure");
  });

  test("is no success of a commit whose own runs do not prove it, and says which one did", () => {
    const before = [requirement(of(1)), run(ofRun(1, 1, EARLIER))] as const;
    expect(conclusion(before)).toBe("neutral");
    expect(conclusion(before, [requirement(of(2))])).toBe("action_required");
    const { output } = json(checkRun, exportSource({ ...ASK, state: subject(before) }));
    expect(output.title).toBe("1 of 1 proved, 1 not by this commit alone");
    expect(output.text).toContain(`not proved by this commit alone: what decides is of ${EARLIER}`);
    const open = json(checkRun, gated({ state: subject(before) }));
    expect(open).toMatchObject({ conclusion: "neutral", output: { title: /^accepted: .+ alone$/ } });
    const proof = [...before, run({ ...ofRun(2, 1) }), run(ofRun(3, 1, EARLIER))] as const;
    expect(conclusion(proof)).toBe("success");
    const given = (rows: readonly [Requirement, ...QaRun[]]) => {
      const source = exportSource({ ...ASK, state: subject(rows) });
      const xml = written(junit, source).matchAll(/ {8}<property name="(commit|of_commit)" value="(\w+)"/g);
      const [test] = CtrfSchema.parse(json(ctrf, source)).results.tests;
      return [
        test?.extra?.commit,
        test?.extra?.of_commit,
        Object.fromEntries([...xml].map((m) => m.slice(1))),
      ];
    };
    expect(given(before)).toEqual([EARLIER, false, { commit: EARLIER, of_commit: "false" }]);
    expect(given(proof)).toEqual([HEAD, true, { commit: HEAD, of_commit: "true" }]);
  });

  test("a requirement whose kind is called as a gate is one all the same", () => {
    const named = requirement({ ...of(1), qa_kind: "gate" });
    expect(conclusion([named, run({ ...ofRun(1, 1), verdict: "fail" })])).toBe("failure");
    expect(json(checkRun, gated({ state: subject([named]) })).output.title).toBe("refused: 0 of 1 proved");
  });

  test("says what is owed as Markdown in which no title acts", () => {
    const payload = json(checkRun);
    expect(payload).toMatchObject({
      head_sha: HEAD,
      status: "completed",
      started_at: "2026-03-01T10:00:00Z",
      completed_at: "2026-03-01T10:06:00Z",
      output: { title: "2 of 11 proved, 1 not by this commit alone" },
    });
    const { summary, text } = payload.output;
    expect(summary).toContain("2 passed, 1 failed, 1 broke down, 1 undetermined");
    expect(text).not.toMatch(/<b>|@everyone|#12|[^\\]\]\(|http:\/\//);
    expect(text).toContain("&lt;b&gt;");
    expect(text).toContain("waived by operator");
  });

  test("keeps to what one call takes, and tells what is left out", () => {
    const many = Array.from(
      { length: 400 },
      (_, index) =>
        [
          requirement({
            ...of(index),
            title: `${index} ${"é".repeat(190)}`,
            plan_case: {
              plan: "checkout",
              case_key: `case-${index}`,
              digest: "0".repeat(64),
              definition: {},
            },
          }),
        ] as const,
    );
    const { output } = json(checkRun, exportSource({ ...ASK, state: subject(...many) }));
    expect(Buffer.byteLength(output.text)).toBeLessThanOrEqual(65_535);
    const left = Number(/- (\d+) more are left out/.exec(output.text)?.[1]);
    expect(left + output.text.split("\n- **").length - 1 + 1).toBe(400);
    expect(output.annotations).toHaveLength(50);
    expect(output.annotations[0]).toMatchObject({
      path: ".assay/plans/checkout.yaml",
      annotation_level: "failure",
    });
    expect(output.summary).toContain("350 more are not annotated");
  });
});
