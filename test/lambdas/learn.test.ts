import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { machineClock } from "../cloud/cloud-clock.ts";
import type { CloudEvent } from "../cloud/cloud-event.ts";
import { type Cloud, startCloud } from "../cloud/start-cloud.ts";
import { readCommit } from "../support/github/git/commits.ts";
import { flattenTree } from "../support/github/git/trees.ts";
import { type Github, startGithub } from "../support/github/github.ts";
import { junit, ranWith, reportsZip } from "../support/pull/reports.ts";

/** What CI left on a default branch, from the look that sees it to the pull request, by the functions as they are deployed. */
const { folder } = inject("synthesised");

let cloud: Cloud;
let github: Github;
let shop: ReturnType<Github["repository"]>;
const told: CloudEvent[] = [];

beforeAll(async () => {
  github = await startGithub();
  // What has ended is believed after twenty seconds; a clock further behind would refuse the App's own signature.
  github.clock.advance(-25_000);
  shop = github.repository("acme/shop", { private: true, files: { "a.txt": "1\n" } });
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

/** Puts a message into a queue, lets all be done that follows, and tells which functions ran, and how. */
async function carriedOut(queue: string, body: unknown) {
  const before = told.length;
  cloud.send(queue, body);
  await cloud.drain();
  return told
    .slice(before)
    .flatMap((event) =>
      event.kind === "run" ? [{ name: event.function, outcome: event.outcome, output: event.output }] : [],
    );
}
const LOOK = { kind: "watch", organisation: "acme" };
const LEARN = { kind: "learn", organisation: "acme", repository: "acme/shop" };

test("C-002 K-070 a look hands on what a run left, it is learned from, and proposed as candidates; told twice, it is done once", async () => {
  const run = ranWith(shop, reportsZip({ "junit.xml": junit(["adds"], "pays") }));
  const ran = await carriedOut("assay-watch", LOOK);
  expect(ran.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["assay-watch", "done"],
    ["assay-learn", "done"],
    ["assay-propose", "done"],
  ]);
  expect(ran[1]?.output).toMatch(/"learn":"pulled","runs":1,"learned":1,"left":0/);
  const requests = [...shop.state.issues.values()].filter(({ pull }) => pull !== null);
  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(request?.body).toContain(`/actions/runs/${run}`);
  const branch = request?.pull?.headBranch ?? "";
  expect(branch).toMatch(/^assay\/knowledge\//);
  const { store } = shop.state;
  const tree = readCommit(store, shop.tip(branch))?.tree ?? "";
  const paths = [...flattenTree(store, tree).keys()].filter((path) => path.startsWith(".assay/"));
  expect(paths).toEqual([expect.stringMatching(/^\.assay\/knowledge\/.+\.md$/)]);
  expect(shop.file(paths[0] ?? "", branch)).toContain("status: candidate");
  expect(shop.file(paths[0] ?? "")).toBeNull();

  const tip = shop.tip(branch);
  for (const body of [LEARN, LEARN]) {
    const again = await carriedOut("assay-learn", body);
    expect(again.map(({ name, outcome }) => [name, outcome])).toEqual([["assay-learn", "done"]]);
    expect(again[0]?.output).toMatch(/"runs":0,"learned":0/);
  }
  expect(shop.tip(branch)).toBe(tip);
  expect((await carriedOut("assay-watch", LOOK)).map(({ name }) => name)).toEqual(["assay-watch"]);
  // No function ran anything of CI's, or wrote to the default branch.
  const writes = github.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
  expect(writes.filter(({ path }) => path.includes("/actions/"))).toEqual([]);
  expect(cloud.left).toEqual({ waiting: 0, dead: 0 });
});

test("a message for what another organisation watches is parked before a token is made", async () => {
  const asked = github.requests.length;
  await carriedOut("assay-learn", { ...LEARN, organisation: "zeta" });
  expect(told.findLast(({ kind }) => kind === "dead")).toMatchObject({ why: "watch_unknown" });
  expect(github.requests.slice(asked)).toEqual([]);
});
