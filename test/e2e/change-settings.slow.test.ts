import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { BRANCH, changeWorld, type World } from "../support/change/change-world.ts";
import { cannotSay, MENDS, runTests } from "../support/change/engineer-answers.ts";
import { STALE_TEST } from "../support/change/shop-files.ts";
import { ownWorkflow } from "../support/change/workflow-settings.ts";
import { startModel } from "../support/model/start-model.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FILE = ".assay/config.yaml";
const RUNS = [runTests, cannotSay("Is the small cart to pay for shipping?")];

/** A change under QA whose CI is red, and what its builder would like to have for settings. */
async function attacked(options: Parameters<typeof changeWorld>[0] = {}) {
  const world = await changeWorld({ model: (_, index) => RUNS[index % RUNS.length] as never, ...options });
  await world.start();
  const run = join(temporaryFolder(), "run");
  const own = readFileSync(join(world.clone, FILE), "utf8");
  const evil = `${own.replace(/^ {2}command: .*$/m, `  command: touch ${run}`)}sandbox:\n  kind: none\n`;
  return { world, own, evil, run };
}

/** Without the part that names the forge: then GitHub's own address, or that of the environment, is asked. */
const withoutForge = (text: string) => text.replace(/^forge:\n(?: {2}.*\n)*/m, "");

/** The person has the tip of a branch checked out, and no settings of their own. */
async function checkOut(world: World, branch = BRANCH, as = branch): Promise<void> {
  const done = await world.shell(
    `rm -rf .assay && git fetch -q origin ${branch} && git checkout -q -B ${as} FETCH_HEAD`,
  );
  expect(done.stderr).toBe("");
}

async function expectRefused(world: World, ...args: readonly string[]): Promise<void> {
  const done = await world.run("change", ...args, "--json");
  expect([done.status, JSON.parse(done.stderr || done.stdout)]).toMatchObject([2, {}]);
  expect(done.stderr + done.stdout).toContain("settings_untrusted");
  expect(world.model?.requests).toEqual([]);
}

describe.each([
  ["that name the forge too", (text: string) => text],
  ["that leave the forge out", withoutForge],
])("settings of the change %s", (_, written) => {
  test("do not hold where its attributes make the file on the disk another one", async () => {
    const { world, evil, run } = await attacked();
    world.push({ [FILE]: written(evil), ".gitattributes": "* text eol=crlf\n" });
    world.red();
    await checkOut(world);
    expect(readFileSync(join(world.clone, FILE), "utf8")).toContain("\r\n");
    await expectRefused(world, "work", world.address, "--no-wait");
    expect(existsSync(run)).toBe(false);
  });

  test("do not hold where they are checked out under another name and the change has moved on", async () => {
    const { world, evil, run } = await attacked();
    world.push({ [FILE]: written(evil) });
    await checkOut(world, BRANCH, "look");
    world.push({ "README.md": "Shop\n" });
    world.red();
    await expectRefused(world, "work", world.address, "--no-wait");
    expect(existsSync(run)).toBe(false);
  });

  test("do not hold where their folder is a link", async () => {
    const { world, evil, run } = await attacked();
    world.push({ "conf/config.yaml": written(evil) });
    await checkOut(world);
    const linked = await world.shell(
      `ln -s conf .assay && git add .assay && git commit -q -m Link && git push -q origin HEAD:${BRANCH}`,
    );
    expect([linked.stderr, readFileSync(join(world.clone, FILE), "utf8")]).toEqual(["", written(evil)]);
    world.red();
    await expectRefused(world, "work", world.address, "--no-wait");
    expect(existsSync(run)).toBe(false);
  });

  test("do not begin a run: its caps, reviewers and budget are theirs", async () => {
    const world = await changeWorld({ model: [] });
    const own = readFileSync(join(world.clone, FILE), "utf8");
    const generous = `${own}workflows:\n${ownWorkflow('maxBudgetUSD: "9999.00"', { name: "change-quick" })}\n`;
    world.push({ [FILE]: written(generous) });
    await checkOut(world);
    await expectRefused(world, "start", world.address);
    const known = await world.run("change", "status", world.address);
    expect(known.stderr).toContain("change_unknown");
  });
});

describe("settings that nobody vouches for", () => {
  test("do not hold because the forge that they name themselves says so", async () => {
    const world = await changeWorld({ model: [], repository: { private: false } });
    const own = readFileSync(join(world.clone, FILE), "utf8");
    world.push({ [FILE]: own });
    world.repo.pushCommit("more", { "README.md": "Shop\n" }, { from: BRANCH });
    const number = world.repo.openPull({ head: "more", base: BRANCH, title: "More", author: "builder" });
    await checkOut(world);
    const nobody = { ASSAY_GITHUB_API: "", ASSAY_GITHUB_TOKEN: "" };
    const done = await world.runWith(nobody, "change", "start", `acme/shop#${number}`);
    expect(done.stderr).toContain("settings_untrusted");
  });

  test("hold by --trust-settings, for each command anew, and the error says so", async () => {
    const world = await changeWorld({ model: MENDS });
    const own = readFileSync(join(world.clone, FILE), "utf8");
    world.push({ [FILE]: own });
    world.red();
    await checkOut(world);
    const refused = await world.run("change", "start", world.address);
    expect(refused.stderr.replace(/\s+/g, " ")).toContain("pass --trust-settings");
    expect((await world.start("--trust-settings")).result).toBe("started");
    await expectRefused(world, "work", world.address, "--no-wait");
    expect((await world.work("--trust-settings")).wait?.for).toBe("ci");
    expect(await world.commits()).toHaveLength(2);
  });
});

describe("settings of the base branch", () => {
  test.each([
    ["of it and on the change's branch alike", (text: string) => text],
    ["without a forge of their own", withoutForge],
  ])("hold on the change's branch: %s", async (_, written) => {
    const world = await changeWorld({ model: [], change: {} });
    const text = written(readFileSync(join(world.clone, FILE), "utf8"));
    world.repo.pushCommit("main", { [FILE]: text });
    world.repo.pushCommit(BRANCH, STALE_TEST, { from: "main" });
    world.green();
    await checkOut(world);
    expect((await world.start()).result).toBe("started");
    expect((await world.work()).wait?.for).toBe("reviewer");
  });

  test("hold as the ones that a person wrote there and did not commit, whatever came onto it since", async () => {
    const world = await changeWorld({ model: [] });
    world.repo.pushCommit("main", { [FILE]: "version: 1\n" });
    world.green();
    expect((await world.start()).result).toBe("started");
    expect((await world.work()).wait?.for).toBe("reviewer");
  });

  test("do not hold as a person's where HEAD has a commit more than the base branch", async () => {
    const world = await changeWorld({ model: [] });
    await world.shell("git commit -q --allow-empty -m Mine");
    await expectRefused(world, "start", world.address);
  });

  test("are not needed: without a file the defaults hold", async () => {
    const world = await changeWorld({ model: [] });
    world.push({ "README.md": "Shop\n" });
    await checkOut(world);
    expect((await world.start()).result).toBe("started");
  });
});

test("settings are read once: what is checked out while CI is waited for changes nothing", async () => {
  const { world, evil, run } = await attacked();
  const other = await startModel({ protocol: "openai-compatible", script: RUNS });
  onTestFinished(() => other.close());
  const changed = evil.replace(/^ {2}url: .*$/m, `  url: ${other.settings.url}`);
  expect(changed).not.toBe(evil);
  world.red();
  world.github.onRequest = ({ path }) => {
    if (path.includes("check-runs")) world.settings(() => changed);
  };
  const { view } = await world.work();
  expect(readFileSync(join(world.clone, FILE), "utf8")).toBe(changed);
  expect(view.status.phase).toBe("person");
  expect([other.seen, world.model?.requests.length, existsSync(run)]).toEqual([[], 2, false]);
});

describe("the command that a person confirms", () => {
  const workflow = (...lines: readonly string[]) => ({
    ".github/workflows/ci.yml": [
      "name: CI",
      "on: [push]",
      "jobs:",
      "  test:",
      "    steps:",
      "      - run: |",
      ...lines.map((line) => `          ${line}`),
      "",
    ].join("\n"),
  });
  const work = (world: World, ...args: readonly string[]) =>
    world.run("change", "work", world.address, "--no-wait", ...args);

  async function unsaid() {
    const world = await changeWorld({ model: MENDS, command: null });
    world.red();
    await world.start();
    return world;
  }

  test("is the one that was shown: after a push that changes it, the new one is shown and nothing runs", async () => {
    const world = await unsaid();
    expect((await work(world)).stdout).toContain("\n│ node --test\n");
    world.push(workflow("node --test", "# \u001b[2K\u202e", "echo SURPRISE"));
    world.red();
    const again = await work(world, "--confirm-command");
    expect(again.status).toBe(1);
    expect(again.stdout).toContain("\n│ node --test\n│ # \\u{1b}[2K\\u{202e}\n│ echo SURPRISE\n");
    expect(world.model?.requests).toEqual([]);
    expect((await world.work("--confirm-command")).result).toBe("waiting");
    expect(world.model?.requests).toHaveLength(MENDS.length);
  });

  test("is not one that was shown for this change before another", async () => {
    const world = await unsaid();
    await work(world);
    world.push(workflow("node --test", "echo SURPRISE"));
    world.red();
    await work(world);
    world.push(workflow("node --test"));
    world.red();
    expect((await world.work("--confirm-command")).command?.command).toBe("node --test");
    expect(world.model?.requests).toEqual([]);
  });

  test("is not one that nobody was shown", async () => {
    const world = await unsaid();
    expect((await world.work("--confirm-command")).result).toBe("unconfirmed");
    expect(world.model?.requests).toEqual([]);
    expect((await world.work("--confirm-command")).result).toBe("waiting");
  });
});
