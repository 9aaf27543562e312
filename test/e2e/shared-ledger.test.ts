import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import {
  AWS_KEYS,
  AWS_REGION,
  type DynamoDbServer,
  dynamoDbClient,
  startDynamoDb,
} from "../support/aws/start-dynamodb.ts";
import { type S3Server, startS3 } from "../support/aws/start-s3.ts";
import { type LearningTree, learningTree, treeIn } from "../support/learning-tree.ts";
import { click, runText } from "../support/run-text.ts";
import { spender } from "../support/spend.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BUCKET = "assay-evidence";
const RUN = runText([
  { name: "pays", steps: [click("Pay", "/cart", { urlAfter: "https://shop.example/paid" })] },
]);
const FAILED = runText([{ name: "pays", outcome: "failed", failure: "expected 1 to equal 2" }]);

let dynamoDb: DynamoDbServer;
let s3: S3Server;
beforeAll(async () => {
  dynamoDb = await startDynamoDb();
  s3 = await startS3([BUCKET]);
});
afterAll(async () => {
  await dynamoDb.close();
  await s3.close();
});

const keys = () => ({
  AWS_ACCESS_KEY_ID: AWS_KEYS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: AWS_KEYS.secretAccessKey,
});
const places = () => ({
  AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
  AWS_ENDPOINT_URL_S3: s3.endpoint,
  AWS_EC2_METADATA_DISABLED: "true",
});
const aws = () => ({ ...keys(), ...places() });

const settings = (table: string) =>
  `ledger: dynamodb\nartifacts: s3\naws:\n  region: ${AWS_REGION}\n  table: ${table}\n  bucket: ${BUCKET}\n`;

const originOf = (repository: string) => `https://github.com/${repository}.git`;

/** Two clones of a repository whose settings name this table. */
async function clones(
  table: string,
  repository = "acme/shop",
): Promise<{ one: LearningTree; two: LearningTree }> {
  const one = await learningTree();
  await one.git(`remote add origin ${originOf(repository)}`);
  one.put(".gitignore", "out/\n");
  one.put(".assay/config.yaml", settings(table));
  await one.git("add . && git commit --quiet -m settings");
  const two = await cloneOf(one);
  await two.git(`remote add team ${originOf(repository)}`);
  return { one, two };
}

async function cloneOf(tree: LearningTree): Promise<LearningTree> {
  const folder = join(temporaryFolder(), "clone");
  await tree.git(`clone --quiet . "${folder}"`);
  const clone = treeIn(folder);
  await clone.git("config user.name Other");
  await clone.git("config user.email other@shop.example");
  return clone;
}

/** The results that a test had before are an index of each clone, out of the reports that it read itself. */
function shared(document: { readonly failures?: readonly object[] }) {
  const { failures } = document;
  return failures === undefined
    ? document
    : { ...document, failures: failures.map((failure) => ({ ...failure, history: null })) };
}

describe("a ledger that a team shares", () => {
  test("what one clone recorded another shows: runs, what failed in them, and the inbox", async () => {
    const { one, two } = await clones(await dynamoDb.makeTable());
    await one.ingest(RUN, ["--run", "ci-1"], aws());
    await one.ingest(FAILED, ["--run", "ci-2"], aws());
    await one.git("add . && git commit --quiet -m learned");
    await two.git("pull --quiet");

    for (const args of [["runs", "list"], ["runs", "show", "ci-1"], ["runs", "show", "ci-2"], ["inbox"]]) {
      const [here, there] = await Promise.all([one.json(args, aws()), two.json(args, aws())]);
      expect(here.status, here.stderr).toBe(0);
      expect(shared(there.document), args.join(" ")).toEqual(shared(here.document));
    }
    expect(
      (await two.json(["runs", "list"], aws())).document.runs.map(({ run }: { run: string }) => run),
    ).toEqual(expect.arrayContaining(["ci-1", "ci-2"]));
  });

  test("what became of a record, and what was spent, is the same in both, and neither keeps a ledger of its own", async () => {
    const table = await dynamoDb.makeTable();
    const { one, two } = await clones(table);
    await one.ingest(RUN, ["--run", "ci-1"], aws());
    await one.git("add . && git commit --quiet -m learned");
    await two.git("pull --quiet");
    const [record] = await one.records();
    if (record === undefined) throw new Error("nothing was learned");
    const history = await two.json(["knowledge", "history", record.id], aws());
    expect(history.status, history.stderr).toBe(0);
    expect(history.document).toEqual((await one.json(["knowledge", "history", record.id], aws())).document);
    expect(JSON.stringify(history.document)).toContain("ci-1");

    const client = dynamoDbClient(dynamoDb.endpoint);
    const spend = spender("", null, (clock) => dynamodbLedger({ region: AWS_REGION, table, client, clock }));
    await spend.start("change-shop.cart.1.1", "4.00", "15.00", Date.now() - 60_000);
    await spend.call({
      account: "change-shop.cart.1.1",
      usd: "2.00",
      costUSD: "1.25",
      at: Date.now() - 50_000,
    });
    const [mine, theirs] = await Promise.all([one.json(["budget"], aws()), two.json(["budget"], aws())]);
    expect(JSON.stringify(theirs.document)).toContain('"1.25"');
    expect(theirs.document.groups).toEqual(mine.document.groups);
    expect(theirs.document.runs).toEqual(mine.document.runs);

    for (const tree of [one, two]) {
      expect(existsSync(join(tree.folder, ".git/assay/ledger.db"))).toBe(false);
      expect(existsSync(join(tree.folder, ".git/assay/artifacts"))).toBe(false);
    }
    expect(readdirSync(join(two.folder, ".git/assay")).filter((name) => name.endsWith(".db"))).toContainEqual(
      expect.stringMatching(/^journal-[0-9a-f]{16}\.db$/),
    );
  });

  test("a run that one clone left waiting is learned from in the other, out of the shared evidence", async () => {
    const { one, two } = await clones(await dynamoDb.makeTable());
    await one.ingest(RUN, ["--run", "ci-1", "--detach"], aws());
    const { status, stderr, document } = await two.json(["learn", "--here", "ci-1"], aws());
    expect(status, stderr).toBe(0);
    expect(document).toMatchObject({ runs: [{ run: "ci-1", result: "done" }] });
    expect(await two.records()).toHaveLength(1);
    expect((await one.json(["learn"], aws())).document).toMatchObject({ runs: [], elsewhere: [] });
  });

  test("what was learned of one repository is not shown in another that shares the ledger", async () => {
    const table = await dynamoDb.makeTable();
    const [shop, api] = [await clones(table), await clones(table, "acme/api")];
    await shop.one.ingest(RUN, ["--run", "ci-1"], aws());
    await api.one.ingest(FAILED, ["--run", "ci-1"], aws());
    const verdicts = async (tree: LearningTree) =>
      (await tree.json(["runs", "list"], aws())).document.runs.map(
        ({ verdict }: { verdict: string }) => verdict,
      );
    expect(await verdicts(shop.two)).toEqual(["pass"]);
    expect(await verdicts(api.two)).toEqual(["fail"]);
    const [record] = await shop.one.records();
    const history = async (tree: LearningTree) =>
      JSON.stringify((await tree.json(["knowledge", "history", record?.id ?? ""], aws())).document);
    expect(await history(shop.one)).toContain("ci-1");
    expect(await history(api.one)).not.toContain("ci-1");
  });

  test("two clones that record at once lose nothing", async () => {
    const { one, two } = await clones(await dynamoDb.makeTable());
    const names = ["a", "b"];
    const record = async (tree: LearningTree, prefix: string) => {
      for (const name of names) await tree.ingest(RUN, ["--run", `${prefix}-${name}`], aws());
    };
    await Promise.all([record(one, "one"), record(two, "two")]);
    const { document } = await one.json(["runs", "list"], aws());
    expect(document.total).toBe(4);
  });
});

describe("a shared ledger that cannot be used", () => {
  test("a table that is not there is an error that names it, the settings, and the way out", async () => {
    const { one } = await clones("nowhere");
    const { status, stdout, stderr } = await one.assay(["runs", "list"], aws());
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toContain("[ledger_unavailable]");
    expect(stderr).toContain(`there is no nowhere in ${AWS_REGION}`);
    expect(stderr.replace(/\s+/g, " ")).toContain("correct aws.table and aws.region in .assay/config.yaml");
    const doctor = await one.json(["doctor"], aws());
    expect(doctor.document.healthy).toBe(false);
    expect(doctor.document.checks).toContainEqual({
      id: "ledger",
      state: "fail",
      found: `dynamodb:${AWS_REGION}/nowhere cannot be used (there is no nowhere in ${AWS_REGION})`,
      mend: expect.stringContaining("aws.table"),
    });
  });

  test("without credentials it says how to come by them", async () => {
    const { one } = await clones(await dynamoDb.makeTable());
    const { status, stderr } = await one.assay(["runs", "list"], places());
    expect(status).toBe(3);
    expect(stderr).toContain("[ledger_unavailable]");
    expect(stderr.replace(/\s+/g, " ")).toContain("set AWS_PROFILE to a profile that is signed in");
  });

  test("a clone that no remote names is told what to do, and what is of no repository is shown all the same", async () => {
    const { one } = await clones(await dynamoDb.makeTable());
    await one.git("remote remove origin");
    const { status, stdout, stderr } = await one.assay(["runs", "list"], aws());
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("[address_unclear]");
    expect(stderr.replace(/\s+/g, " ")).toContain("git remote add origin URL");
    expect((await one.assay(["budget"], aws())).status).toBe(0);
  });

  test("settings that name no table are refused with file, line and key, and doctor says so too", async () => {
    const tree = await learningTree();
    tree.put(".assay/config.yaml", "version: 1\nledger: dynamodb\n");
    const { status, stderr } = await tree.assay(["runs", "list"], aws());
    expect(status).toBe(2);
    expect(stderr).toContain(".assay/config.yaml:2: aws.table: is missing, and ledger is dynamodb");
    const { document } = await tree.json(["doctor"], aws());
    const failed = document.checks.filter(({ state }: { state: string }) => state === "fail");
    expect(failed.map(({ id }: { id: string }) => id)).toEqual(["ledger", "settings"]);
  });

  test("a failure is explained all the same", async () => {
    const { one } = await clones("nowhere");
    one.put("out/log.txt", "FAIL cart.test.js\n  AssertionError: expected 1 to equal 2\n");
    const { status, stdout } = await one.assay(["explain", "out/log.txt"]);
    expect(status).toBe(0);
    expect(stdout).toContain("expected 1 to equal 2");
  });
});

test("doctor names the table of a ledger that is well, and looks at what waits in it", async () => {
  const table = await dynamoDb.makeTable();
  const { one } = await clones(table);
  const { document } = await one.json(["doctor"], aws());
  const found = new Map(document.checks.map((check: { id: string }) => [check.id, check]));
  expect(found.get("ledger")).toMatchObject({ state: "ok", found: `dynamodb:${AWS_REGION}/${table}` });
  expect(found.get("queue")).toMatchObject({ state: "ok" });
});
