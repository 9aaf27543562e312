import type { ReportReader } from "../reader.ts";
import { openJestResults } from "../shared/jest-results.ts";

/** Jest's `--json` output and its reporters' aggregated result (jestjs.io, `--json`, `--outputFile`). */
export const jestJson = {
  format: "jest",
  title: "Jest JSON",
  sniff({ json }) {
    if (json === undefined || !json.paths.has("numTotalTests")) return 0;
    const jest = json.paths.has("numRuntimeErrorTestSuites") || json.paths.has("openHandles");
    return jest ? 0.95 : json.paths.has("testResults") ? 0.85 : 0.6;
  },
  open: openJestResults,
} as const satisfies ReportReader;
