import fc from "fast-check";
import { expect, test } from "vitest";
import { checksOf } from "../../../knowledge/ci/checks-of.ts";
import type { CheckRun, CommitStatus } from "../../../knowledge/ports/forge.ts";
import { sampleCheckRun, sampleReports, sampleStatus } from "../../support/sample-reports.ts";

const brief = (checkRuns: readonly CheckRun[], statuses: readonly CommitStatus[] = []) =>
  checksOf(sampleReports(checkRuns, statuses)).map(({ key, kind, state }) => `${key} ${kind} ${state}`);

test("every conclusion of a check run means what schemas.md §3 says, and one that nobody knows is no pass", () => {
  const states = (conclusions: readonly (string | null)[]) =>
    conclusions.map((conclusion) => checksOf(sampleReports([sampleCheckRun({ conclusion })]))[0]?.state);
  expect(states(["failure", "timed_out", "startup_failure", "action_required"])).toEqual(
    Array(4).fill("failed"),
  );
  expect(states(["success", "neutral", "skipped"])).toEqual(Array(3).fill("passed"));
  expect(states(["cancelled", "stale", "brand_new", null, "constructor", "__proto__"])).toEqual(
    Array(6).fill("unclear"),
  );
});

test("whatever is not completed runs, and its conclusion and end are not believed", () => {
  for (const status of ["queued", "in_progress", "waiting", "requested", "pending"] as const) {
    const [check] = checksOf(sampleReports([sampleCheckRun({ status, conclusion: "success" })]));
    expect(check).toMatchObject({ state: "running", conclusion: null, completedAt: null });
  }
});

test("the states of commit statuses are failed, passed and running", () => {
  const states = (["failure", "error", "success", "pending"] as const).map(
    (state) => checksOf(sampleReports([], [sampleStatus({ state })]))[0]?.state,
  );
  expect(states).toEqual(["failed", "failed", "passed", "running"]);
});

test("of one name the newest check run and the newest status count", () => {
  const runs = [
    sampleCheckRun({ id: 1, conclusion: "failure" }),
    sampleCheckRun({ id: 3, conclusion: "success" }),
    sampleCheckRun({ id: 2, conclusion: "cancelled" }),
  ];
  const statuses = [
    sampleStatus({ state: "success", at: "2026-01-05T10:00:00Z" }),
    sampleStatus({ state: "failure", at: "2026-01-05T10:00:01Z" }),
  ];
  expect(brief(runs, statuses)).toEqual([
    "status/ci/other status failed",
    "github-actions/test check-run passed",
  ]);
});

test("a name with a check run and a status must pass in both, and the link is that of the one that decides", () => {
  const both = (conclusion: string, state: CommitStatus["state"]) =>
    checksOf(
      sampleReports(
        [sampleCheckRun({ conclusion, url: "run" })],
        [sampleStatus({ context: "test", state, url: "status" })],
      ),
    );
  expect(both("success", "success")).toMatchObject([{ kind: "both", state: "passed" }]);
  expect(both("success", "failure")).toMatchObject([
    { kind: "both", state: "failed", conclusion: "failure", url: "status" },
  ]);
  expect(both("failure", "success")).toMatchObject([{ state: "failed", url: "run" }]);
  expect(both("success", "pending")).toMatchObject([{ state: "running", completedAt: null }]);
  expect(both("cancelled", "success")).toMatchObject([{ state: "unclear" }]);
});

test("a status whose name two apps use is told once", () => {
  const runs = [sampleCheckRun({ app: "b" }), sampleCheckRun({ app: "a" })];
  expect(brief(runs, [sampleStatus({ context: "test", state: "failure" })])).toEqual([
    "a/test both failed",
    "b/test check-run passed",
  ]);
});

test("failed come first, then running, unclear and passed, each by name", () => {
  const runs = [
    sampleCheckRun({ name: "d" }),
    sampleCheckRun({ name: "c", conclusion: "stale" }),
    sampleCheckRun({ name: "b", status: "queued" }),
    sampleCheckRun({ name: "z", conclusion: "failure" }),
    sampleCheckRun({ name: "a", conclusion: "failure" }),
  ];
  expect(checksOf(sampleReports(runs)).map(({ name }) => name)).toEqual(["a", "z", "b", "c", "d"]);
});

test("what a check says is one line without escapes, and cut", () => {
  const [check] = checksOf(
    sampleReports([
      sampleCheckRun({ title: "", summary: `\u001b]8;;x\u0007two\n\tlines\u202e ${"é".repeat(400)}` }),
    ]),
  );
  expect(check?.says).toMatch(/^two lines é+…$/);
  expect([...(check?.says ?? "")]).toHaveLength(200);
});

const CI = ".github/workflows/ci.yml";
const DOCS = ".github/workflows/docs.yml";
const inWorkflow = (path: string, event: string, told: Partial<CheckRun> = {}) =>
  sampleCheckRun({ name: "build", workflow: { path, event }, ...told });

test("of one name that several workflows or events have, each is a check, named by what tells them apart", () => {
  const named = (...runs: readonly CheckRun[]) =>
    checksOf(sampleReports(runs)).map(({ key, name }) => [key, name]);
  const [ciKey, docsKey] = ["ci", "docs"].map(
    (file) => `github-actions@.github%2Fworkflows%2F${file}.yml:push/build`,
  );
  expect(named(inWorkflow(CI, "push"), inWorkflow(DOCS, "push"))).toEqual([
    [ciKey, "build (ci.yml)"],
    [docsKey, "build (docs.yml)"],
  ]);
  expect(
    named(inWorkflow(CI, "push"), inWorkflow(CI, "pull_request"), inWorkflow(DOCS, "push")).map(
      ([, name]) => name,
    ),
  ).toEqual(["build (ci.yml, pull_request)", "build (ci.yml, push)", "build (docs.yml)"]);
  expect(
    named(inWorkflow(CI, "push"), inWorkflow("elsewhere/ci.yml", "push")).map(([, name]) => name),
  ).toEqual([`build (${CI}, push)`, "build (elsewhere/ci.yml, push)"]);
  expect(named(inWorkflow(CI, "push"))).toEqual([["github-actions/build", "build"]]);
  expect(named(inWorkflow(CI, "push"), inWorkflow(CI, "push"))).toEqual([["github-actions/build", "build"]]);
  const unread = [sampleCheckRun({ name: "build", workflowRun: 8 }), sampleCheckRun({ name: "build" })];
  expect(named(...unread)).toEqual([
    ["github-actions@7/build", "build (run 7)"],
    ["github-actions@8/build", "build (run 8)"],
  ]);
});

test("a status of a name that two workflows have is told once, with the first", () => {
  const runs = [inWorkflow(DOCS, "push"), inWorkflow(CI, "push")];
  const checks = checksOf(sampleReports(runs, [sampleStatus({ context: "build", state: "failure" })]));
  expect(checks.map(({ name, kind, state }) => [name, kind, state])).toEqual([
    ["build (ci.yml)", "both", "failed"],
    ["build (docs.yml)", "check-run", "passed"],
  ]);
});

test("no failed check run is left out but for a newer one of the same workflow and event, or workflow run", () => {
  const anyOf = fc.record({
    id: fc.integer({ min: 1, max: 1e9 }),
    name: fc.constantFrom("build", "test"),
    conclusion: fc.constantFrom("success", "failure", "timed_out"),
    workflowRun: fc.constantFrom(null, 1, 2, 3, 4),
    workflow: fc.constantFrom(
      null,
      { path: CI, event: "push" },
      { path: CI, event: "pull_request" },
      { path: DOCS, event: "push" },
    ),
  });
  fc.assert(
    fc.property(fc.uniqueArray(anyOf, { selector: ({ id }) => id, maxLength: 12 }), (all) => {
      const runs = all.map((told) =>
        sampleCheckRun(told.workflowRun === null ? { ...told, workflow: null } : told),
      );
      const checks = checksOf(sampleReports(runs));
      for (const run of runs.filter(({ conclusion }) => conclusion !== "success")) {
        const isTold = checks.some(({ checkRun, state }) => checkRun === run.id && state === "failed");
        const isOutdated = runs.some(
          ({ id, name, workflow, workflowRun }) =>
            id > run.id &&
            name === run.name &&
            workflow?.path === run.workflow?.path &&
            workflow?.event === run.workflow?.event &&
            (workflow !== null || workflowRun === run.workflowRun),
        );
        expect(isTold).toBe(!isOutdated);
      }
      expect(new Set(checks.map(({ key }) => key)).size).toBe(checks.length);
      expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
    }),
    { numRuns: 300 },
  );
});

const anyRun = fc.record({
  id: fc.integer({ min: 1, max: 1e9 }),
  name: fc.constantFrom("a", "b", "c (1)"),
  app: fc.constantFrom("x", "y"),
  status: fc.constantFrom("queued", "completed" as const),
  conclusion: fc.constantFrom("success", "failure", "stale", null),
});
const anyStatus = fc.record({
  context: fc.constantFrom("a", "b", "d"),
  state: fc.constantFrom("success", "failure", "error", "pending" as const),
  description: fc.string(),
  url: fc.option(fc.constantFrom("u", "v"), { nil: null }),
  at: fc.constantFrom("2026-01-05T10:00:00Z", "2026-01-05T10:00:01Z"),
});

test("the order of the reports makes no difference, and each check has a key of its own", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRun, { selector: ({ id }) => id, maxLength: 12 }),
      fc.uniqueArray(anyStatus, {
        selector: ({ context, at, state, url }) => `${context}${at}${state}${url}`,
      }),
      fc.infiniteStream(fc.nat()),
      (runs, statuses, random) => {
        const checkRuns = runs.map((run) => sampleCheckRun(run as Partial<CheckRun>));
        const shuffled = <T>(list: readonly T[]) =>
          list
            .map((item) => ({ item, at: random.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item);
        const told = statuses.map((status) => sampleStatus({ ...status, description: "" } as CommitStatus));
        const one = checksOf(sampleReports(checkRuns, told));
        expect(checksOf(sampleReports(shuffled(checkRuns), shuffled(told)))).toEqual(one);
        expect(new Set(one.map(({ key }) => key)).size).toBe(one.length);
        const names = new Set([...runs.map(({ name }) => name), ...told.map(({ context }) => context)]);
        expect(new Set(one.map(({ name }) => name))).toEqual(names);
      },
    ),
    { numRuns: 200 },
  );
});

test("a failure that counts is never lost: the worst of a name is what is told of it", () => {
  fc.assert(
    fc.property(fc.constantFrom("success", "failure", "stale"), anyStatus, (conclusion, status) => {
      const [check] = checksOf(
        sampleReports([sampleCheckRun({ name: status.context, conclusion })], [status as CommitStatus]),
      );
      const passed = conclusion === "success" && status.state === "success";
      expect(check?.state === "passed").toBe(passed);
    }),
  );
});
