import { LAMBDAS } from "../lambdas/registry.ts";
import { LIST_PRICES } from "./list-prices.ts";
import type { Measured } from "./measured.ts";
import { summed, type UnitUse, unitUses } from "./unit-uses.ts";

/** What is watched, and how much happens there. */
export interface Use {
  readonly organisations: number;
  /** Of all organisations together. */
  readonly repositories: number;
  readonly products: number;
  /** Commits to a default branch, a repository and day. */
  readonly pushesADay: number;
  /** Failures of a default branch, a repository and week. */
  readonly failuresAWeek: number;
}

export interface CostRow {
  readonly what: string;
  /** Units a month. */
  readonly count: number;
  readonly usd: number;
}

const DAYS = 30.4;
const WEEKS = DAYS / 7;
const LOOKS = DAYS * 24 * 6;
/** Repositories whose tips one request asks for, of one organisation. */
const A_REQUEST = 50;

/** Seconds of a run: assumed, for its start, and for each request to GitHub and to the table, one after the other. */
const SECONDS = { start: 0.5, github: 0.25, table: 0.01 } as const;
/** Requests with which the runtime polls an empty queue: five pollers that wait 20 s each. */
const POLLS = (5 * DAYS * 86_400) / 20;
/** Kilobytes of a summary, and of a batch; in a simulated year no change was under QA, and no run left reports. */
const SUMMARY_KB = 1;
const BATCH_KB = 2;
/** Changes that were ever under QA, of an organisation; those that wait at a look; request units that a waiting one reads. */
const CHANGES_KEPT = 200;
const CHANGES_WAITING = 5;
const CHANGE_READS = 6;
/** Batches that a run which is learned from appends, and objects that it writes. */
const LEARN_APPENDS = 6;
const LEARN_OBJECTS = 3;
/** Runs of a repository that were learned from before, and request units that each takes to be asked what it confirmed. */
const LEARNED_BEFORE = 300;
const LEARNED_READS = 2;
/** Kilobytes that a run writes to its log. */
const LOG_KB = 3;

/**
 * What a month costs by list prices, in rows: how often each function runs, times what it asked services for in a
 * simulated year; without free allowances and without what models cost. What learning and changes under QA take beside
 * that, and how long runs last, is assumed. Pure.
 */
export function monthlyCost(use: Use, alarms: number, measured: Measured): readonly CostRow[] {
  const { organisations, repositories, products, pushesADay, failuresAWeek } = use;
  const price = LIST_PRICES;
  const unit = unitUses(measured);
  const failures = repositories * failuresAWeek * WEEKS;
  const sweeps = products * WEEKS;
  const pushes = repositories * pushesADay * DAYS;
  const looks = organisations * LOOKS;
  const runs = {
    watch: looks,
    step: looks,
    triage: failures,
    learn: pushes,
    sweep: products * DAYS,
    propose: products * DAYS,
    // A token is good for 55 minutes; each triage, pull, sweep and proposal asks for its own.
    token: 2 * organisations * DAYS * 24 * (60 / 55) + failures + pushes + sweeps + products * DAYS,
  };
  const look: UnitUse = {
    github: Math.ceil(repositories / organisations / A_REQUEST),
    requests: unit.look.requests,
    read: unit.lookReads * repositories,
    written: 0,
    puts: 0,
    gets: 0,
  };
  const step = assumed({ read: (CHANGES_KEPT * SUMMARY_KB) / 4 + CHANGES_WAITING * CHANGE_READS });
  const learned = assumed({
    read: LEARNED_BEFORE * LEARNED_READS + LEARN_APPENDS * 3,
    written: LEARN_APPENDS * (BATCH_KB + 2 + SUMMARY_KB),
    puts: LEARN_OBJECTS,
    gets: LEARN_OBJECTS,
  });
  const of: Readonly<Record<keyof typeof runs, UnitUse>> = {
    watch: summed([
      [look, looks],
      [unit.push, pushes],
    ]),
    step: summed([[step, looks]]),
    triage: summed([[unit.failure, failures]]),
    learn: summed([
      [unit.pull, pushes],
      [learned, pushes],
    ]),
    sweep: summed([[unit.sweep, sweeps]]),
    propose: summed([[unit.proposal, sweeps]]),
    // The installation is found, and the token made.
    token: { ...assumed({}), github: 2 * runs.token },
  };
  const all = summed(Object.values(of).map((one) => [one, 1]));
  const allRuns = Object.values(runs).reduce((sum, count) => sum + count, 0);
  const gbSeconds = LAMBDAS.reduce((sum, { name, memoryMb }) => {
    const { github, requests } = of[name];
    const seconds = runs[name] * SECONDS.start + github * SECONDS.github + requests * SECONDS.table;
    return sum + (seconds * memoryMb) / 1024;
  }, 0);
  const queues = LAMBDAS.filter(({ trigger }) => trigger.kind === "queue").length;
  const messages = allRuns - runs.token;
  // Of what is written, about two fifths stay: the rest are summaries and indexes, which are written anew.
  const gigabytes = (all.written * 0.4) / 1e6;
  const row = (what: string, count: number, usd: number): CostRow => ({ what, count, usd: count * usd });
  return [
    row("GitHub: requests of the App", all.github, 0),
    row("Lambda: runs", allRuns, price.lambdaRequest),
    row("Lambda: gigabyte-seconds", gbSeconds, price.lambdaGbSecond),
    row("SQS: polls of quiet queues", queues * POLLS, price.sqsRequest),
    row("SQS: messages, sent, received and deleted", messages * 3, price.sqsRequest),
    row("EventBridge Scheduler: messages", runs.watch + runs.step + runs.sweep, price.schedulerInvocation),
    row("DynamoDB: request units read", all.read, price.dynamodbRead),
    row("DynamoDB: request units written", all.written, price.dynamodbWrite),
    row("DynamoDB: gigabytes of a year, with recovery", gigabytes * 12, price.dynamodbGb),
    row("S3: objects written", all.puts, price.s3Put),
    row("S3: objects read", all.gets, price.s3Get),
    row("CloudWatch: gigabytes of logs", (allRuns * LOG_KB) / 1e6, price.logsGb),
    row("CloudWatch: alarms", alarms, price.alarm),
    row("CloudWatch: metrics of ours", LAMBDAS.length * 2, price.metric),
    row("CloudWatch: dashboard", 1, price.dashboard),
    row("X-Ray: traces, one run in twenty", allRuns / 20, price.trace),
  ];
}

/** What was not measured; requests to the table as many as units. */
function assumed(use: Partial<UnitUse>): UnitUse {
  const { github = 0, read = 0, written = 0, puts = 0, gets = 0 } = use;
  return { github, requests: read + written, read, written, puts, gets };
}
