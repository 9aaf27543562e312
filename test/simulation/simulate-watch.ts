import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { MEASURED_FILE } from "../../infra/measured.ts";
import { measuredOf } from "./measured.ts";
import { monthRows, printedReport } from "./print-report.ts";
import { simulate } from "./simulate.ts";

/**
 * `npm run simulate:watch`: a year of 200 repositories; with `--keep`, what it measured is written to where `npm run cost`
 * reads it. Ends with 1 where a bar does not hold.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    days: { type: "string", default: "365" },
    repositories: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});

const started = performance.now();
const simulated = await simulate({
  seed: values.seed,
  days: Number(values.days),
  repositories: Number(values.repositories),
  passed: (day) => process.stderr.write(`${day} days in ${seconds()} s\n`),
});
const measured = measuredOf(simulated, new Date().toISOString().slice(0, 10));
if (values.keep) writeFileSync(MEASURED_FILE, `${JSON.stringify(measured, null, 2)}\n`);
const { broken, troubles, outcomes, errors, looks } = simulated;
const told = {
  schemaVersion: 1,
  kind: "simulation",
  seconds: seconds(),
  measured,
  broken: Object.fromEntries(broken),
  troubles: Object.fromEntries(troubles),
  outcomes: Object.fromEntries(outcomes),
  errors: Object.fromEntries(errors),
  looks,
  months: monthRows(simulated),
};
process.stdout.write(
  values.json ? `${JSON.stringify(told)}\n` : `${printedReport(simulated)}It took ${seconds()} s.\n`,
);
if (broken.size > 0) process.exitCode = 1;

function seconds(): number {
  return Math.round((performance.now() - started) / 1_000);
}
