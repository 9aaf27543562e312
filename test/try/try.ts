import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * `npm run try`: makes a small shop with its real tests in a temporary repository, breaks it in five ways,
 * runs the tests for real and lets the built `assay` explain each red run. Nothing is simulated; the folder
 * stays, so that the printed commands can be tried by hand.
 */
const root = join(import.meta.dirname, "..", "..");
const shopFiles = join(root, "test/fixtures/shop");
const assay = join(root, "dist/bin.cjs");

const shop = mkdtempSync(join(tmpdir(), "assay-shop-"));
const ci = join(shop, ".ci");
const state = join(shop, ".state");
const identity = [
  "-c",
  "user.name=Shop",
  "-c",
  "user.email=shop@example.invalid",
  "-c",
  "commit.gpgsign=false",
];

function git(...args: string[]): string {
  const done = spawnSync("git", [...identity, ...args], { cwd: shop, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr || done.error}`);
  return done.stdout.trim();
}

/** Runs the shop's own tests and keeps the log and the JUnit report, as a CI job would. */
function runTests(name: string): { log: string; report: string; green: boolean } {
  const log = join(ci, `${name}.log`);
  const report = join(ci, `${name}.xml`);
  const reporters = ["spec", "stdout", "junit", report];
  const flags = reporters.map(
    (value, index) => `--test-reporter${index % 2 === 1 ? "-destination" : ""}=${value}`,
  );
  const done = spawnSync(process.execPath, ["--test", "--test-force-exit", ...flags], {
    cwd: shop,
    encoding: "utf8",
    env: {
      ...process.env,
      SHOP_STATE: state,
      NODE_TEST_CONTEXT: undefined,
      NO_COLOR: "1",
      FORCE_COLOR: undefined,
    },
  });
  writeFileSync(log, done.stdout + done.stderr);
  return { log, report, green: done.status === 0 };
}

function say(text = ""): void {
  process.stdout.write(`${text}\n`);
}

/** Runs the built CLI as a person would and shows what it prints. */
function explain(...args: string[]): void {
  say(`\n$ assay explain ${args.map((arg) => arg.replace(`${shop}/`, "")).join(" ")}`);
  const shown = args.map((arg) => arg.replace(`${shop}/`, ""));
  const done = spawnSync(process.execPath, [assay, "explain", ...shown], {
    cwd: shop,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (done.status !== 0) throw new Error(`assay explain exited ${done.status}`);
}

function change(branch: string, title: string): void {
  git("switch", "--quiet", "-c", branch, "main");
  cpSync(join(shopFiles, "changes", branch), shop, { recursive: true });
  git("add", "src", "test");
  git("commit", "--quiet", "-m", title);
  say(`\n── ${title} (branch ${branch}, ${git("rev-parse", "--short", "HEAD")})`);
}

if (!existsSync(assay)) throw new Error("dist/ is missing: npm run build makes it");
for (const folder of [ci, state]) mkdirSync(folder);
cpSync(join(shopFiles, "base"), shop, { recursive: true });
git("init", "--quiet", "--initial-branch=main");
writeFileSync(join(shop, ".gitignore"), ".ci/\n.state/\n");
git("add", ".");
git("commit", "--quiet", "-m", "A shop that adds up");

say(`A small shop with its tests, in ${shop}`);
const main = runTests("main");
say(`its tests on main: ${main.green ? "green" : "red"}`);

change("1-shipping", "Free shipping from 50.00, rewritten");
const shipping = runTests("shipping");
explain(shipping.report);

change("2-orders", "Send orders to the order service");
const orders = runTests("orders");
explain(orders.log, "--passing", main.log);

change("3-labels", "Labels made of name and sku");
const labels = runTests("labels");
explain(labels.log, "--passing", main.log);

change("4-search", "Search by name");
const search = runTests("search");
explain(search.report);

change("5-recent", "Remember what was looked at last");
const commit = git("rev-parse", "HEAD");
const first = runTests("recent-1");
const second = runTests("recent-2");
say(`the same commit, twice: ${first.green ? "green" : "red"}, then ${second.green ? "green" : "red"}`);
explain(first.report, "--record", "--commit", commit, "--branch", "5-recent", "--job", "unit");
explain(second.report, "--record", "--commit", commit, "--branch", "5-recent", "--job", "unit");

git("switch", "--quiet", "main");
say(`
Next, with your own:
  npx assay explain build.log                    a log that your CI wrote; - reads standard input
  npx assay explain build.log --passing ok.log   and what is new against a passing one
  npx assay explain report.xml --json            the same answer for scripts
  npx assay doctor                               what is wrong with the setup, if anything
  cd ${shop}   the shop, to look around in (logs and reports are in .ci/)`);
