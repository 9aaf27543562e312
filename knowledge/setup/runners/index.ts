import type { Runner } from "../runner.ts";
import { goTest } from "./go-test.ts";
import { gradle } from "./gradle.ts";
import { jest } from "./jest.ts";
import { maven } from "./maven.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { playwright } from "./playwright.ts";
import { pytest } from "./pytest.ts";
import { vitest } from "./vitest.ts";

/** Every test runner that init knows, in the order in which they are told. */
export const RUNNERS = [
  vitest,
  jest,
  playwright,
  nodeTest,
  mocha,
  pytest,
  goTest,
  maven,
  gradle,
] as const satisfies readonly Runner[];
