import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { s3Artifacts } from "../../knowledge/adapters/s3/artifacts.ts";
import { systemClock } from "../../knowledge/adapters/system/clock.ts";
import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import { requestBranchName } from "../../knowledge/proposal/request-identity.ts";
import { wantRequest } from "../../knowledge/proposal/want-request.ts";
import { secretMask } from "../../knowledge/record/secret-mask.ts";
import { PACKED_FOLDER } from "../../lambdas/packed-folder.ts";
import { machineClock } from "../cloud/cloud-clock.ts";
import type { CloudEvent } from "../cloud/cloud-event.ts";
import { type Cloud, startCloud } from "../cloud/start-cloud.ts";
import { AWS_KEYS, AWS_REGION } from "../support/aws/start-dynamodb.ts";
import { type Github, startGithub } from "../support/github/github.ts";

/** One more organisation, on a plain git remote, as its settings are packed beside the handlers. */
const SETTINGS = `version: 1
forge: { kind: git, url: "https://git.orbit.example/{owner}/{name}.git" }
watch:
  organisation: orbit
  products: [{ name: probe, repositories: [orbit/probe, orbit/large] }]
`;
const SECRET = "/assay/git/orbit";
/** Another one, of whose repositories one is called as one of acme's on GitHub: no synthesis lets that pass. */
const MIRROR = SETTINGS.replace("orbit\n", "mirror\n").replace(
  "orbit/probe, orbit/large",
  "acme/shop, orbit/probe",
);

let folder: string;
let cloud: Cloud;
/** Of which nothing but git's own HTTP backend and its tokens are used here. */
let server: Github;
/** What opens it. */
let token: string;
const told: CloudEvent[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-test-"));
  cpSync(inject("synthesised").folder, folder, { recursive: true });
  server = await startGithub();
  cloud = await startCloud({
    folder,
    power: { key: "none" },
    clock: machineClock,
    environment: { ASSAY_GIT_URL: `${server.web}/{owner}/{name}.git` },
    tell: (event) => told.push(event),
  });
  for (const { asset } of cloud.assembly.functions) {
    writeFileSync(join(asset, PACKED_FOLDER, "orbit.yaml"), SETTINGS);
    writeFileSync(join(asset, PACKED_FOLDER, "mirror.yaml"), MIRROR);
  }
  token = `bot:${server.token()}`;
  // As `--value file://token.txt` puts it there.
  cloud.services.parameters.set(SECRET, `${token}\n`);
  cloud.services.parameters.set("/assay/git/mirror", "bot:of-the-mirror\n");
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: AWS_KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: AWS_KEYS.secretAccessKey,
    ...cloud.environment,
  });
});
afterAll(async () => {
  await Promise.all([cloud, server].map((one) => one?.close()));
  rmSync(folder, { recursive: true, force: true });
});

const PATH = ".assay/knowledge/shop/r.md";

/** Hands a file over to be proposed, as a run does. */
async function want(repository: RepositoryName, text: string): Promise<void> {
  const propose = cloud.assembly.functions.find(({ name }) => name === "assay-propose");
  const { ASSAY_TABLE: table = "", ASSAY_BUCKET: bucket = "" } = propose?.environment ?? {};
  const deps = {
    clock: systemClock,
    ledger: dynamodbLedger({ region: AWS_REGION, table, clock: systemClock }),
    artifacts: s3Artifacts({ region: AWS_REGION, bucket, pathStyle: true }),
  };
  const said = { anchor: "element:/cart#pay", claim: text, files: [PATH] };
  const evidence = [{ ...said, cause: null, why: null, links: [], log: [] }];
  const content = { title: null, intro: null, files: [{ path: PATH, text }], evidence };
  const wanting = { source: "run/1", by: "assay", content, mask: secretMask([]) };
  await wantRequest(deps, { repository, kind: "knowledge" }, wanting);
}

/** Lets a message be carried out, and tells what its function printed and what lies among the dead letters for it. */
async function carriedOut(kind: string, more: object) {
  const before = told.length;
  cloud.send(`assay-${kind}`, { kind, organisation: "orbit", ...more });
  await cloud.drain();
  const events = told.slice(before);
  const runs = events.filter((event) => event.kind === "run");
  return {
    outcomes: runs.map(({ outcome }) => outcome),
    output: runs.map(({ output }) => output).join(""),
    dead: events.flatMap((event) => (event.kind === "dead" ? [event.why] : [])),
  };
}
const propose = (repository: string) => carriedOut("propose", { repository });

test("proposes on a branch of a plain git remote, once, and leaves it to a person who committed to it", async () => {
  const repo = server.repository("orbit/probe", { private: true, files: { "a.txt": "1\n" }, git: true });
  const branch = requestBranchName({ repository: "orbit/probe", kind: "knowledge" });
  await want("orbit/probe", "Pay leads to /thanks.\n");
  const main = repo.tip();
  const first = await propose("orbit/probe");
  expect(first.outcomes, first.output).toEqual(["done"]);
  expect(repo.file(PATH, branch)).toBe("Pay leads to /thanks.\n");
  const tip = repo.tip(branch);
  await propose("orbit/probe");
  expect([repo.tip(branch), repo.tip()]).toEqual([tip, main]);

  const mine = repo.pushCommit(branch, { "note.txt": "mine\n" });
  await want("orbit/probe", "Pay leads to /done.\n");
  const left = await propose("orbit/probe");
  expect(left.output).toContain("others-commit");
  expect(repo.tip(branch)).toBe(mine);
  expect(first.output + left.output).not.toMatch(/gh[sp]_\w/);
});

test("parks what is too large for it, and what it is asked of watching", async () => {
  const files = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`d/${at}.txt`, ""]));
  server.repository("orbit/large", { private: true, files, git: true });
  await want("orbit/large", "Pay leads to /thanks.\n");
  const large = await propose("orbit/large");
  expect(large, large.output).toMatchObject({ outcomes: ["done"], dead: ["remote_too_large"] });
  expect(await carriedOut("watch", {})).toMatchObject({ outcomes: ["done"], dead: ["forge_unsupported"] });
});

async function askToken(alias: string, event: object): Promise<unknown> {
  const arn = cloud.assembly.aliases.map((one) => one.arn).find((one) => one.endsWith(`:${alias}`)) ?? "";
  const ran = await cloud.run("assay-token", { event, arn });
  expect(ran.kind, ran.output).toBe("answered");
  return "value" in ran ? ran.value : null;
}

test("a token that the remote does not take is told with the parameter that holds it", async () => {
  await want("orbit/probe", "Pay leads to /late.\n");
  cloud.services.parameters.set(SECRET, "bot:wrong");
  const denied = await propose("orbit/probe");
  cloud.services.parameters.set(SECRET, token);
  expect(denied.outcomes).toEqual(["failed"]);
  expect(denied.output).toContain(`Parameter Store as ${SECRET}`);
  expect(denied.output).not.toContain("ASSAY_GIT_TOKEN");
});

test("C-077 a name that two organisations watch opens to each what is its own, never the other's", async () => {
  const ask = (organisation: string, ...repositories: readonly string[]) =>
    askToken("requests", { organisation, repositories });
  expect(await ask("orbit", "orbit/probe")).toMatchObject({ kind: "token", token });
  for (const name of ["orbit/probe", "acme/shop"])
    expect(await ask("mirror", name)).toMatchObject({ kind: "token", token: "bot:of-the-mirror" });
  // What opens this one is the App's, and this deployment's key is none.
  const acme = await ask("acme", "acme/shop");
  expect(acme).toEqual({ kind: "refused", why: expect.stringContaining("the App's key") });
  expect(await ask("orbit", "acme/shop")).toEqual({
    kind: "refused",
    why: expect.stringContaining("orbit do not watch acme/shop"),
  });
});

test("the token function opens it for requests alone, and says where nothing opens it", async () => {
  const ask = (alias: string) =>
    askToken(alias, { organisation: "orbit", repositories: ["orbit/probe"], check: true });
  expect(await ask("requests")).toMatchObject({ kind: "checked", repositories: ["orbit/probe"] });
  for (const alias of ["read", "issues"]) expect(await ask(alias)).toMatchObject({ kind: "refused" });
  const secret = cloud.services.parameters.get(SECRET) ?? "";
  cloud.services.parameters.delete(SECRET);
  const none = await ask("requests");
  cloud.services.parameters.set(SECRET, secret);
  expect(none).toEqual({ kind: "refused", why: `Parameter Store has no ${SECRET}` });
});
