import { NOTHING, sumOf, type Use } from "./counts.ts";
import { repositoriesOf } from "./organisations.ts";
import type { Simulated } from "./simulate.ts";

/** A repository in one month; what an organisation's looks take for all is shared out evenly. */
export interface MonthRow extends Use {
  readonly repository: string;
  /** `2026-03`. */
  readonly month: string;
}

/** What was asked for, by repository and month. */
export function monthRows({ organisations, monthly }: Simulated): readonly MonthRow[] {
  const months = [...new Set(monthly.entries().map(([key]) => key.slice(-7)))].sort();
  return organisations.flatMap((organisation) => {
    const names = repositoriesOf(organisation);
    return names.flatMap((repository) =>
      months.map((month) => ({
        repository,
        month,
        ...sumOf(
          monthly.of(`${repository} ${month}`),
          monthly.of(`${organisation.name} ${month}`),
          1 / names.length,
        ),
      })),
    );
  });
}

/** The report of a simulation for people. */
export function printedReport(simulated: Simulated): string {
  const { options, broken, troubles, used, outcomes, errors, looks, kills, facts, pushes } = simulated;
  const rows = monthRows(simulated);
  const months = Math.max(1, options.days / 30.4) * options.repositories;
  const mean = (key: keyof Use) => (rows.reduce((sum, row) => sum + row[key], 0) / months).toFixed(1);
  const most = (key: keyof Use) => Math.max(...rows.map((row) => row[key])).toFixed(0);
  const functions = used.entries().map(([name, use]) => lineOf(name, use));
  const calls = [...kills.values()].flatMap((one) => [...one.values()]);
  const killed = calls.filter(({ before, after }) => before > 0 && after > 0).length;
  return [
    `${options.repositories} repositories, ${options.days} days, seed ${options.seed}: ${pushes} commits, ${facts.failures.length} failures, ${facts.issues.length} issues, ${facts.requests.length} requests, ${facts.sweeps.length} sweeps.`,
    "",
    "By repository and month, in the mean (most):",
    ...(["github", "read", "written", "requests", "puts", "gets", "messages", "runs"] as const).map(
      (key) => `  ${NAMES[key].padEnd(34)} ${mean(key).padStart(9)} (${most(key)})`,
    ),
    "",
    "By function:",
    ...functions,
    "",
    `Looks in which nothing could differ, counted at the price of one that was carried out: ${looks.whole}; repositories left out of others: ${looks.parts}.`,
    `Calls at which functions were killed both before and after they took effect: ${killed} of ${calls.length}.`,
    `Outcomes: ${listed(outcomes)}.`,
    `Errors: ${listed(errors)}.`,
    `Trouble: ${listed(troubles)}.`,
    "",
    ...(broken.size === 0 ? ["Every bar holds."] : [...broken].flatMap(([name, lines]) => told(name, lines))),
    "",
  ].join("\n");
}

const NAMES: Readonly<Record<keyof Use, string>> = {
  github: "requests to GitHub",
  read: "DynamoDB, request units read",
  written: "DynamoDB, request units written",
  requests: "DynamoDB, requests",
  puts: "S3, objects written",
  gets: "S3, objects read",
  messages: "SQS, messages",
  runs: "runs of functions",
};

/** Lines of a bar that are told; the rest is counted. */
const TOLD = 20;

function told(name: string, lines: readonly string[]): readonly string[] {
  return [`BROKEN: ${name} (${lines.length})`, ...lines.slice(0, TOLD).map((line) => `  ${line}`)];
}

function lineOf(name: string, use: Use): string {
  const { runs, messages, github, read, written, puts, gets } = { ...NOTHING, ...use };
  return `  ${name.padEnd(8)} ${runs} runs, ${messages} messages, ${github} requests to GitHub, ${Math.round(read)} read and ${Math.round(written)} written units, ${puts} puts and ${gets} gets`;
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
}
