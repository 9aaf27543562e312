import { caseConfig } from "../case-config.ts";
import { type CaseRunner, NOTHING_BESIDE } from "../runner.ts";
import { SET_UP_BROWSER } from "../ways-on.ts";

/**
 * Hands a mission over to a walker, who explores and writes a ranked report, ends with COMPLETE, HUMAN_GATE or UNDETERMINED
 * and gives no verdict: whoever did not walk judges the report.
 */
export const agentMission = {
  id: "agent_mission",
  async prepare({ browserDriver }, given) {
    const { goal, areas, minutes, profile } = caseConfig("mission", given);
    const { kind } = await browserDriver.status();
    if (kind !== "ready")
      return {
        kind: "blocked",
        why: "a walker needs a browser, and none starts here",
        recover: SET_UP_BROWSER,
      };
    return {
      kind: "ready",
      carryOut: async () => ({
        ...NOTHING_BESIDE,
        verdict: null,
        reason: `a walker explores for ${minutes} minutes at most and attaches a ranked report`,
        values: {
          goal: goal.slice(0, 1_000),
          areas: areas ?? [],
          minutes,
          profile: profile ?? null,
          base_url: given.baseUrl,
          ends_with: ["COMPLETE", "HUMAN_GATE", "UNDETERMINED"],
        },
      }),
    };
  },
} as const satisfies CaseRunner;
