import { npm, runRow } from "./step.ts";

/** `npm run check`: types, lint, import boundaries and the quick tests, side by side; the status is 1 where one failed. */
const PROJECTS = ["unit", "contract", "golden", "arch"];

const failed = await runRow([
  { title: "tests", command: npm("test", ...PROJECTS.map((name) => `--project=${name}`)) },
  // What did not change since the last check is not looked at again.
  { title: "types", command: npm("types", "--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo") },
  { title: "lint", command: npm("lint") },
  { title: "boundaries", command: npm("boundaries") },
]);
if (failed.length > 0) process.exitCode = 1;
