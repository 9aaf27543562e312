import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { machineClock } from "../cloud/cloud-clock.ts";
import type { CloudEvent, FunctionRan } from "../cloud/cloud-event.ts";
import { movedTime } from "../cloud/moved-time.ts";
import { sqsEvent } from "../cloud/run-function.ts";
import { type Cloud, startCloud } from "../cloud/start-cloud.ts";
import { type Github, startGithub } from "../support/github/github.ts";

/**
 * The functions as they are deployed, with the queues, the aliases and the environment of the synthesised templates: a
 * message starts its function, and what that sends starts the next one.
 */
const { folder } = inject("synthesised");

let cloud: Cloud;
let github: Github;
let shop: ReturnType<Github["repository"]>;
const told: CloudEvent[] = [];

beforeAll(async () => {
  github = await startGithub();
  // What has ended is believed after twenty seconds; a clock further behind would refuse the App's own signature.
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
});
afterAll(async () => {
  await Promise.all([cloud, github].map((one) => one?.close()));
});

/** Puts a message into a queue, lets all be done that follows, and tells what happened. */
async function carriedOut(queue: string, body: unknown): Promise<readonly CloudEvent[]> {
  const before = told.length;
  cloud.send(queue, body);
  await cloud.drain();
  return told.slice(before);
}
const runs = (events: readonly CloudEvent[]): readonly FunctionRan[] =>
  events.filter((event) => event.kind === "run");
const dead = (events: readonly CloudEvent[]) =>
  events.flatMap((event) => (event.kind === "dead" ? [{ body: event.body, why: event.why }] : []));
/** Runs the token function as whoever calls it by this alias; without one, by its name. */
const askToken = (event: unknown, alias?: string) => {
  const arn = cloud.assembly.aliases.map((one) => one.arn).find((one) => one.endsWith(`:${alias}`));
  return cloud.run("assay-token", { event, ...(arn === undefined ? {} : { arn }) });
};

describe("the token function", () => {
  test("C-077 tells an operator what a token would be good for, and does not show it", async () => {
    const ran = await askToken({ organisation: "acme", repositories: ["acme/shop"], check: true }, "read");
    expect(ran).toMatchObject({
      kind: "answered",
      value: { kind: "checked", permissions: { checks: "read" }, repositories: ["acme/shop"] },
    });
    expect(ran.output).not.toContain("ghs_");
    expect(ran.output).not.toContain("PRIVATE KEY");
  });

  test("gives none to whoever calls it without an alias, or about a repository that its organisation does not watch", async () => {
    const refused = { kind: "answered", value: { kind: "refused" } };
    const shop = { organisation: "acme", repositories: ["acme/shop"] };
    expect(await askToken(shop)).toMatchObject(refused);
    expect(await askToken({ ...shop, repositories: ["acme/assay"] }, "read")).toMatchObject(refused);
    expect(await askToken({ ...shop, organisation: "zeta" }, "read")).toMatchObject(refused);
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
    const look = { kind: "watch", organisation: "acme" };
    const first = await carriedOut("assay-watch", look);
    expect(runs(first).map((run) => [run.function, run.outcome])).toEqual(
      expect.arrayContaining([
        ["assay-watch", "done"],
        ["assay-triage", "done"],
      ]),
    );
    const due = first.flatMap((event) =>
      event.kind === "message" && event.queue === "assay-triage" ? [event.body] : [],
    );
    expect(due.map((body) => JSON.parse(body))).toMatchObject([
      { kind: "triage", organisation: "acme", repository: "acme/shop" },
    ]);
    // It is delivered once more, and looked for once more.
    const again = await carriedOut("assay-triage", due[0]);
    expect(runs(again).map(({ outcome }) => outcome)).toEqual(["done"]);
    const second = await carriedOut("assay-watch", look);
    expect(runs(second).some((run) => run.function === "assay-triage")).toBe(false);

    const issues = github.requests.filter(
      ({ method, path }) => method === "POST" && path.endsWith("/issues"),
    );
    expect(issues).toHaveLength(1);
    expect(shop.issue(1).labels.map(({ name }) => name)).toContain("assay:triage");
    expect(cloud.left).toEqual({ waiting: 0, dead: 0 });
  });
});

describe("a message", () => {
  test.each([
    ["no JSON", "{", "message_invalid"],
    ["of another form", { kind: "watch", organisation: "acme", more: 1 }, "message_invalid"],
    ["for a path instead of an organisation", { kind: "watch", organisation: "../acme" }, "message_invalid"],
    ["for an organisation of nobody", { kind: "watch", organisation: "nobody" }, "organisation_unknown"],
  ])("that is %s lies among the dead letters at once, with why", async (_, body, code) => {
    const events = await carriedOut("assay-watch", body);
    expect(runs(events).map(({ outcome }) => outcome)).toEqual(["done"]);
    expect(dead(events)).toEqual([
      { body: typeof body === "string" ? body : JSON.stringify(body), why: code },
    ]);
  });

  test.each([
    ["propose", {}],
    ["triage", { failure: "f1" }],
  ])(
    "for %s that names another organisation's repository is parked before a token is made",
    async (kind, more) => {
      const body = { kind, organisation: "zeta", repository: "acme/shop", ...more };
      const asked = github.requests.length;
      const events = await carriedOut(`assay-${kind}`, body);
      expect(runs(events).map(({ outcome }) => outcome)).toEqual(["done"]);
      expect(dead(events)).toEqual([{ body: JSON.stringify(body), why: "watch_unknown" }]);
      expect(github.requests.slice(asked)).toEqual([]);
    },
  );

  test("comes again where GitHub is out of order, and the log holds no token", async () => {
    const { arn } = cloud.queue("assay-watch").settings;
    const body = JSON.stringify({ kind: "watch", organisation: "acme" });
    github.fail({ match: "POST /graphql", how: 502, times: 50 });
    // A minute of pauses between requests that fail passes in three seconds.
    const ran = await cloud.run("assay-watch", {
      event: sqsEvent(arn, [{ id: "m-1", body, receives: 1, sentAt: Date.now() }]),
      node: movedTime({ hurry: 20 }),
    });
    github.stopFailing();
    expect(ran).toMatchObject({
      kind: "answered",
      value: { batchItemFailures: [{ itemIdentifier: "m-1" }] },
    });
    expect(ran.output).toContain('"MessageFailed"');
    expect(ran.output).not.toMatch(/gh[sp]_\w/);
  });

  test("fails the whole function where the token is refused, for then an alarm is due; the message stays", async () => {
    const arn = cloud.assembly.aliases.map((one) => one.arn).find((one) => one.endsWith(":read")) ?? "";
    const give = cloud.services.functions.get(arn);
    if (give === undefined) throw new Error("nobody gives tokens");
    cloud.services.functions.set(arn, () => ({ kind: "refused", why: "not installed" }));
    const [run] = runs(await carriedOut("assay-watch", { kind: "watch", organisation: "acme" }));
    cloud.services.functions.set(arn, give);
    expect(run).toMatchObject({ outcome: "failed", told: ["failed: forge_denied"] });
    expect(run?.output).toContain("not installed");
    expect(cloud.left.waiting).toBe(1);
  });

  test("fails the whole function where its environment lacks a part", async () => {
    const { arn } = cloud.queue("assay-watch").settings;
    const body = JSON.stringify({ kind: "watch", organisation: "acme" });
    const ran = await cloud.run("assay-watch", {
      event: sqsEvent(arn, [{ id: "m-1", body, receives: 1, sentAt: Date.now() }]),
      environment: { ASSAY_TABLE: "" },
    });
    // What the runtime writes out of it passes by the mask of the log.
    expect(ran).toMatchObject({ kind: "thrown", message: "environment_missing" });
  });

  test("for the proposer of a repository without anything to propose writes nothing", async () => {
    const before = github.requests.length;
    const events = await carriedOut("assay-propose", {
      kind: "propose",
      organisation: "acme",
      repository: "acme/billing",
    });
    expect(runs(events).map(({ outcome }) => outcome)).toEqual(["done"]);
    const written = github.requests
      .slice(before)
      .filter(
        ({ method, path }) =>
          method !== "GET" && !path.includes("access_tokens") && !path.startsWith("/graphql Tips"),
      );
    expect(written).toEqual([]);
  });

  test("for the sweep of a product answers with what became of the week", async () => {
    const body = { kind: "sweep", organisation: "acme", product: "billing" };
    const [run] = runs(await carriedOut("assay-sweep", body));
    expect(run).toMatchObject({ function: "assay-sweep", outcome: "done" });
    expect(run?.told.join(" ")).toMatch(/sweep=(?:swept|missed|early)/);
  });
});
