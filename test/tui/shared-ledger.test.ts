import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AWS_KEYS, AWS_REGION, type DynamoDbServer, startDynamoDb } from "../support/aws/start-dynamodb.ts";
import { type S3Server, startS3 } from "../support/aws/start-s3.ts";
import { proposingShop } from "../support/proposing-shop.ts";
import { assay, LAUNCHER } from "../support/run-assay.ts";
import { layRuns } from "../support/sweep/sweep-world.ts";
import { SHIPPING, SHOP } from "../support/triage/triage-world.ts";
import { emptyRepository, git } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

const BUCKET = "assay-evidence";
const HOUR = 60 * 60_000;

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

/** Monday of the last whole week, in UTC. */
function lastMonday(): number {
  const day = 24 * HOUR;
  const today = Math.floor(Date.now() / day) * day;
  return today - (((new Date(today).getUTCDay() + 6) % 7) + 7) * day;
}

test("C-078 C-086 over a ledger in DynamoDB with artifacts in S3 a second clone shows the same watch, sweeps and requests, and acts on them", async () => {
  const table = await dynamoDb.makeTable();
  const shop = await proposingShop({
    settings: `ledger: dynamodb\nartifacts: s3\naws: {region: ${AWS_REGION}, table: ${table}, bucket: ${BUCKET}}`,
  });
  const env = {
    ...shop.env,
    AWS_ACCESS_KEY_ID: AWS_KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: AWS_KEYS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_EC2_METADATA_DISABLED: "true",
  };
  git(shop.clone, "remote", "add", "origin", shop.repo.cloneUrl);
  const run = async (...args: readonly string[]) => {
    const done = await assay(args, { cwd: shop.clone, env, node: shop.node() });
    expect(done.stderr).toBe("");
    return done;
  };
  layRuns(shop, shop.repo, new Date(lastMonday() + 8 * HOUR).toISOString(), [
    ...Array.from({ length: 4 }, () => ({})),
    ...Array.from({ length: 3 }, () => ({ seconds: 600, attempts: ["failure", "success"] })),
  ]);
  shop.repo.check(shop.repo.tip(), { name: "test", conclusion: "success", job: true });
  await run("watch", "run");
  await run("sweep", "run", "shop");
  const { number } = await shop.request(env);
  shop.merge(SHIPPING);
  shop.red();
  shop.pass(10);
  await run("watch", "run");

  const other = emptyRepository();
  git(other, "remote", "add", "origin", shop.repo.cloneUrl);
  mkdirSync(join(other, ".assay"));
  copyFileSync(join(shop.clone, ".assay/config.yaml"), join(other, ".assay/config.yaml"));
  const robot = startRobot({
    cwd: other,
    columns: 200,
    rows: 50,
    command: [process.execPath, ...shop.node(), LAUNCHER],
    env,
  });
  await robot.waitFor("open: 1 branch failure, 2 proposal requests");
  robot.press("7");
  await robot.waitFor(/✗ red +acme\/shop main · test fails/);
  await robot.waitFor(/suspect +change \d+/);
  robot.press("8");
  await robot.waitFor(/✓ swept +\d{4}-W\d\d · 1 finding/);
  await robot.waitFor(/1\. Job unit \(ci\.yml\)/);
  robot.press("9");
  await robot.waitFor("2 entries");
  robot.press("/");
  await robot.waitFor("words, e.g. open");
  robot.type("knowledge\r");
  await robot.waitGone("words, e.g. open");
  await robot.waitFor("1 of 1");
  await robot.waitFor(new RegExp(`⇄ open +${SHOP}#${number}`));
  await robot.waitFor("The cart keeps its items after a purchase.");
  robot.press("d");
  await robot.waitFor("+op: Supersede");
  robot.press("esc");
  await robot.waitGone("+op: Supersede");
  robot.press("a");
  await robot.waitFor(`Merge ${SHOP}#${number}`);
  robot.press("y");
  await robot.waitFor("is merged into main as");
  expect(existsSync(join(other, ".git/assay/ledger.db"))).toBe(false);
  const { stdout } = await run("proposal", "request", "list", "--json");
  const listed: readonly { kind: string; state: string }[] = JSON.parse(stdout).requests;
  expect(listed.map(({ kind, state }) => [kind, state])).toEqual([
    ["sweep", "open"],
    ["knowledge", "merged"],
  ]);
});
