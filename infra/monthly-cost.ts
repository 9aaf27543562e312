import { LAMBDAS } from "../lambdas/registry.ts";
import { LIST_PRICES } from "./list-prices.ts";

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

/** Seconds that a run takes: assumed, and to be measured in a deployment. */
const SECONDS = { token: 1, watch: 3, step: 5, triage: 20, learn: 10, sweep: 60, propose: 10 } as const;
/** Seconds of a morning on which the week is found to be swept, and request units that it and its proposal read. */
const SWEPT_SECONDS = 2;
const SWEPT_READS = 6;
/** Requests with which the runtime polls an empty queue: five pollers that wait 20 s each. */
const POLLS = (5 * DAYS * 86_400) / 20;
/** Kilobytes of a summary, and of the batch that a look at a changed tip appends. */
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
/** Looks that see something new of a push: it runs, it is done. */
const LOOKS_A_PUSH = 2;
/** Kilobytes that a run writes to its log. */
const LOG_KB = 3;

/**
 * What a month costs by list prices, in rows. Computed: from how often each function runs and the requests that a run
 * makes, without free allowances and without what models cost. Pure.
 */
export function monthlyCost(use: Use, alarms: number): readonly CostRow[] {
  const { organisations, repositories, products, pushesADay, failuresAWeek } = use;
  const price = LIST_PRICES;
  const failures = repositories * failuresAWeek * WEEKS;
  const sweeps = products * WEEKS;
  const pushes = repositories * pushesADay * DAYS;
  const runs = {
    watch: organisations * LOOKS,
    step: organisations * LOOKS,
    triage: failures,
    learn: pushes,
    sweep: products * DAYS,
    propose: products * DAYS,
    // A token is good for 55 minutes; each triage, pull, sweep and proposal asks for its own.
    token: 2 * organisations * DAYS * 24 * (60 / 55) + failures + pushes + sweeps + products * DAYS,
  };
  const swept = runs.sweep - sweeps;
  const changes = pushes * LOOKS_A_PUSH;
  const allRuns = Object.values(runs).reduce((sum, count) => sum + count, 0);
  const gbSeconds = LAMBDAS.reduce((sum, { name, memoryMb }) => {
    const seconds =
      name === "sweep" ? sweeps * SECONDS.sweep + swept * SWEPT_SECONDS : runs[name] * SECONDS[name];
    return sum + (seconds * memoryMb) / 1024;
  }, 0);
  const queues = LAMBDAS.filter(({ trigger }) => trigger.kind === "queue").length;
  const messages = allRuns - runs.token;
  // An append: the batch and its places in two indexes; then the summary, and the reads of the newest batch before.
  const appends = changes + pushes * LEARN_APPENDS + failures * 4 + sweeps * 6;
  const writes = appends * (BATCH_KB + 2 + SUMMARY_KB);
  const stepReads = runs.step * ((CHANGES_KEPT * SUMMARY_KB) / 4 + CHANGES_WAITING * CHANGE_READS);
  const learnReads = pushes * LEARNED_BEFORE * LEARNED_READS;
  const reads =
    (LOOKS * repositories * SUMMARY_KB) / 4 + stepReads + appends * 3 + learnReads + swept * SWEPT_READS;
  const gigabytes = (appends * BATCH_KB) / 1e6;
  const row = (what: string, count: number, usd: number): CostRow => ({ what, count, usd: count * usd });
  return [
    row("Lambda: runs", allRuns, price.lambdaRequest),
    row("Lambda: gigabyte-seconds", gbSeconds, price.lambdaGbSecond),
    row("SQS: polls of quiet queues", queues * POLLS, price.sqsRequest),
    row("SQS: messages, sent, received and deleted", messages * 3, price.sqsRequest),
    row("EventBridge Scheduler: messages", runs.watch + runs.step + runs.sweep, price.schedulerInvocation),
    row("DynamoDB: request units read", reads, price.dynamodbRead),
    row("DynamoDB: request units written", writes, price.dynamodbWrite),
    row("DynamoDB: gigabytes of a year, with recovery", gigabytes * 12, price.dynamodbGb),
    row("S3: objects written", pushes * LEARN_OBJECTS + failures * 2 + sweeps * 3, price.s3Put),
    row("S3: objects read", pushes * LEARN_OBJECTS + failures * 2 + sweeps * 6 + swept, price.s3Get),
    row("CloudWatch: gigabytes of logs", (allRuns * LOG_KB) / 1e6, price.logsGb),
    row("CloudWatch: alarms", alarms, price.alarm),
    row("CloudWatch: metrics of ours", LAMBDAS.length * 2, price.metric),
    row("CloudWatch: dashboard", 1, price.dashboard),
    row("X-Ray: traces, one run in twenty", allRuns / 20, price.trace),
  ];
}
