import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ITEM_EVENT_NAMES, SEAT_EVENT_NAMES } from "../../../knowledge/item/event-names.ts";
import { QA_EVENT_NAMES } from "../../../knowledge/qa/event-names.ts";
import { AT, artifact, id, requirement, run } from "./samples.ts";

const knowledge = join(import.meta.dirname, "../../../knowledge");

describe("the registry of events", () => {
  test("holds every event that anything names, with a sentence", () => {
    const named = new Set<string>();
    for (const room of ["qa", "item", "actions", "execute", "watch"])
      for (const file of readdirSync(join(knowledge, room), { recursive: true, encoding: "utf8" }))
        if (file.endsWith(".ts"))
          for (const [, type] of readFileSync(join(knowledge, room, file), "utf8").matchAll(
            /type: "((?:QA|Item|Task|Seat)[A-Z][A-Za-z]+)"/g,
          ))
            named.add(type!);
    expect(named.size).toBeGreaterThan(0);
    const registered = { ...QA_EVENT_NAMES, ...ITEM_EVENT_NAMES, ...SEAT_EVENT_NAMES };
    expect(Object.keys(registered)).toEqual(expect.arrayContaining([...named]));
    for (const { says, v } of Object.values(registered)) {
      expect(says).toMatch(/^[a-z].+[^.]$/);
      expect(v).toBe(1);
    }
  });

  test("takes the rows that the rooms make, and refuses others by the field", () => {
    const rows = {
      row: requirement({
        target_env: "staging",
        target_env_snapshot: { name: "staging", kind: "preview", base_url: null },
        success_policy: { type: "deterministic", criteria: "verdict_pass" },
      }),
      materialization: null,
    };
    const created = QA_EVENT_NAMES.QARequirementCreated.data;
    expect(created.parse(rows)).toEqual(rows);
    expect(
      created.safeParse({ ...rows, row: { ...rows.row, qa_phase: "review" } }).error?.issues,
    ).toMatchObject([{ path: ["row", "qa_phase"] }]);
    const started = { run: run({ artifacts: [artifact()] }) };
    expect(QA_EVENT_NAMES.QARunStarted.data.parse(started)).toEqual(started);
    const updated = {
      id: id("req", 1),
      changes: { target_env: null },
      why: "correction",
      at: AT,
      by: "operator",
    } as const;
    expect(QA_EVENT_NAMES.QARequirementUpdated.data.parse(updated)).toEqual(updated);
    const confident = { confidence: 1.5 };
    expect(
      QA_EVENT_NAMES.QARunCompleted.data.safeParse(confident).error?.issues.map(({ path }) => path.join(".")),
    ).toContain("confidence");
  });
});
