import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { npm, root, runRow, type Step } from "./step.ts";

/**
 * `npm run verify` (and `verify:full`): every check in order, those of one row side by side, stopping at the first row
 * in which one fails, then one line that counts the tests. Under CI nothing may be skipped.
 */
const full = process.argv.includes("--full");
const results = join(root, ".cache/tests.json");

const rows: readonly (readonly Step[])[] = [
  [
    { title: "types", command: npm("types") },
    { title: "lint", command: npm("lint") },
    { title: "boundaries", command: npm("boundaries") },
    { title: "build", command: npm("build") },
  ],
  [{ title: "package", command: npm("package") }],
  [
    {
      title: "tests",
      command: npm("test", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`),
      env: full ? { ASSAY_TESTS: "full" } : {},
    },
  ],
  [
    { title: "fuzz", command: npm("fuzz", "--seconds", full ? "600" : "20") },
    // The CLI is built.
    { title: "the sample repository", command: [process.execPath, "test/try/try.ts"] },
    ...(full ? [{ title: "a year of the watch", command: npm("simulate:watch") }] : []),
  ],
  // What is measured is measured alone.
  ...(full
    ? [[{ title: "accuracy", command: npm("accuracy") }], [{ title: "bench", command: npm("bench") }]]
    : []),
];

interface Counts {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

mkdirSync(join(root, ".cache"), { recursive: true });
rmSync(results, { force: true });
let failed: string | null = null;
for (const row of rows) {
  const [title] = await runRow(row);
  if (title === undefined) continue;
  failed = title;
  break;
}

const counts = existsSync(results) ? (JSON.parse(readFileSync(results, "utf8")) as Counts) : null;
const skipped = counts === null ? 0 : counts.numPendingTests + counts.numTodoTests;
if (failed === null && process.env.CI && skipped > 0) failed = "in CI no test may be skipped";
if (failed !== null) {
  console.log(`\nverify failed: ${failed}`);
  process.exitCode = 1;
}
console.log(
  `${counts?.numPassedTests ?? 0} passed, ${counts?.numFailedTests ?? 0} failed, ${skipped} skipped`,
);
