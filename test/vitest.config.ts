import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { temporaryInMemory } from "./support/temporary-in-memory.ts";

temporaryInMemory();

const root = fileURLToPath(new URL("..", import.meta.url));
const full = process.env.ASSAY_TESTS === "full";
const slow = full ? [] : ["**/*.slow.test.ts"];

/**
 * Of the unit and contract tests, those that start processes, servers or disks again and again, or wait by nature:
 * killed writers, races, sandboxes, real git, databases.
 */
const PROCESS = [
  "test/contracts/change-branch.test.ts",
  "test/contracts/git-requests.test.ts",
  "test/contracts/github-forge.test.ts",
  "test/contracts/ledger-dynamodb.test.ts",
  "test/contracts/ledger-in-dynamodb.test.ts",
  "test/contracts/ledger-remote.test.ts",
  "test/contracts/model-failures.test.ts",
  "test/contracts/qa-evidence.test.ts",
  "test/contracts/record-index.test.ts",
  "test/contracts/records.test.ts",
  "test/contracts/request-branch.test.ts",
  "test/contracts/sandbox.test.ts",
  "test/knowledge/adapters/sqlite/killed.test.ts",
  "test/knowledge/adapters/sqlite/ledger-damage.test.ts",
  "test/knowledge/adapters/sqlite/ledger-disk.test.ts",
  "test/knowledge/adapters/sqlite/ledger-processes.test.ts",
  "test/knowledge/pull/pull-evidence.test.ts",
  "test/knowledge/sweep/run-sweep.test.ts",
  "test/knowledge/triage/again/answer-issue.test.ts",
  "test/knowledge/triage/run-triage.test.ts",
  "test/knowledge/watch/watch-repositories.test.ts",
  "test/knowledge/work/run-tests.test.ts",
];

/**
 * `npm run check` runs unit, contract, golden and arch; `verify` adds process, lambda, e2e and tui; `verify:full` the
 * slow files. Where `isolate` is off, files share a process: none of them may leave anything behind. A third worker is
 * for tests that wait.
 */
export default defineConfig({
  root,
  test: {
    reporters: process.env.CI ? ["default"] : ["dot"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // What did not change is not transformed again, neither by the next run nor by the next project of this one.
    fsModuleCache: true,
    fsModuleCachePath: join(root, ".cache/vitest"),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false,
          include: [
            "test/knowledge/**/*.test.ts",
            "test/cli/**/*.test.ts",
            "test/tools/**/*.test.ts",
            "test/cloud/**/*.test.ts",
          ],
          exclude: [...PROCESS, ...slow],
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          isolate: false,
          include: ["test/contracts/**/*.test.ts"],
          exclude: [...PROCESS, ...slow],
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          isolate: false,
          include: PROCESS,
        },
      },
      {
        extends: true,
        test: {
          name: "golden",
          isolate: false,
          include: ["test/golden/**/*.test.ts"],
          exclude: slow,
          globalSetup: ["test/support/built-cli.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "lambda",
          include: ["test/lambdas/**/*.test.ts", "test/infra/**/*.test.ts"],
          exclude: slow,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          globalSetup: ["test/support/synthesised.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "simulation",
          include: ["test/simulation/**/*.test.ts"],
          exclude: slow,
          testTimeout: 120_000,
        },
      },
      { extends: true, test: { name: "arch", include: ["test/arch/**/*.test.ts"], exclude: slow } },
      {
        extends: true,
        test: {
          name: "e2e",
          isolate: false,
          include: ["test/e2e/**/*.test.ts"],
          exclude: slow,
          testTimeout: 120_000,
          globalSetup: ["test/support/built-cli.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "tui",
          isolate: false,
          include: ["test/tui/**/*.test.ts"],
          exclude: slow,
          testTimeout: 120_000,
          globalSetup: ["test/support/built-cli.ts"],
        },
      },
    ],
  },
});
