import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Github, startGithub } from "../support/github/github.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";
import { type LearningTree, learningTree, treeIn } from "../support/learning-tree.ts";
import { click, runText } from "../support/run-text.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = (to: string, name = "pays") =>
  runText([
    { name, durationMs: 5, steps: [click("Pay", "/cart", { urlAfter: `https://shop.example${to}` })] },
  ]);
const day = (number: number) => ["--at", `2026-01-0${number}T10:00:00Z`];
const BRANCH = /^assay\/knowledge\/[0-9a-f]{16}$/;

let github: Github;
let team: LearningTree;
let token: string;
let repo: GithubRepository;
let tree: LearningTree;
let env: Record<string, string>;
let origin: string;
let tests = 0;
let begun = 0;

/** A team's repository with an active record. */
beforeAll(async () => {
  github = await startGithub();
  token = github.token();
  // Longer than one test.
  team = await learningTree(mkdtempSync(join(tmpdir(), "assay-test-")));
  const host = new URL(github.web).host;
  team.put(
    ".assay/config.yaml",
    `version: 1\nforge:\n  host: "${host}"\n  api: ${github.url}\n  write_pause_ms: 0\n`,
  );
  team.put(".gitignore", "out/\n.assay/local/\n");
  await team.ingest(run("/paid"), day(1));
  await team.git("add . && git commit --quiet -m learned");
  await team.ingest(run("/thanks"), day(2), { CI: "1" });
  expect(proposals(team)).toHaveLength(1);
});
afterAll(async () => {
  rmSync(team.folder, { recursive: true, force: true });
  await github.close();
});

/** It at the forge, and a clone whose CI run proposes a change of it. */
beforeEach(async () => {
  tests++;
  repo = github.repository(`octo/app${tests}`, { git: { from: join(team.folder, ".git") } });
  env = { ASSAY_GITHUB_API: github.url, ASSAY_GITHUB_TOKEN: token };
  origin = repo.cloneUrl.replace("://", `://x:${token}@`);
  const folder = temporaryFolder();
  cpSync(team.folder, folder, { recursive: true });
  tree = treeIn(folder);
  await tree.git(`remote add origin ${origin} && git fetch --quiet origin`);
  begun = github.requests.length;
});
afterEach(() => github.stopFailing());

const proposals = (of: LearningTree) =>
  Object.keys(of.bytes()).filter((path) => path.startsWith(".assay/proposals/"));
const request = (...args: readonly string[]) => tree.json(["proposal", "request", ...args], env);
const pulls = () => [...repo.state.issues.values()].filter(({ pull }) => pull !== null);
/** Queries are sent by POST too. */
const writes = () =>
  github.requests
    .slice(begun)
    .filter(
      ({ kind, method, path }) => kind === "api" && method !== "GET" && !/^\/graphql (?!Commit)/.test(path),
    );
const opened = async () => {
  const { document, status, stderr } = await request("open", "--yes");
  expect(status, stderr).toBe(0);
  return document.request as { readonly number: number; readonly branch: string };
};

describe("assay proposal request", () => {
  test("opens a request for the proposals of a clone: one commit on a branch of its own, and nothing on main", async () => {
    const main = repo.tip();
    const { document, status } = await request("open", "--yes");
    expect({ status, document }).toMatchObject({
      status: 0,
      document: {
        schemaVersion: 1,
        kind: "proposal-request-outcome",
        result: "done",
        steps: ["commit", "open"],
        refusal: null,
        request: {
          repository: repo.fullName,
          kind: "knowledge",
          state: "open",
          branch: expect.stringMatching(BRANCH),
        },
      },
    });
    expect(repo.tip()).toBe(main);
    const [pull, ...others] = pulls();
    expect(others).toEqual([]);
    expect(pull).toMatchObject({
      title: "Assay: 1 change of what is known about the tests",
      pull: { headBranch: document.request.branch, baseBranch: "main" },
    });
    expect(pull?.body).toContain("/thanks");
    expect(pull?.body).toContain("**Merging** accepts what it proposes");
    const [file = ""] = proposals(tree);
    const shown = await tree.git(
      `fetch --quiet origin ${document.request.branch} && git show --stat --format=%B FETCH_HEAD`,
    );
    expect(shown).toContain(file.slice(".assay/".length).slice(-20));
    expect(await tree.git(`show FETCH_HEAD:${file}`)).toBe(tree.read(file));
    expect(await tree.git("status --short")).toContain(".assay/proposals/");
  });

  test("L-043 the same again makes no commit, no edit and no request", async () => {
    const { branch } = await opened();
    const [tip, asked] = [repo.tip(branch), writes().length];
    for (const command of ["open", "refresh"]) {
      const { document, status } = await request(command, "--yes");
      expect({ status, result: document.result, steps: document.steps }).toEqual({
        status: 0,
        result: "unchanged",
        steps: [],
      });
    }
    expect([repo.tip(branch), writes().length]).toEqual([tip, asked]);
  });

  test("shows it with its evidence, lists it without the forge, and tells what merging changes as a diff", async () => {
    const { number, branch } = await opened();
    const [file = ""] = proposals(tree);
    const { document: shown } = await request("show");
    expect(shown).toMatchObject({
      kind: "proposal-request",
      request: { number, branch, state: "open" },
      evidence: [{ claim: expect.stringContaining("/thanks"), files: [file], becomes: "proposed" }],
      atForge: {
        number,
        state: "open",
        commits: 1,
        othersCommit: null,
        files: [{ path: file, change: "added" }],
      },
    });
    const before = github.requests.length;
    const { document: listed } = await request("list");
    expect(listed.requests).toMatchObject([{ repository: repo.fullName, number, state: "open", items: 1 }]);
    expect(github.requests.length).toBe(before);
    const { document: diff } = await request("diff");
    expect(diff).toMatchObject({ number, into: "main", files: [{ path: file, change: "added" }] });
    expect(diff.files[0].diff).toContain(`+++ b/${file}`);
    tree.put("request.diff", diff.files[0].diff);
    await tree.git(`worktree add --quiet -b look other main && git -C other apply --index ../request.diff`);
    expect(tree.read(`other/${file}`)).toBe(tree.read(file));
    for (const command of ["show", "list", "diff"]) {
      const { stdout, status } = await tree.assay(["proposal", "request", command], env);
      expect(status).toBe(0);
      expect(stdout).toContain(`${repo.fullName}#${number}`);
    }
  });

  test("what is merged is carried out by the next local run of another clone, as the word of whoever merged", async () => {
    const { number } = await opened();
    const { document, status } = await request("merge", "--yes");
    expect({ status, document }).toMatchObject({
      status: 0,
      document: { kind: "proposal-request-receipt", result: "done", act: "merge", number, into: "main" },
    });
    expect(repo.tip()).toBe(document.commit);
    const folder = join(temporaryFolder(), "clone");
    await treeIn(temporaryFolder()).git(`clone --quiet ${origin} ${folder}`);
    const clone = treeIn(folder);
    await clone.git("config user.name Bo && git config user.email bo@shop.example");
    expect(proposals(clone)).toHaveLength(1);
    const { stderr } = await clone.assay(["learn"]);
    expect(stderr).toContain("merged into the default branch, is carried out");
    expect(proposals(clone)).toEqual([]);
    const records = await clone.records();
    expect(records.map((one) => one.status).sort()).toEqual(["active", "superseded"]);
    expect(records.find((one) => one.status === "active")).toMatchObject({
      claim: expect.stringContaining("/thanks"),
      promotion: { path: "user-sovereign" },
    });
    expect((await request("refresh", "--yes")).document).toMatchObject({
      result: "unchanged",
      request: { state: "merged", number },
    });
  });

  test("L-043 a person's commit on the branch stops updates, and that is said once", async () => {
    const { number, branch } = await opened();
    const mine = repo.pushCommit(branch, { "note.txt": "mine\n" });
    await tree.ingest(run("/done", "pays later"), day(3), { CI: "1" });
    for (const _ of [1, 2]) {
      const { document, status } = await request("open", "--yes");
      expect({ status, document }).toMatchObject({
        status: 1,
        document: { result: "refused", steps: [], refusal: { code: "others-commit" } },
      });
    }
    expect(repo.tip(branch)).toBe(mine);
    expect(repo.state.comments.filter(({ body }) => body.includes("Assay did not make"))).toHaveLength(1);
    const { stdout } = await tree.assay(["proposal", "request", "show"], env);
    expect(stdout).toContain("somebody else's commit is on it");
    expect((await request("show")).document.atForge).toMatchObject({
      number,
      othersCommit: { commit: mine },
    });
  });

  test("closed unmerged it stays closed until a person asks again; the reason is said below it", async () => {
    const { number } = await opened();
    const { document } = await request("close", "--reason", "see #7, @ada", "--yes");
    expect(document).toMatchObject({ result: "done", act: "close", number });
    const said = repo.state.comments.map(({ body }) => body).join();
    expect(said).toContain("Closed unmerged: see");
    expect(said).not.toMatch(/#7|@ada/);
    const again = await request("open", "--yes");
    expect({ status: again.status, code: again.document.refusal.code }).toEqual({
      status: 1,
      code: "closed",
    });
    expect(pulls()).toHaveLength(1);
    expect((await request("show")).document.evidence).toMatchObject([{ becomes: "declined" }]);
    const asked = await request("refresh", "--again", "--yes");
    expect(asked.document).toMatchObject({ result: "done", steps: ["commit", "open"] });
    expect(pulls()).toHaveLength(2);
  });

  test("writes nothing where it only says what it would do, or nobody can be asked", async () => {
    const dry = await request("open", "--dry-run");
    expect(dry.document).toMatchObject({
      result: "planned",
      files: [{ path: proposals(tree)[0], change: "written" }],
    });
    const silent = await tree.assay(["proposal", "request", "open"], env);
    expect(silent.status).toBe(2);
    expect(silent.stderr).toContain("--yes");
    expect([pulls(), writes()]).toEqual([[], []]);
    expect((await request("list")).document.requests).toEqual([]);
    await opened();
    const merge = await request("merge", "--dry-run");
    expect(merge.document).toMatchObject({ result: "planned", act: "merge" });
    expect(pulls()[0]?.state).toBe("open");
  });

  test.each([
    ["the commit", /POST \/graphql Commit/],
    ["the pull request", /POST \/repos\/octo\/app\d+\/pulls$/],
    ["the labels", /POST \/repos\/octo\/app\d+\/issues\/\d+\/labels/],
  ] as const)(
    "where the answer to %s is lost, the next time finds it and makes no second one",
    async (_, match) => {
      github.fail({ match, how: "reset", after: true, times: 1 });
      expect((await request("open", "--yes")).status).toBe(3);
      const { document, stderr } = await request("refresh", "--yes");
      expect(document.request, stderr).toMatchObject({ state: "open" });
      expect(pulls()).toHaveLength(1);
      expect(pulls()[0]?.labels.map(({ name }) => name)).toContain("assay:proposal");
      const fetch = `fetch --quiet origin ${document.request.branch}`;
      expect((await tree.git(`${fetch} && git rev-list --count origin/main..FETCH_HEAD`)).trim()).toBe("1");
    },
  );

  test("an unknown repository, nothing open and a clone of no forge are told with the way out", async () => {
    for (const command of ["diff", "merge", "close"]) {
      const { status, stderr } = await tree.assay(
        ["proposal", "request", command, "--yes"].slice(0, command === "diff" ? 3 : 4),
        env,
      );
      expect(status).toBe(2);
      expect(stderr).toContain("no knowledge request is open");
    }
    await tree.git("remote remove origin");
    const lost = await tree.assay(["proposal", "request", "open", "--dry-run"], env);
    expect(lost.status).toBe(2);
    expect(lost.stderr).toContain("--repository OWNER/NAME");
    const named = await request("open", "--dry-run", "--repository", repo.fullName);
    expect(named.document.result).toBe("planned");
  });
});
