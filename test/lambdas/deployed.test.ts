import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { invokeLambda, sqsEvent } from "../support/aws/invoke-lambda.ts";
import { type DynamoDbServer, startDynamoDb } from "../support/aws/start-dynamodb.ts";
import { type S3Server, startS3 } from "../support/aws/start-s3.ts";
import { type AwsServices, startServices } from "../support/aws/start-services.ts";
import { type Github, startGithub } from "../support/github/github.ts";

/**
 * The functions as they are deployed, one after the other: a look at the default branches, what it says is due, and the
 * issue that comes of it, over DynamoDB's, S3's, SQS's and GitHub's own protocols.
 */
const { folder } = inject("synthesised");
const QUEUES = { triage: "assay-triage", answer: "assay-triage", propose: "assay-propose" };

let aws: AwsServices;
let table: DynamoDbServer;
let s3: S3Server;
let github: Github;
let shop: ReturnType<Github["repository"]>;
let env: Record<string, string>;

beforeAll(async () => {
  [aws, table, s3, github] = await Promise.all([
    startServices(),
    startDynamoDb(),
    startS3(["artifacts"]),
    startGithub(),
  ]);
  // What has ended is believed after twenty seconds; a clock further behind would refuse the App's own signature.
  github.clock.advance(-25_000);
  shop = github.repository("acme/shop", { files: { "a.txt": "1\n" } });
  for (const name of ["acme/api", "acme/billing"]) github.repository(name, { files: { "a.txt": "1\n" } });
  aws.parameters.set("/assay/github-app/key", github.app.privateKey);
  for (const alias of ["read", "issues", "requests"])
    aws.functions.set(`assay-token:${alias}`, async (event) => {
      const told = await invokeLambda(folder, "token", { event, alias, env: tokenEnv() });
      if (told.kind === "thrown") throw new Error(told.message);
      return told.value;
    });
  env = {
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ENDPOINT_URL_SQS: aws.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: aws.endpoint,
    ASSAY_GITHUB_API: github.url,
    ASSAY_TABLE: await table.makeTable(),
    ASSAY_BUCKET: "artifacts",
    ASSAY_QUEUES: JSON.stringify(
      Object.fromEntries(Object.entries(QUEUES).map(([kind, name]) => [kind, aws.queueUrl(name)])),
    ),
    ASSAY_PARKED_QUEUE: aws.queueUrl("dead"),
  };
});
afterAll(async () => {
  await Promise.all([aws, table, s3, github].map((one) => one?.close()));
});

const tokenEnv = () => ({
  AWS_ENDPOINT_URL_SSM: aws.endpoint,
  ASSAY_GITHUB_API: github.url,
  ASSAY_APP_ID: String(github.app.id),
  ASSAY_APP_KEY: "/assay/github-app/key",
});
const asking = (purpose: string) => ({ ...env, ASSAY_TOKEN_FUNCTION: `assay-token:${purpose}` });
const bodies = (name: string) => (aws.queues.get(name) ?? []).map(({ body }) => JSON.parse(body) as unknown);

describe("the token function", () => {
  test("C-077 tells an operator what a token would be good for, and does not show it", async () => {
    const event = { repositories: ["acme/shop"], check: true };
    const { stdout, ...told } = await invokeLambda(folder, "token", {
      event,
      alias: "read",
      env: tokenEnv(),
    });
    expect(told).toMatchObject({
      kind: "answered",
      value: { kind: "checked", permissions: { checks: "read" }, repositories: ["acme/shop"] },
    });
    expect(stdout).not.toContain("ghs_");
    expect(stdout).not.toContain("PRIVATE KEY");
  });

  test("gives none to whoever calls it without an alias, or about a repository of nobody", async () => {
    const event = { repositories: ["acme/shop"] };
    const bare = await invokeLambda(folder, "token", { event, env: tokenEnv() });
    expect(bare).toMatchObject({ kind: "answered", value: { kind: "refused" } });
    const stranger = { repositories: ["acme/assay"] };
    const other = await invokeLambda(folder, "token", { event: stranger, alias: "read", env: tokenEnv() });
    expect(other).toMatchObject({ kind: "answered", value: { kind: "refused" } });
  });
});

describe("a red default branch", () => {
  test("C-063 C-065 C-078 is seen, handed on and answered by one issue, however often it is told", async () => {
    const head = shop.pushCommit("main", { "a.txt": "2\n" });
    shop.check(head, {
      name: "test",
      conclusion: "failure",
      job: true,
      log: "FAIL src/cart.test.ts\nAssertionError: expected 3 to be 4\n",
    });

    const look = { event: sqsEvent([{ kind: "watch", organisation: "acme" }]), env: asking("read") };
    const first = await invokeLambda(folder, "watch", look);
    expect(first).toMatchObject({ kind: "answered", value: { batchItemFailures: [] } });
    const [due] = bodies("assay-triage");
    expect(due).toMatchObject({ kind: "triage", organisation: "acme", repository: "acme/shop" });

    const triage = { event: sqsEvent([due, due]), env: asking("issues") };
    const answered = await invokeLambda(folder, "triage", triage);
    expect(answered).toMatchObject({ kind: "answered", value: { batchItemFailures: [] } });
    const issues = github.requests.filter(
      ({ method, path }) => method === "POST" && path.endsWith("/issues"),
    );
    expect(issues).toHaveLength(1);
    expect(shop.issue(1).labels.map(({ name }) => name)).toContain("assay:triage");

    const again = await invokeLambda(folder, "watch", look);
    expect(again.kind).toBe("answered");
    expect(bodies("assay-triage")).toHaveLength(1);
  });
});

describe("a message", () => {
  const watch = (body: unknown, more: Record<string, string> = {}) =>
    invokeLambda(folder, "watch", { event: sqsEvent([body]), env: { ...asking("read"), ...more } });

  test.each([
    ["no JSON", "{", "message_invalid"],
    ["of another form", { kind: "watch", organisation: "acme", more: 1 }, "message_invalid"],
    ["for a path instead of an organisation", { kind: "watch", organisation: "../acme" }, "message_invalid"],
    ["for an organisation of nobody", { kind: "watch", organisation: "nobody" }, "organisation_unknown"],
  ])("that is %s lies among the dead letters at once, with why", async (_, body, code) => {
    const before = aws.queues.get("dead")?.length ?? 0;
    expect(await watch(body)).toMatchObject({ kind: "answered", value: { batchItemFailures: [] } });
    expect(aws.queues.get("dead")?.slice(before)).toEqual([
      { body: typeof body === "string" ? body : JSON.stringify(body), attributes: { code } },
    ]);
  });

  test.each([
    ["propose", "requests", {}],
    ["triage", "issues", { failure: "f1" }],
  ])(
    "for %s that names another organisation's repository is parked before a token is made",
    async (name, purpose, more) => {
      const body = { kind: name, organisation: "zeta", repository: "acme/shop", ...more };
      const [before, asked] = [aws.queues.get("dead")?.length ?? 0, github.requests.length];
      const told = await invokeLambda(folder, name, { event: sqsEvent([body]), env: asking(purpose) });
      expect(told).toMatchObject({ kind: "answered", value: { batchItemFailures: [] } });
      expect(aws.queues.get("dead")?.slice(before)).toEqual([
        { body: JSON.stringify(body), attributes: { code: "watch_unknown" } },
      ]);
      expect(github.requests.slice(asked)).toEqual([]);
    },
  );

  test("comes again where GitHub is out of order, and the log holds no token", async () => {
    github.fail({ match: "POST /graphql", how: 502, times: 50 });
    const told = await watch({ kind: "watch", organisation: "acme" });
    github.stopFailing();
    expect(told).toMatchObject({
      kind: "answered",
      value: { batchItemFailures: [{ itemIdentifier: "message-0" }] },
    });
    expect(told.stdout).toContain('"MessageFailed"');
    expect(told.stdout).not.toMatch(/gh[sp]_\w/);
  });

  test("fails the whole function where the token is refused, for then an alarm is due", async () => {
    aws.functions.set("assay-token:other", () => ({ kind: "refused", why: "not installed" }));
    const told = await watch(
      { kind: "watch", organisation: "acme" },
      { ASSAY_TOKEN_FUNCTION: "assay-token:other" },
    );
    expect(told).toMatchObject({ kind: "thrown", message: "forge_denied" });
    expect(told.stdout).toContain("not installed");
  });

  test("fails the whole function where its environment lacks a part", async () => {
    const told = await watch({ kind: "watch", organisation: "acme" }, { ASSAY_TABLE: "" });
    // What the runtime writes out of it passes by the mask of the log.
    expect(told).toMatchObject({ kind: "thrown", message: "environment_missing" });
  });

  test("for the proposer of a repository without anything to propose writes nothing", async () => {
    const event = sqsEvent([{ kind: "propose", organisation: "acme", repository: "acme/billing" }]);
    const before = github.requests.length;
    const told = await invokeLambda(folder, "propose", { event, env: asking("requests") });
    expect(told).toMatchObject({ kind: "answered", value: { batchItemFailures: [] } });
    const written = github.requests
      .slice(before)
      .filter(
        ({ method, path }) =>
          method !== "GET" && !path.includes("access_tokens") && !path.startsWith("/graphql Tips"),
      );
    expect(written).toEqual([]);
  });

  test("for the sweep of a product answers with what became of the week", async () => {
    const event = sqsEvent([{ kind: "sweep", organisation: "acme", product: "billing" }]);
    const told = await invokeLambda(folder, "sweep", { event, env: asking("issues") });
    expect(told).toMatchObject({ kind: "answered", value: { batchItemFailures: [] } });
    expect(told.stdout).toMatch(/"sweep":"(?:swept|missed|early)"/);
  });
});
