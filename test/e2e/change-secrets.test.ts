import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeWorld, type World } from "../support/change/change-world.ts";
import { STALE_LOG, WRONG_LOG } from "../support/change/ci-logs.ts";
import { codeWrong } from "../support/change/engineer-answers.ts";
import { lastRound } from "../support/change/nothing-twice.ts";

const SECRET = "token-of-the-team";

const ANSWERS = [
  { check: "C1", wrong: "unsettled" },
  { check: "C2", wrong: "code" },
];

/** A check whose name, link and words hold a secret fails here and on the base branch, beside one without. */
async function leaking(): Promise<World> {
  const world = await changeWorld({
    title: `Charge shipping ${SECRET}`,
    model: () => codeWrong({ answers: ANSWERS, check: "C2" }),
  });
  mkdirSync(join(world.clone, ".assay/local"), { recursive: true });
  writeFileSync(join(world.clone, ".assay/local/secrets"), `TOKEN=${SECRET}\n`);
  world.red(WRONG_LOG, `deploy ${SECRET}`);
  for (const sha of [world.head(), world.repo.tip()]) {
    world.repo.check(sha, {
      name: "lint",
      conclusion: "failure",
      log: STALE_LOG,
      workflow: { path: ".github/workflows/ci.yml" },
      title: `failed with ${SECRET}`,
    });
    world.repo.status(sha, {
      context: `ci/${SECRET}`,
      state: "failure",
      description: `see ${SECRET}`,
      url: `https://ci.example.org/${SECRET}`,
    });
  }
  return world;
}

test("L-012 secrets in names, links and words of checks reach neither the model, nor the forge, nor anything that is kept or told", async () => {
  const world = await leaking();
  await world.start("--builder", "ada");
  const told = [
    await world.run("change", "work", world.address, "--no-wait"),
    await world.run("change", "status", world.address),
    await world.run("change", "next", world.address, "--json"),
    await world.run("budget", "--calls", "--json"),
  ];
  const { view } = await world.work();
  expect(lastRound(view)?.verdict?.word).toBe("CODE CHANGE NEEDED");
  const found = lastRound(view)?.attempts[0]?.found ?? [];
  expect(found.map(({ check, whose }) => [check, whose]).sort()).toEqual([
    ["ci/***", "unclear"],
    ["deploy ***", "change"],
    ["lint", "base"],
  ]);
  const asked = JSON.stringify(world.model?.requests);
  expect(asked).toContain("deploy ***");
  const written = [...world.comments(), ...world.issues().map(({ title, body }) => `${title}\n${body}`)];
  for (const text of [...told.flatMap(({ stdout, stderr }) => [stdout, stderr]), asked, ...written])
    expect(text).not.toContain(SECRET);
  expect(kept(world)).not.toContain(SECRET);
});

test("L-012 assay ci tells of checks without their secrets, in text and as JSON", async () => {
  const world = await leaking();
  const running = world.running(`e2e ${SECRET}`);
  for (const args of [
    ["status"],
    ["explain"],
    ["wait", "--first-failure"],
    ["explain", "--check", `deploy ${SECRET}`],
  ])
    for (const form of [[], ["--json"]]) {
      const done = await world.run("ci", ...args, world.address, ...form);
      expect(done.stdout).toContain("deploy ***");
      expect(done.stdout + done.stderr).not.toContain(SECRET);
    }
  world.repo.updateCheck(running.id, { conclusion: "success" });
  expect((await world.run("ci", "explain", world.address, "--check", SECRET)).stderr).not.toContain(SECRET);
});

/** All that lies in the ledger and its artifacts, as text. */
function kept(world: World): string {
  const folder = join(world.clone, ".git/assay");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
