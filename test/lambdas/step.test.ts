import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { changeStream } from "../../knowledge/change/change-events.ts";
import { CHANGE_RUN, lastRun } from "../../knowledge/change/change-run.ts";
import { startRun } from "../../knowledge/change/start-run.ts";
import { DEFAULT_CONFIG } from "../../knowledge/config/config.ts";
import { decide } from "../../knowledge/ledger/decide.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";
import type { Ledger } from "../../knowledge/ports/ledger.ts";
import { machineClock } from "../cloud/cloud-clock.ts";
import type { CloudEvent } from "../cloud/cloud-event.ts";
import { type Cloud, startCloud } from "../cloud/start-cloud.ts";
import { AWS_REGION, dynamoDbClient } from "../support/aws/start-dynamodb.ts";
import { type Github, startGithub } from "../support/github/github.ts";

/** The function `step` as it is deployed, over the ledger that a host with a checkout shares. */
const { folder } = inject("synthesised");

let cloud: Cloud;
let github: Github;
let shop: ReturnType<Github["repository"]>;
let ledger: Ledger;
const told: CloudEvent[] = [];

beforeAll(async () => {
  github = await startGithub();
  github.clock.advance(-25_000);
  shop = github.repository("acme/shop", { files: { "a.txt": "1\n" } });
  for (const name of ["acme/api", "acme/billing"]) github.repository(name, { files: { "a.txt": "1\n" } });
  cloud = await startCloud({
    folder,
    power: { key: github.app.privateKey },
    clock: machineClock,
    environment: { ASSAY_GITHUB_API: github.url, ASSAY_APP_ID: String(github.app.id) },
    tell: (event) => told.push(event),
  });
  const step = cloud.assembly.functions.find(({ name }) => name === "assay-step");
  ledger = dynamodbLedger({
    region: AWS_REGION,
    table: step?.environment.ASSAY_TABLE ?? "",
    clock: machineClock,
    client: dynamoDbClient(cloud.environment.AWS_ENDPOINT_URL_DYNAMODB ?? ""),
  });
});
afterAll(async () => {
  await Promise.all([cloud, github, ledger].map((one) => one?.close()));
});

/** A change is put under QA, as a host does. */
async function putUnderQa(repository: string, number: number, headBranch: string): Promise<void> {
  const workflow = DEFAULT_CONFIG.workflows.find(({ name }) => name === "change-quick");
  if (workflow === undefined) throw new Error("the built-in workflow is gone");
  const change = {
    host: "github.com",
    repository,
    number,
    url: `${github.web}/${repository}/pull/${number}`,
    title: "Charge shipping",
    author: "ada",
    headRepository: repository,
    headBranch,
    baseBranch: "main",
  };
  const start = {
    at: new Date().toISOString(),
    by: "ada",
    change,
    workflow,
    hasBuilder: false,
    note: null,
    issue: null,
    secret: "00".repeat(16),
  };
  await decide(ledger, changeStream(repository, number), CHANGE_RUN, ({ state }) => startRun(state, start));
}

const runOf = async (number: number) => {
  const { state, seq } = await readState(ledger, changeStream("acme/shop", number), CHANGE_RUN);
  return { run: lastRun(state), seq };
};

/** A look of the function; what it told in its log. */
async function look(): Promise<string> {
  const before = told.length;
  cloud.send("assay-step", { kind: "step", organisation: "acme" });
  await cloud.drain();
  const runs = told.slice(before).flatMap((event) => (event.kind === "run" ? [event] : []));
  expect(runs.map(({ outcome }) => outcome)).toEqual(["done"]);
  return runs[0]?.output ?? "";
}

test("marks a change ready once its CI has ended red, tells of one that is gone, and says nothing twice", async () => {
  const head = shop.pushCommit("shipping", { "a.txt": "2\n" });
  const number = shop.openPull({ head: "shipping", title: "Charge shipping", author: "ada" });
  const { id } = shop.check(head, { name: "test", status: "in_progress", job: true });
  await putUnderQa("acme/shop", number, "shipping");
  await putUnderQa("acme/shop", 404, "gone");
  await putUnderQa("elsewhere/shop", 1, "shipping");

  const running = await look();
  expect(running).toMatch(/"looked":1,"changed":1,"ready":0,"left":0/);
  expect(running).toContain("forge_missing");
  expect((await runOf(number)).run).toMatchObject({ ready: null, ended: null });

  shop.updateCheck(id, { conclusion: "failure", log: "AssertionError: expected 3 to be 4\n" });
  expect(await look()).toMatch(/"changed":1,"ready":1/);
  const { run, seq } = await runOf(number);
  expect(run?.ready).toMatchObject({ head, why: "ci-failed" });
  expect(await look()).toMatch(/"changed":0,"ready":1/);
  expect((await runOf(number)).seq).toBe(seq);
  const writes = github.requests.filter(
    ({ method, path }) => method !== "GET" && !path.includes("access_tokens"),
  );
  expect(writes.filter(({ path }) => !path.startsWith("/graphql"))).toEqual([]);
});

test("a message for an organisation of nobody lies among the dead letters", async () => {
  const before = told.length;
  cloud.send("assay-step", { kind: "step", organisation: "nobody" });
  await cloud.drain();
  expect(told.slice(before).filter(({ kind }) => kind === "dead")).toMatchObject([
    { why: "organisation_unknown" },
  ]);
});
