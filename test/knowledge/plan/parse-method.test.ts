import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import { parseMethod } from "../../../knowledge/plan/parse-method.ts";
import { RUNNERS, type RunnerFacts } from "../../../knowledge/plan/runners.ts";

const FILE = ".assay/methods/lighthouse.yaml";
const value = {
  version: 1,
  id: "lighthouse",
  title: "Speed of a page",
  runner_id: "worktree_run",
  config_contract: "command",
  verdict_path: "automatic",
  evidence_contract: "the report of the run",
};

function problemsOf(changes: object, file = FILE): string[] {
  const parsed = parseMethod(JSON.stringify({ ...value, ...changes }), file);
  return parsed.kind === "method" ? [] : parsed.problems.map(({ key, message }) => `${key}: ${message}`);
}

describe("a project's own method", () => {
  test("has its runner's needs and ways where it says nothing", () => {
    expect(parseMethod(JSON.stringify(value), FILE)).toEqual({
      kind: "method",
      method: {
        ...{ id: "lighthouse", title: "Speed of a page", runner_id: "worktree_run" },
        ...{ config_contract: "command", verdict_path: "automatic" },
        evidence_contract: "the report of the run",
        required_capability_kinds: [],
        concurrency: "parallel",
        qa_kind: "simulation",
      },
    });
    const walker = {
      ...{ ...value, runner_id: "agent_mission", config_contract: "mission", verdict_path: "person" },
      required_capability_kinds: ["docker", "browser-control"],
    };
    expect(parseMethod(JSON.stringify(walker), FILE)).toMatchObject({
      method: {
        required_capability_kinds: ["browser-control", "test-machine", "docker"],
        concurrency: "serial",
        qa_kind: "e2e",
      },
    });
  });

  test.each([
    [{ id: "manual" }, ['id: "manual" is a built-in method', 'id: "manual" is not what the file is called']],
    [{ id: "other" }, ['id: "other" is not what the file is called']],
    [{ runner_id: "shell" }, [expect.stringMatching(/^runner_id: "shell" is not one of worktree_run/)]],
    [
      { config_contract: "mission", verdict_path: "agent" },
      ['config_contract: "mission" is nothing that worktree_run carries out'],
    ],
    [{ verdict_path: "agent" }, ['verdict_path: "agent" cannot judge what a case of command leaves behind']],
    [
      { runner_id: "host_control", config_contract: "terminal", concurrency: "parallel" },
      ["concurrency: host_control carries out one case at a time"],
    ],
    [
      { evidence_contract: undefined, runs: 3 },
      ["evidence_contract: is missing", "runs: means nothing here"],
    ],
    [{ version: 2 }, ["version: written for a newer Assay (version 2; this one knows 1)"]],
  ])("%j is none", (changes, problems) => {
    expect(problemsOf(changes)).toEqual(problems);
  });

  test("no text makes reading it throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const parsed = parseMethod(text, FILE);
        if (parsed.kind === "bad") expect(parsed.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});

test("a built-in method is one that its runner carries out, with all that the runner needs", () => {
  for (const method of METHODS) {
    const runner: RunnerFacts = RUNNERS[method.runner_id];
    expect(runner.contracts, method.id).toContain(method.config_contract);
    expect(method.required_capability_kinds, method.id).toEqual(runner.needs);
    expect(method.concurrency, method.id).toBe(runner.concurrency);
  }
});
