import { prepareBrowserCase } from "../browser-case.ts";
import type { CaseRunner } from "../runner.ts";

/** The steps of a case in a real browser. Assertions give the verdict; where there is one to be seen, the pictures wait for it. */
export const browserSubstrate = {
  id: "browser_substrate",
  prepare: prepareBrowserCase,
} as const satisfies CaseRunner;
