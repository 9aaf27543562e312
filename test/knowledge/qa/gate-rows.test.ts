import { describe, expect, test } from "vitest";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import { rowsInGate } from "../../../knowledge/qa/gate-rows.ts";
import type { StandingContext } from "../../../knowledge/qa/standing.ts";
import { CONTEXT, EARLIER, HEAD, id, NOW, requirement, run, subject } from "./samples.ts";

const method_config = { command: "npm test" };
const state = subject(
  [
    requirement({ method_id: "command", method_config }),
    run({ raw_result: { method_config, code_identity: { branch: null, sha: HEAD } } }),
    run({ id: id("run", 2), verdict: "fail", raw_result: { method_config } }),
  ],
  [
    requirement({
      id: id("req", 2),
      item_id: null,
      epic_id: "SHOP-12",
      task_num: 1,
      qa_phase: "manual_acceptance",
      waived_at: new Date(NOW - 2).toISOString(),
      waiver_expires_at: new Date(NOW + 1).toISOString(),
    }),
  ],
);

describe("the rows of a gate", () => {
  test("are those of what is asked, whatever was asked of the same state before", () => {
    const contexts: readonly StandingContext[] = [
      CONTEXT,
      { ...CONTEXT, now: NOW + 2 },
      { ...CONTEXT, acceptedRevisions: new Set([HEAD]) },
      { ...CONTEXT, acceptedRevisions: new Set([EARLIER]) },
      { ...CONTEXT, isNewestOnly: true },
      { ...CONTEXT, methods: METHODS },
    ];
    const asked = contexts.flatMap((context) =>
      ([null, 1] as const).flatMap((task_num) =>
        (["reviewed-implementation", "done"] as const).map((target) => ({ context, task_num, target })),
      ),
    );
    const seen = new Set<string>();
    for (const { context, ...ask } of [...asked, ...asked.toReversed()]) {
      const rows = rowsInGate(state, ask, context);
      expect(rows).toEqual(rowsInGate(structuredClone(state), ask, context));
      seen.add(JSON.stringify(rows));
    }
    expect(seen.size).toBeGreaterThan(8);
  });

  test("are not made anew where the same is asked again", () => {
    const ask = { target: "done", task_num: null } as const;
    const first = rowsInGate(state, ask, { ...CONTEXT, acceptedRevisions: new Set([HEAD, EARLIER]) });
    expect(rowsInGate(state, ask, { ...CONTEXT, acceptedRevisions: new Set([EARLIER, HEAD]) })).toBe(first);
  });
});
