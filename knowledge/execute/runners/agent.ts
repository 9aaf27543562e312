import { prepareBrowserCase } from "../browser-case.ts";
import type { CaseRunner } from "../runner.ts";

/**
 * Captures in a real browser as its own runner does, and has the model of the settings judge what was captured. Where there
 * is none, or it may not be asked, the captures wait for somebody else.
 */
export const agent = {
  id: "agent",
  isJudgedByModel: true,
  prepare: prepareBrowserCase,
} as const satisfies CaseRunner;
