import type { ReportReader } from "../reader.ts";
import { openJestResults } from "../shared/jest-results.ts";

/** Vitest's `--reporter=json`: Jest's document without the keys that only Jest writes. */
export const vitestJson = {
  format: "vitest",
  title: "Vitest JSON",
  sniff({ json }) {
    if (json === undefined || !json.paths.has("numTotalTests") || !json.paths.has("numPassedTestSuites"))
      return 0;
    if (json.paths.has("numRuntimeErrorTestSuites") || json.paths.has("openHandles")) return 0;
    return json.paths.has("testResults.*.testResults") || json.paths.has("testResults.*.testFilePath")
      ? 0.3
      : 0.9;
  },
  open: openJestResults,
} as const satisfies ReportReader;
