import { firstOf, manifestOf } from "../project.ts";
import type { Runner } from "../runner.ts";

const CONFIGS = ["js", "cjs", "mjs", "json", "jsonc", "yaml", "yml"].map((ending) => `.mocharc.${ending}`);
const REPORT = "test-results/mocha.json";

export const mocha = {
  id: "mocha",
  title: "Mocha",
  reads: ["package.json"],
  edits: [],
  ownFiles: [],
  find(project, manager) {
    const config = firstOf(project, CONFIGS);
    const manifest = manifestOf(project);
    if (config === null && !manifest.packages.has("mocha")) return null;
    return {
      because: config ?? "package.json",
      recorder: null,
      reports: [REPORT],
      command: `${manager?.exec ?? "npx"} mocha --reporter json --reporter-option output=${REPORT}`,
    };
  },
} as const satisfies Runner;
