import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Github, startGithub } from "../support/github/github.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";
import { type LearningTree, learningTree, treeIn } from "../support/learning-tree.ts";
import { shell } from "../support/run-assay.ts";
import { click, runText } from "../support/run-text.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = (to: string, name = "pays") =>
  runText([
    { name, durationMs: 5, steps: [click("Pay", "/cart", { urlAfter: `https://shop.example${to}` })] },
  ]);
const day = (number: number) => ["--at", `2026-01-0${number}T10:00:00Z`];

/** The server of the tests, of which nothing but git's own HTTP backend and its tokens are used here. */
let server: Github;
let team: LearningTree;
let token: string;
let repo: GithubRepository;
let tree: LearningTree;
let env: Record<string, string>;
let address: string;
let tests = 0;

beforeAll(async () => {
  server = await startGithub();
  token = server.token();
  team = await learningTree(mkdtempSync(join(tmpdir(), "assay-test-")));
  team.put(
    ".assay/config.yaml",
    `version: 1\nforge:\n  kind: git\n  url: ${server.web}/{owner}/{name}.git\n`,
  );
  team.put(".gitignore", "out/\n.assay/local/\npid\n");
  await team.ingest(run("/paid"), day(1));
  await team.git("add . && git commit --quiet -m learned");
  await team.ingest(run("/thanks"), day(2), { CI: "1" });
  expect(proposals(team)).toHaveLength(1);
});
afterAll(async () => {
  rmSync(team.folder, { recursive: true, force: true });
  await server.close();
});

beforeEach(async () => {
  tests++;
  repo = server.repository(`octo/app${tests}`, { private: true, git: { from: join(team.folder, ".git") } });
  address = `${server.web}/${repo.fullName}.git`;
  env = { ASSAY_GIT_URL: `${server.web}/{owner}/{name}.git`, ASSAY_GIT_TOKEN: `bot:${token}` };
  const folder = temporaryFolder();
  cpSync(team.folder, folder, { recursive: true });
  tree = treeIn(folder);
  await tree.git(`remote add origin ${address.replace("://", `://x:${token}@`)} && git fetch --quiet origin`);
});
afterEach(() => server.stopFailing());

const proposals = (of: LearningTree) =>
  Object.keys(of.bytes()).filter((path) => path.startsWith(".assay/proposals/"));
const request = (...args: readonly string[]) => tree.json(["proposal", "request", ...args], env);
const opened = async () => {
  const { document, status, stderr } = await request("open", "--yes");
  expect(status, stderr).toBe(0);
  return document.request as { readonly number: number; readonly branch: string };
};
const pushes = () =>
  server.requests.filter(
    ({ method, path }) => method === "POST" && path === `/${repo.fullName}.git/git-receive-pack`,
  );
const isThere = async (branch: string) => (await tree.git(`ls-remote origin ${branch}`)) !== "";
/** A fresh clone, as that of somebody who merges. */
const clone = async () => {
  const folder = join(temporaryFolder(), "clone");
  await treeIn(temporaryFolder()).git(`clone --quiet ${address.replace("://", `://x:${token}@`)} ${folder}`);
  const made = treeIn(folder);
  await made.git("config user.name Bo && git config user.email bo@shop.example");
  return made;
};
/** The commands as they are told, run there by a shell whose git knows the token. */
const follow = async (there: LearningTree, commands: readonly (readonly string[])[]) => {
  const [scheme = "", rest = ""] = server.web.split("://");
  await there.git(`config url.${scheme}://x:${token}@${rest}/.insteadOf ${server.web}/`);
  for (const command of commands) {
    const [program, ...args] = command;
    expect(program).toBe("git");
    await there.git(args.map((word) => `'${word}'`).join(" "));
  }
};

describe("assay proposal request on a plain git remote", () => {
  test("pushes a branch of its own, and says where it is and how a person merges it", async () => {
    const main = repo.tip();
    const { document, status } = await request("open", "--yes");
    const branch = document.request.branch as string;
    expect({ status, document }).toMatchObject({
      status: 0,
      document: {
        result: "done",
        steps: ["commit", "open"],
        request: { repository: repo.fullName, state: "open", number: 1, url: address },
        byHand: { remote: address, branch, into: "main" },
      },
    });
    expect(repo.tip()).toBe(main);
    const [file = ""] = proposals(tree);
    await tree.git(`fetch --quiet origin ${branch}`);
    expect(await tree.git(`show FETCH_HEAD:${file}`)).toBe(tree.read(file));
    expect((await tree.git("log -1 --format=%an FETCH_HEAD")).trim()).toBe("Assay");

    const told = await tree.assay(["proposal", "request", "show"], env);
    expect(told.stdout).toContain(`git fetch ${address} ${branch}`);
    expect(told.stdout).toContain("opens no pull requests");
    await follow(await clone(), document.byHand.commands);
    expect(repo.tip()).not.toBe(main);
    const after = await request("refresh", "--yes");
    expect(after.document).toMatchObject({
      result: "unchanged",
      request: { state: "merged", number: 1 },
      byHand: null,
    });
    const next = await clone();
    expect(proposals(next)).toEqual([file]);
    const { stderr } = await next.assay(["learn"]);
    expect(stderr).toContain("merged into the default branch, is carried out");
  });

  test("L-043 the same again pushes nothing; show, list and diff tell of it", async () => {
    const { branch } = await opened();
    const [tip, pushed] = [repo.tip(branch), pushes().length];
    for (const command of ["open", "refresh"])
      expect((await request(command, "--yes")).document).toMatchObject({ result: "unchanged", steps: [] });
    expect([repo.tip(branch), pushes().length]).toEqual([tip, pushed]);
    const [file = ""] = proposals(tree);
    expect((await request("show")).document).toMatchObject({
      evidence: [{ becomes: "proposed" }],
      atForge: { state: "open", commits: 1, othersCommit: null, files: [{ path: file, change: "added" }] },
    });
    const asked = server.requests.length;
    expect((await request("list")).document.requests).toMatchObject([{ number: 1, state: "open" }]);
    expect(server.requests.length).toBe(asked);
    const { document: diff } = await request("diff");
    expect(diff).toMatchObject({ into: "main", files: [{ path: file, change: "added" }] });
    expect(diff.files[0].diff).toContain(`+++ b/${file}`);
  });

  test("L-043 a person's commit on the branch stops updates, and closing does not remove it", async () => {
    const { branch } = await opened();
    const mine = repo.pushCommit(branch, { "note.txt": "mine\n" });
    await tree.ingest(run("/done", "pays later"), day(3), { CI: "1" });
    for (const _ of [1, 2]) {
      const { document, status } = await request("open", "--yes");
      expect({ status, document }).toMatchObject({
        status: 1,
        document: { result: "refused", refusal: { code: "others-commit" } },
      });
    }
    const closed = await tree.assay(["proposal", "request", "close", "--yes"], env);
    expect(closed.status).toBe(2);
    expect(closed.stderr).toContain(`--delete ${branch}`);
    expect(repo.tip(branch)).toBe(mine);
    const { commands } = (await request("show")).document.atForge.byHand;
    await follow(await clone(), commands);
    expect((await request("refresh", "--yes")).document.request).toMatchObject({
      state: "merged",
      number: 1,
    });
    expect(repo.file("note.txt")).toBe("mine\n");
  });

  test("closing removes the branch, with its reason kept, until a person asks again", async () => {
    const { branch } = await opened();
    const { document, status } = await request("close", "--reason", "the page is rebuilt", "--yes");
    expect({ status, document }).toMatchObject({ status: 0, document: { result: "done", act: "close" } });
    expect(await isThere(branch)).toBe(false);
    const again = await request("open", "--yes");
    expect([again.status, again.document.refusal.code]).toEqual([1, "closed"]);
    const asked = await request("refresh", "--again", "--yes");
    expect(asked.document).toMatchObject({ result: "done", request: { state: "open", number: 3 } });
    expect(await isThere(branch)).toBe(true);
  });

  test("a branch that a person removed is a request that they closed", async () => {
    const { branch } = await opened();
    await tree.git(`push --quiet origin --delete ${branch}`);
    const { document, status } = await request("refresh", "--yes");
    expect([status, document.refusal.code, document.request.state]).toEqual([1, "closed", "closed"]);
    expect(await isThere(branch)).toBe(false);
    expect((await request("show")).document.evidence).toMatchObject([{ becomes: "declined" }]);
  });

  test.each(["kept", "removed"])("what was squashed onto main is merged, the branch %s", async (what) => {
    const { branch } = await opened();
    const there = await clone();
    await there.git(
      `merge --squash --quiet origin/${branch} && git commit --quiet -m 'As one' && git push --quiet`,
    );
    if (what === "removed") await there.git(`push --quiet origin --delete ${branch}`);
    const { document } = await request("refresh", "--yes");
    expect(document).toMatchObject({ result: "unchanged", request: { state: "merged" } });
    await tree.ingest(run("/done"), day(3), { CI: "1" });
    const next = await request("open", "--yes");
    expect(next.document, next.stderr).toMatchObject({
      result: "done",
      request: { state: "open", number: 3 },
    });
    await tree.git(`fetch --quiet origin main ${branch}`);
    expect((await tree.git(`rev-list --count origin/main..origin/${branch}`)).trim()).toBe("1");
  });

  test("merging is left to a person, in their words for git", async () => {
    const { branch } = await opened();
    const main = repo.tip();
    for (const flag of ["--dry-run", "--yes"]) {
      const { document, status } = await request("merge", flag);
      expect({ status, document }).toMatchObject({
        status: 1,
        document: { result: "refused", refusal: { code: "merge_by_hand" } },
      });
      expect(document.refusal.recover).toContain(`git fetch ${address} ${branch} && git merge FETCH_HEAD`);
    }
    expect(repo.tip()).toBe(main);
  });

  test.each(["pre-receive", "post-receive"])(
    "killed at the push (%s), the next time goes on with it and makes no second commit",
    async (hook) => {
      const pid = join(tree.folder, "pid");
      writeFileSync(
        join(repo.directory ?? "", "hooks", hook),
        `#!/bin/sh\nkill -9 "$(cat '${pid}')"\nexit 1\n`,
        {
          mode: 0o755,
        },
      );
      const killed = await shell(
        `sh -c 'echo $$ > pid; exec "$NODE" "$ASSAY" proposal request open --yes'; exit $?`,
        { cwd: tree.folder, env: { HOME: tree.folder, ...env } },
      );
      expect(killed.status).toBe(137);
      rmSync(join(repo.directory ?? "", "hooks", hook));
      const { document, stderr } = await request("refresh", "--yes");
      expect(document.request, stderr).toMatchObject({ state: "open", number: 1 });
      expect(document.steps).toEqual(hook === "pre-receive" ? ["commit", "open"] : ["open"]);
      await tree.git(`fetch --quiet origin ${document.request.branch}`);
      expect((await tree.git("rev-list --count origin/main..FETCH_HEAD")).trim()).toBe("1");
    },
  );

  test("a remote that takes no push, one that asks who it is and one that is too large say what to do", async () => {
    const open = () => tree.assay(["proposal", "request", "open", "--yes"], env);
    writeFileSync(
      join(repo.directory ?? "", "hooks/pre-receive"),
      "#!/bin/sh\necho only on Mondays >&2\nexit 1\n",
      { mode: 0o755 },
    );
    const hooked = await open();
    expect([hooked.status, hooked.stderr]).toEqual([2, expect.stringContaining("refused")]);
    rmSync(join(repo.directory ?? "", "hooks/pre-receive"));

    env = { ASSAY_GIT_URL: env.ASSAY_GIT_URL ?? "" };
    expect((await open()).stderr).toContain("ASSAY_GIT_TOKEN");
    env = { ASSAY_GIT_TOKEN: token };
    const elsewhere = await open();
    expect(elsewhere.stderr).toContain("a token is not sent where only they say");
    expect(elsewhere.status).toBe(2);

    env = { ...env, ASSAY_GIT_URL: `${server.web}/{owner}/{name}.git` };
    repo.pushCommit(
      "main",
      Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`d/${at}.txt`, ""])),
    );
    const large = await open();
    expect(large.status).toBe(2);
    expect(large.stderr).toContain("5,000 files");
    expect(large.stderr).toContain(".assay/proposals");
    expect((await tree.git("ls-remote --heads origin")).trim().split("\n")).toHaveLength(1);
  });

  test("what needs a forge is refused by name, with the way out", async () => {
    for (const command of [
      ["ci", "status", `${repo.fullName}#1`],
      ["change", "start", `${repo.fullName}#1`],
    ]) {
      const { status, stderr } = await tree.assay(command, env);
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/plain git remote, which has no [\s\S]*kind: git/),
      ]);
    }
  });
});
