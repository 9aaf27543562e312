import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * `npm run verify` (and `verify:full`): every check in order, stopping at the first that fails, then one
 * line that counts the tests. Under CI nothing may be skipped.
 */
const root = join(import.meta.dirname, "..", "..");
const full = process.argv.includes("--full");
const results = join(root, ".cache/tests.json");

interface Step {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const npm = (script: string, ...args: string[]): readonly string[] => [
  "npm",
  "run",
  "-s",
  script,
  ...(args.length > 0 ? ["--", ...args] : []),
];

const steps: readonly Step[] = [
  { title: "types", command: npm("types") },
  { title: "lint", command: npm("lint") },
  { title: "boundaries", command: npm("boundaries") },
  { title: "build", command: npm("build") },
  { title: "package", command: npm("package") },
  {
    title: "tests",
    command: npm("test", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`),
    env: full ? { ASSAY_TESTS: "full" } : {},
  },
  { title: "fuzz", command: npm("fuzz", "--seconds", full ? "600" : "20") },
  { title: "the sample repository", command: npm("try:run") },
  ...(full
    ? [
        { title: "accuracy", command: npm("accuracy") },
        { title: "bench", command: npm("bench") },
      ]
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
for (const { title, command, env } of steps) {
  const started = performance.now();
  console.log(`\n== ${title}`);
  const [program = "", ...args] = command;
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  console.log(
    `== ${title}: ${done.status === 0 ? "ok" : "FAILED"} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  if (done.status !== 0) {
    failed = title;
    break;
  }
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
