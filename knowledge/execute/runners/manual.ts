import { type CaseRunner, NOTHING_BESIDE } from "../runner.ts";

/** A person does it: the run is begun, and open until the person says how it went. */
export const manual = {
  id: "manual",
  async prepare() {
    return {
      kind: "ready",
      carryOut: async () => ({
        ...NOTHING_BESIDE,
        verdict: null,
        reason: "a person does it and says how it went",
      }),
    };
  },
} as const satisfies CaseRunner;
