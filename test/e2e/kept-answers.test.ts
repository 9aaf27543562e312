import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/run-assay.ts";
import { layRuns, SHOP, type SweepWorld, sweepWorld } from "../support/sweep/sweep-world.ts";

/** Monday, seven o'clock in Berlin. */
const NOW = "2026-11-30T06:00:00Z";
const MONDAY = "2026-11-23T08:00:00Z";

const folderOf = ({ clone }: SweepWorld) => join(clone, ".git/assay/answers");
const filesOf = (world: SweepWorld) =>
  readdirSync(folderOf(world), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Runs the CLI, and tells what it answered and how many of its requests counted. */
async function asking(
  world: SweepWorld,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const before = world.github.requests.length;
  const { status, stdout, stderr } = await assay([...args, "--json"], {
    cwd: world.clone,
    env: { ...world.env(), ...env },
  });
  const asked = world.github.requests.slice(before).filter(({ kind }) => kind === "api");
  return {
    status,
    stderr,
    document: JSON.parse(stdout),
    counted: asked.filter((request) => request.status !== 304).length,
    unchanged: asked.filter((request) => request.status === 304).length,
  };
}

/** A shop with a red tip and a week of thirty runs. */
async function redShop() {
  const world = await sweepWorld({ now: NOW });
  layRuns(
    world,
    world.repo,
    MONDAY,
    Array.from({ length: 30 }, () => ({ seconds: 60 })),
  );
  world.repo.check(world.repo.tip(), { name: "lint", conclusion: "failure" });
  return world;
}

test("a sweep that is done again by another process reads what has not changed at no cost", async () => {
  const world = await redShop();
  const sweep = async (env = {}) => {
    rmSync(join(world.clone, ".git/assay/ledger.db"), { force: true });
    return await asking(world, ["sweep", "run", "shop", "--no-propose"], env);
  };
  const first = await sweep();
  expect(first.document, first.stderr).toMatchObject({ kind: "swept" });
  const again = await sweep();
  expect(again.document).toMatchObject({ kind: "swept" });
  const seen = ({ document: { swept } }: typeof first) => [swept.looked, swept.findings];
  expect(seen(again)).toEqual(seen(first));
  expect(first.counted).toBeGreaterThan(30);
  expect(again.counted).toBeLessThan(first.counted / 4);
  // A tag is of one token: an App's, which is made anew each hour, has nothing of it.
  const other = await sweep({ ASSAY_GITHUB_TOKEN: world.github.token() });
  expect(other.unchanged).toBe(0);
  expect(other.counted).toBe(again.counted + again.unchanged);
});

test("a look at red branches costs what changed, in another process too", async () => {
  const world = await redShop();
  const look = () => asking(world, ["watch", "run"]);
  const first = await look();
  expect(first.status, first.stderr).toBe(0);
  const again = await look();
  // What is left is the one query for all tips, which is posted.
  expect([first.counted, again.counted, again.unchanged]).toEqual([3, 1, 2]);
  const status = ["ci", "status", `${SHOP}@${world.repo.tip()}`];
  const told = await asking(world, status);
  expect(told.document.checks).toMatchObject([{ name: "lint" }, { name: "unit" }]);
  expect([told.counted, told.unchanged]).toEqual([0, 2]);
});

test("what is lost or damaged costs one full read, and a secret is not kept", async () => {
  const world = await redShop();
  const status = ["ci", "status", `${SHOP}@${world.repo.tip()}`];
  const first = await asking(world, status);
  const files = filesOf(world);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    expect(statSync(file).mode & 0o077).toBe(0);
    writeFileSync(file, readFileSync(file, "utf8").replace("lint", "LINT").slice(0, -1));
  }
  const damaged = await asking(world, status);
  expect([damaged.status, damaged.document]).toEqual([first.status, first.document]);
  expect(damaged.unchanged).toBe(0);

  rmSync(folderOf(world), { recursive: true });
  writeFileSync(folderOf(world), "a file stands here\n");
  const barred = await asking(world, status);
  expect([barred.status, barred.document]).toEqual([first.status, first.document]);

  rmSync(folderOf(world));
  mkdirSync(join(world.clone, ".assay/local"), { recursive: true });
  writeFileSync(join(world.clone, ".assay/local/secrets"), "github-actions\n");
  await asking(world, status);
  expect((await asking(world, status)).unchanged).toBeLessThan(first.counted);
  for (const file of filesOf(world)) expect(readFileSync(file, "utf8")).not.toContain("github-actions");
});

test("nothing is kept of a run of CI, whose token ends with it", async () => {
  const world = await redShop();
  await asking(world, ["ci", "status", `${SHOP}@${world.repo.tip()}`], { CI: "1" });
  expect(() => filesOf(world)).toThrow("ENOENT");
});
