import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const full = process.env.ASSAY_TESTS === "full";
const slow = full ? [] : ["**/*.slow.test.ts"];

/** `npm run check` runs unit, property, contract, golden and arch; `verify` adds e2e; `verify:full` the slow files. */
export default defineConfig({
  root,
  test: {
    reporters: process.env.CI ? ["default"] : ["dot"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/knowledge/**/*.test.ts", "test/cli/**/*.test.ts", "test/tools/**/*.test.ts"],
          exclude: slow,
        },
      },
      { extends: true, test: { name: "contract", include: ["test/contracts/**/*.test.ts"], exclude: slow } },
      {
        extends: true,
        test: {
          name: "golden",
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
      { extends: true, test: { name: "arch", include: ["test/arch/**/*.test.ts"], exclude: slow } },
      {
        extends: true,
        test: {
          name: "e2e",
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
          include: ["test/tui/**/*.test.ts"],
          exclude: slow,
          testTimeout: 120_000,
          globalSetup: ["test/support/built-cli.ts"],
        },
      },
    ],
  },
});
