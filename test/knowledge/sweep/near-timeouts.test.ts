import { describe, expect, test } from "vitest";
import { parseWorkflow } from "../../../knowledge/ci/parse-workflow.ts";
import { findNearTimeouts } from "../../../knowledge/sweep/find-near-timeouts.ts";
import { limitOf, timeLimits } from "../../../knowledge/sweep/time-limits.ts";
import { CI, observedRun, passingRuns } from "../../support/observed-week.ts";

const limits = timeLimits(
  CI,
  parseWorkflow(`
jobs:
  test:
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v5
      - name: Unit
        run: npm test
        timeout-minutes: 5
      - run: |
          npm run e2e
          npm run more
        timeout-minutes: 2
  lint:
    name: Lint the code
    runs-on: ubuntu-latest
  legs:
    name: legs on \${{ matrix.os }}
    timeout-minutes: 30
  said:
    timeout-minutes: \${{ inputs.minutes }}
`),
);

describe("the limits of a workflow file", () => {
  test("are those of a job by its id, its name, a leg of its matrix, or a name with expressions", () => {
    const minutes = (job: string) => limitOf(limits, CI, job)?.minutes;
    expect(minutes("test")).toBe(10);
    expect(minutes("test (ubuntu, 22)")).toBe(10);
    expect(minutes("legs on windows")).toBe(30);
    expect(limitOf(limits, CI, "Lint the code")).toMatchObject({ minutes: 360, isSet: false });
    expect(limitOf(limits, CI, "said")).toMatchObject({ minutes: null, isSet: true });
    expect([minutes("lint"), minutes("other"), limitOf(limits, "other.yml", "test")]).toEqual([
      undefined,
      undefined,
      null,
    ]);
  });

  test("are those of steps by name, as the forge names a step without one", () => {
    expect(limitOf(limits, CI, "test")?.steps).toEqual([
      { name: "Unit", minutes: 5 },
      { name: "Run npm run e2e", minutes: 2 },
    ]);
  });

  test("of what is no workflow are none", () => {
    for (const text of ["", "jobs: 3", "- a\n- b", "jobs:\n  a: 1\n  b: [x]", "%%% not yaml: ["])
      expect(() => timeLimits(CI, parseWorkflow(text))).not.toThrow();
    expect(timeLimits(CI, parseWorkflow("on: push"))).toEqual([]);
  });
});

describe("what comes near its limit", () => {
  test("came within a fifth of it at least twice, by the limit of the file", () => {
    expect(findNearTimeouts({ runs: passingRuns([100, 490, 110, 500, 120]), limits })).toMatchObject([
      {
        kind: "near-timeout",
        subject: { job: "test", step: null },
        says: "Job test (ci.yml) came within 20 % of its limit of 10 min 2 times of 5.",
        samples: 5,
        rate: { found: 2, all: 5 },
        confidence: "medium",
        reruns: 0,
      },
    ]);
    expect(findNearTimeouts({ runs: passingRuns([479, 470, 300, 300]), limits })).toEqual([]);
  });

  test("L-028 did not come near it once, as a spike does", () => {
    expect(findNearTimeouts({ runs: passingRuns([100, 590, 110, 90]), limits })).toEqual([]);
  });

  test("was ended by it, be it told as cancelled, which a job that a person stopped early is too", () => {
    const run = (index: number, seconds: number, conclusion: string) =>
      observedRun(index, { attempts: [[{ seconds, conclusion }]] });
    expect(
      findNearTimeouts({ runs: [run(0, 601, "cancelled"), run(1, 60, "success")], limits }),
    ).toMatchObject([
      {
        says: expect.stringContaining("was ended by its limit of 10 min 1 time of 2"),
        confidence: "low",
        reruns: 1,
      },
    ]);
    expect(findNearTimeouts({ runs: [run(0, 200, "cancelled"), run(1, 60, "success")], limits })).toEqual([]);
  });

  test("is judged by the forge's own limit where no file says one, and not at all where only an expression does", () => {
    const day = [21_000, 21_100];
    expect(findNearTimeouts({ runs: passingRuns(day, { name: "Lint the code" }), limits })).toMatchObject([
      { evidence: expect.arrayContaining(["No limit is set: the forge's own, 6 h, holds."]) },
    ]);
    expect(findNearTimeouts({ runs: passingRuns(day), limits: [] })).toHaveLength(1);
    expect(findNearTimeouts({ runs: passingRuns(day, { name: "said" }), limits })).toEqual([]);
    expect(findNearTimeouts({ runs: passingRuns(day, { name: "unknown" }), limits })).toEqual([]);
  });

  test("may be a step by its own limit", () => {
    const steps = (seconds: number) => [{ name: "Unit", seconds }];
    const runs = [250, 280, 30].map((seconds, index) =>
      observedRun(index, { attempts: [[{ seconds, steps: steps(seconds) }]] }),
    );
    expect(findNearTimeouts({ runs, limits })).toMatchObject([{ subject: { job: "test", step: "Unit" } }]);
  });
});
