import type { Grant, Lambda, Schedule } from "./lambda.ts";

/** Appending to streams, folding them, and lists of their summaries. */
const LEDGER = [
  { on: "table", actions: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"] },
] as const satisfies readonly Grant[];

/** For those who go through the streams of a repository by their names. */
const INDEXES = { on: "indexes", actions: ["dynamodb:Query"] } as const satisfies Grant;

const ARTIFACTS = { on: "artifacts", actions: ["s3:GetObject", "s3:PutObject"] } as const satisfies Grant;

const EVERY_TEN_MINUTES = {
  per: "organisation",
  expression: "rate(10 minutes)",
  maxAgeMinutes: 10,
  retries: 3,
} as const satisfies Schedule;

/** A week is swept on its Monday; the days after it make up for a sweep that could not be done, and find one that was. */
const EACH_MORNING_AT_SEVEN = {
  per: "product",
  expression: "cron(0 7 * * ? *)",
  maxAgeMinutes: 24 * 60,
  retries: 20,
} as const satisfies Schedule;

const WORKER_ENV = [
  "ASSAY_TABLE",
  "ASSAY_BUCKET",
  "ASSAY_TOKEN_FUNCTION",
  "ASSAY_PARKED_QUEUE",
  "ASSAY_QUEUES",
] as const;

/** Every function, as data. Order carries no meaning. */
export const LAMBDAS = [
  {
    name: "token",
    summary: "narrows the App's power to what a function needs",
    entry: "token/handler.ts",
    operations: [],
    trigger: { kind: "invoke", aliases: ["read", "issues", "requests"] },
    sendsTo: [],
    token: null,
    grants: [{ on: "app-key", actions: ["ssm:GetParameter"] }],
    env: ["ASSAY_APP_ID", "ASSAY_APP_KEY"],
    model: false,
    memoryMb: 256,
    timeoutSeconds: 20,
    reserved: null,
  },
  {
    name: "watch",
    summary: "looks at default branches and says what is due",
    entry: "watch/handler.ts",
    operations: ["watch.tick"],
    trigger: {
      kind: "queue",
      duties: ["watch"],
      schedule: EVERY_TEN_MINUTES,
      batchSize: 1,
      receives: 3,
      maxAgeMinutes: 120,
    },
    sendsTo: ["triage", "learn"],
    token: "read",
    grants: LEDGER,
    env: WORKER_ENV,
    model: false,
    memoryMb: 512,
    // GitHub's limits are waited for, two minutes at the most, and what was asked is asked again in parts.
    timeoutSeconds: 300,
    reserved: null,
  },
  {
    name: "triage",
    summary: "answers a failure of a default branch once",
    entry: "triage/handler.ts",
    operations: ["triage.run", "watch.answer"],
    trigger: {
      kind: "queue",
      duties: ["triage", "answer"],
      schedule: null,
      batchSize: 1,
      receives: 3,
      maxAgeMinutes: 24 * 60,
    },
    sendsTo: [],
    token: "issues",
    grants: [...LEDGER, ARTIFACTS, { on: "models", actions: ["bedrock:InvokeModel"] }],
    env: WORKER_ENV,
    model: true,
    memoryMb: 1024,
    timeoutSeconds: 600,
    reserved: null,
  },
  {
    name: "step",
    summary: "looks at the changes under QA that wait",
    entry: "step/handler.ts",
    operations: ["change.step"],
    trigger: {
      kind: "queue",
      duties: ["step"],
      schedule: EVERY_TEN_MINUTES,
      batchSize: 1,
      receives: 3,
      maxAgeMinutes: 120,
    },
    sendsTo: [],
    token: "read",
    grants: LEDGER,
    env: WORKER_ENV,
    model: false,
    memoryMb: 512,
    timeoutSeconds: 300,
    reserved: null,
  },
  {
    name: "learn",
    summary: "learns from what runs of default branches left",
    entry: "learn/handler.ts",
    operations: ["learn.pull"],
    trigger: {
      kind: "queue",
      duties: ["learn"],
      schedule: null,
      batchSize: 1,
      receives: 3,
      maxAgeMinutes: 24 * 60,
    },
    sendsTo: ["propose"],
    token: "read",
    grants: [...LEDGER, INDEXES, ARTIFACTS],
    env: WORKER_ENV,
    model: false,
    memoryMb: 1024,
    timeoutSeconds: 600,
    reserved: null,
  },
  {
    name: "sweep",
    summary: "looks back at a week of CI",
    entry: "sweep/handler.ts",
    operations: ["sweep.run"],
    trigger: {
      kind: "queue",
      duties: ["sweep"],
      schedule: EACH_MORNING_AT_SEVEN,
      batchSize: 1,
      receives: 3,
      maxAgeMinutes: 3 * 24 * 60,
    },
    sendsTo: ["propose"],
    token: "issues",
    grants: [...LEDGER, ARTIFACTS],
    env: WORKER_ENV,
    model: false,
    memoryMb: 1024,
    timeoutSeconds: 900,
    reserved: null,
  },
  {
    name: "propose",
    summary: "commits to our own branch and asks people to merge it",
    entry: "propose/handler.ts",
    operations: ["proposal.request.refresh"],
    trigger: {
      kind: "queue",
      duties: ["propose"],
      schedule: null,
      batchSize: 1,
      // While the one that may run is busy, messages are received in vain.
      receives: 10,
      maxAgeMinutes: 3 * 24 * 60,
    },
    sendsTo: [],
    token: "requests",
    grants: [...LEDGER, ARTIFACTS],
    env: WORKER_ENV,
    model: false,
    memoryMb: 512,
    timeoutSeconds: 300,
    reserved: 1,
  },
] as const satisfies readonly Lambda[];
