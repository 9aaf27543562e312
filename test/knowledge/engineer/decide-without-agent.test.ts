import { describe, expect, test } from "vitest";
import { decideWithoutAgent } from "../../../knowledge/engineer/decide-without-agent.ts";
import { sortFailures } from "../../../knowledge/engineer/sort-failures.ts";
import { keyIn } from "../../../knowledge/telling/mark.ts";
import { checkCase, failedCase, sceneCase } from "./engineer-case.ts";

const ofBase = failedCase({
  check: { name: "lint", key: "github-actions/lint" },
  base: { kind: "failed", same: true, url: "https://github.com/shop/shop/actions/runs/9/job/9" },
  fingerprint: "f-base",
});
const flake = failedCase({ result: { cause: "flaky", rule: "flake/history" }, fingerprint: "f-flake" });
const outage = failedCase({
  check: { name: "install", key: "github-actions/install" },
  result: { cause: "environment", infrastructure: true, rule: "registry/npm" },
  fingerprint: "f-outage",
  tests: [],
});
const mine = failedCase();
const cancelled = checkCase({ name: "e2e", state: "unclear", conclusion: "cancelled" });

const decide = (failed: Parameters<typeof sortFailures>[0], unclear = [] as (typeof cancelled)[]) =>
  decideWithoutAgent(sortFailures(failed), unclear, sceneCase());
const told = (failed: Parameters<typeof sortFailures>[0], unclear = [] as (typeof cancelled)[]) =>
  decide(failed, unclear).effects.map((effect) => {
    if (effect.what === "issue") return `issue ${effect.labels.join()}`;
    return effect.what === "comment" ? `comment ${effect.body.split("\n", 1)[0]}` : effect.what;
  });
const NOTE = "comment These checks fail on main already, so they are no part of this change.";

describe("decided without an agent", () => {
  test("only failures of the base: NO CHANGE NEEDED by rule, an issue each and one note", () => {
    expect(decide([ofBase])).toMatchObject({
      kind: "decided",
      verdict: { word: "NO CHANGE NEEDED", by: "rule" },
    });
    expect(told([ofBase])).toEqual(["issue assay:triage", NOTE]);
    const [issue, note] = decide([ofBase]).effects;
    expect(note).toMatchObject({ body: expect.stringContaining(`- lint: <{url:${issue?.key}}>`) });
    expect(issue).toMatchObject({ title: "Fails on main: lint", body: expect.stringContaining("#12") });
  });

  test("a flake, with or without failures of the base: BLOCKED with a question that names it", () => {
    for (const failed of [[flake], [ofBase, flake]]) {
      const decision = decide(failed);
      expect(decision).toMatchObject({ kind: "decided", verdict: { word: "BLOCKED", by: "rule" } });
      if (decision.kind === "decided" && decision.verdict.word === "BLOCKED")
        expect(decision.verdict.question).toContain("unit (flake/history)");
    }
  });

  test("a flake has an issue labelled flaky that carries its log, and a caution of its tests", () => {
    const { effects } = decide([flake]);
    expect(effects.find(({ what }) => what === "issue")).toMatchObject({
      labels: ["flaky"],
      title: "Flaky: Cart > shipping",
      body: expect.stringContaining("1: AssertionError: expected 12.99 to be 14.99"),
    });
    const caution = effects.find((effect) => effect.what === "caution");
    expect(JSON.parse(caution?.evidence ?? "")).toMatchObject({
      job: "unit",
      failures: [{ test: "Cart > shipping", cause: "flaky", fingerprint: "f-flake" }],
    });
  });

  test("a flake's issue has one key, whichever change and round met it", () => {
    const keys = [
      sceneCase(),
      sceneCase({ round: 2 }),
      sceneCase({ change: { ...sceneCase().change, number: 13 } }),
    ].map(
      (scene) =>
        decideWithoutAgent(sortFailures([flake]), [], scene).effects.find(({ what }) => what === "issue")
          ?.key,
    );
    expect(new Set(keys).size).toBe(1);
  });

  test("infrastructure: BLOCKED, and a person is called by comment, label, assignment and webhook", () => {
    expect(decide([outage])).toMatchObject({ verdict: { word: "BLOCKED" } });
    expect(told([outage])).toEqual(["caution", "comment **BLOCKED**", "label", "assign", "webhook"]);
  });

  test("only cancelled or stale checks: BLOCKED, also beside failures of the base", () => {
    for (const failed of [[], [ofBase]]) {
      const decision = decide(failed, [cancelled]);
      expect(decision).toMatchObject({
        verdict: { word: "BLOCKED", question: expect.stringContaining("e2e (cancelled)") },
      });
    }
  });

  test.each([
    ["alone", [mine]],
    ["beside the base", [ofBase, mine]],
    ["beside a flake and an outage", [flake, outage, mine]],
  ])("a failure of the change %s goes to the engineer, who answers for that one only", (_, failed) => {
    expect(decide(failed, [cancelled])).toMatchObject({ kind: "engineer", work: [{ failed: mine }] });
  });

  test("what the engineer does not answer for is told all the same", () => {
    expect(told([ofBase, flake, outage, mine])).toEqual([
      "issue assay:triage",
      NOTE,
      "issue flaky",
      "caution",
      "caution",
      "comment **A person is needed**",
      "label",
      "assign",
      "webhook",
    ]);
  });

  test("nothing failed and nothing unclear is nobody's pass", () => {
    expect(decide([])).toMatchObject({ kind: "engineer", work: [], effects: [] });
  });

  test("every effect has a key of its own, and every body ends in its mark", () => {
    const { effects } = decide([ofBase, flake, outage, mine]);
    expect(new Set(effects.map(({ key }) => key)).size).toBe(effects.length);
    for (const effect of effects)
      if (effect.what === "comment" || effect.what === "issue") expect(keyIn(effect.body)).toBe(effect.key);
  });

  test("two checks that fail by one cause make one issue", () => {
    const twin = failedCase({ ...flake, check: { name: "unit (2)" }, result: { cause: "flaky" } });
    expect(decide([flake, twin]).effects.filter(({ what }) => what === "issue")).toHaveLength(1);
  });
});
