import { expect, test } from "vitest";
import type { Requirement, RequirementSource } from "../../../knowledge/qa/requirement.ts";
import { unpairedSources } from "../../../knowledge/qa/unpaired-sources.ts";

const row = (id: string, requirement_source: RequirementSource) =>
  ({ id, requirement_source }) as Requirement;
const created = (of: Requirement, materialization: string | null = null) => ({
  type: "QARequirementCreated",
  data: { row: of, materialization },
});
const stateOf = (...rows: readonly Requirement[]) => ({
  requirements: Object.fromEntries(rows.map((one) => [one.id, { row: one, runs: [] }])),
});

test("a source that emits twice does not hide one that emits nothing", () => {
  const [explicit, seeded] = [row("a", "explicit"), row("b", "seeded_default")];
  expect(unpairedSources(stateOf(explicit, seeded), [created(explicit), created(seeded)])).toEqual([]);
  const other = row("c", "explicit");
  expect(unpairedSources(stateOf(explicit, seeded), [created(explicit), created(other)])).toEqual([
    { source: "explicit", rows: 1, events: 2 },
    { source: "seeded_default", rows: 1, events: 0 },
  ]);
});

test("rows of a materialisation count once it is committed", () => {
  const one = row("a", "ac_derived");
  const begun = [created(one, "mat-1")];
  expect(unpairedSources(stateOf(), begun)).toEqual([]);
  const commit = { type: "QAMaterializationCommitted", data: { materialization: "mat-1" } };
  expect(unpairedSources(stateOf(), [...begun, commit])).toEqual([
    { source: "ac_derived", rows: 0, events: 1 },
  ]);
  expect(unpairedSources(stateOf(one), [...begun, commit])).toEqual([]);
});
