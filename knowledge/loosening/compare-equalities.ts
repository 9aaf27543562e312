import type { Loosening } from "./loosening.ts";
import type { TestFile } from "./test-model.ts";

/** Questions for equality that agree with everything, where none did before: what is compared so passes always. */
export function compareEqualities(before: readonly TestFile[], after: readonly TestFile[]): Loosening[] {
  const known = before.reduce((sum, { agreeing }) => sum + agreeing.length, 0);
  const found = after.flatMap(({ path, agreeing }) => agreeing.map((each) => ({ path, ...each })));
  return found.slice(known).map(({ path, line, text }) => ({
    kind: "assertion-weakened",
    path,
    side: "after",
    line,
    text,
    why: "it is equal to everything",
    test: null,
    was: null,
    is: null,
  }));
}
