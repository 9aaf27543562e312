import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { isomorphicChangeRequests } from "../../knowledge/adapters/isomorphic/change-requests.ts";
import { isomorphicCiFeed } from "../../knowledge/adapters/isomorphic/ci-feed.ts";
import { isomorphicForge } from "../../knowledge/adapters/isomorphic/forge.ts";
import { gitAccess, gitCredential } from "../../knowledge/adapters/isomorphic/git-access.ts";
import type { KnownRequest } from "../../knowledge/adapters/isomorphic/known-requests.ts";
import { isomorphicRequestBranch } from "../../knowledge/adapters/isomorphic/request-branch.ts";
import type { Forge } from "../../knowledge/ports/forge.ts";
import { type Github, startGithub } from "../support/github/github.ts";

const BRANCH = "assay/knowledge/1a2b3c";
const NEW = { branch: BRANCH, into: "main", title: "Learn", body: "Why.", labels: ["assay:proposal"] };
const APP = "octo/app";

const open: Github[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A plain git remote, and what whoever asks remembers of its one request. */
async function stage({ isPrivate = true } = {}) {
  const server = await startGithub();
  open.push(server);
  const repo = server.repository(APP, { private: isPrivate, files: { "README.md": "1\n" }, git: true });
  const clock = { now: () => Date.parse("2026-12-01T10:00:00Z") };
  const as = (token: string) =>
    gitAccess(`${server.web}/{owner}/{name}.git`, token === "" ? null : gitCredential(token), clock);
  const options = as(`bot:${server.token()}`);
  let known: KnownRequest = {
    branch: BRANCH,
    state: "none",
    number: null,
    next: 1,
    title: "",
    commits: [],
    at: "",
  };
  const requests = { of: async () => [known] };
  const remember = (more: Partial<KnownRequest>) => {
    known = { ...known, ...more };
  };
  const branches = isomorphicRequestBranch(options);
  /** A commit of ours on the branch, remembered. */
  const commit = async (text: string) => {
    const head = (await branches.tips(APP, BRANCH)).branch;
    const files = [{ path: "a/b.md", text }];
    const made = await branches.commit(APP, {
      branch: BRANCH,
      head,
      base: repo.tip(),
      title: "Propose",
      body: "",
      files,
    });
    if (made.kind !== "committed") throw new Error(made.kind);
    remember({ commits: [...known.commits, made.commit] });
    return made.commit;
  };
  return {
    server,
    repo,
    as,
    remember,
    commit,
    requests: isomorphicChangeRequests(options, requests),
    forge: isomorphicForge(options, requests),
  };
}
const opened = async () => {
  const world = await stage();
  const head = await world.commit("1\n");
  const change = await world.requests.open(APP, NEW);
  world.remember({ state: "open", number: change.number, title: change.title, at: change.createdAt });
  return { ...world, head, change };
};

type Opened = Awaited<ReturnType<typeof opened>>;

describe("requests on a plain git remote", () => {
  test("one that is opened is its branch, and is found while that is there", async () => {
    const { server, requests, repo, head, change } = await opened();
    expect(change).toMatchObject({
      number: 1,
      state: "open",
      title: "Learn",
      url: `${server.web}/octo/app.git`,
      head: { branch: BRANCH, commit: head },
      base: { branch: "main", commit: repo.tip() },
      createdAt: "2026-12-01T10:00:00.000Z",
    });
    expect(await requests.find(APP, BRANCH)).toEqual([change]);
    expect(await requests.find(APP, "assay/knowledge/other")).toEqual([]);
  });

  test("none is opened twice, without a branch, with nothing on it, or into another branch", async () => {
    const { requests, repo, remember, commit } = await stage();
    const refused = { code: "forge_refused" };
    await expect(requests.open(APP, NEW)).rejects.toMatchObject(refused);
    repo.branch(BRANCH, repo.tip());
    await expect(requests.open(APP, NEW)).rejects.toMatchObject(refused);
    await commit("1\n");
    await expect(requests.open(APP, { ...NEW, into: "other" })).rejects.toMatchObject(refused);
    await expect(requests.open(APP, { ...NEW, branch: "mine" })).rejects.toMatchObject(refused);
    remember({ state: "open", number: 1 });
    await expect(requests.open(APP, NEW)).rejects.toMatchObject(refused);
  });

  test.each([
    ["by its commits", ({ repo, head }: Opened) => repo.branch("main", head)],
    ["by its content", ({ repo }: Opened) => repo.pushCommit("main", { "a/b.md": "1\n", "c.md": "more" })],
  ] as const)("what is on the default branch %s is merged, and stays so", async (_, merge) => {
    const world = await opened();
    merge(world);
    expect(await world.requests.find(APP, BRANCH)).toMatchObject([{ state: "merged", number: 1 }]);
    world.remember({ state: "merged" });
    expect(await world.requests.find(APP, BRANCH)).toMatchObject([{ state: "merged" }]);
  });

  test("half of its content is not all of it", async () => {
    const { requests, repo, commit } = await opened();
    await commit("2\n");
    repo.pushCommit("main", { "a/b.md": "1\n" });
    expect(await requests.find(APP, BRANCH)).toMatchObject([{ state: "open" }]);
  });

  test("a branch that is gone was merged where the default branch has our last commit, else closed", async () => {
    const { requests, repo, head, remember } = await opened();
    execFileSync("git", ["--git-dir", repo.directory ?? "", "branch", "-D", BRANCH], { stdio: "ignore" });
    expect(await requests.find(APP, BRANCH)).toMatchObject([{ state: "closed", head: { commit: head } }]);
    repo.branch("main", head);
    repo.pushCommit("main", { "later.md": "1" });
    expect(await requests.find(APP, BRANCH)).toMatchObject([{ state: "merged" }]);
    remember({ state: "closed" });
    expect(await requests.find(APP, BRANCH)).toEqual([]);
  });

  test("closing removes the branch, never with somebody else's commit on it, and is done once", async () => {
    const { requests, repo, change } = await opened();
    const mine = repo.pushCommit(BRANCH, { "note.md": "1" });
    await expect(requests.close(APP, change.number)).rejects.toMatchObject({
      code: "forge_refused",
      data: { reason: expect.stringContaining(`--delete ${BRANCH}`) },
    });
    expect(repo.tip(BRANCH)).toBe(mine);
    const other = await opened();
    await other.requests.close(APP, 1);
    await other.requests.close(APP, 1);
    expect(await other.requests.find(APP, BRANCH)).toMatchObject([{ state: "closed" }]);
    await expect(other.requests.close(APP, 9)).rejects.toMatchObject({ code: "forge_missing" });
  });

  test("how a person merges it is told, and what there is not is refused by name", async () => {
    const { server, requests } = await opened();
    const remote = `${server.web}/octo/app.git`;
    expect(await requests.mergedByHand(APP, BRANCH)).toEqual({
      remote,
      branch: BRANCH,
      into: "main",
      commands: [
        ["git", "fetch", remote, BRANCH],
        ["git", "merge", "FETCH_HEAD"],
        ["git", "push", remote, "HEAD:refs/heads/main"],
      ],
    });
    const unsupported = { code: "forge_unsupported" };
    await expect(requests.merge(APP, 1, "")).rejects.toMatchObject(unsupported);
    await expect(requests.edit(APP, 1, { title: "x", body: "" })).rejects.toMatchObject(unsupported);
  });
});

describe("the forge that a plain git remote is", () => {
  test("tells the files of a request, added, changed and removed", async () => {
    const { forge, repo } = await opened();
    repo.pushCommit(BRANCH, { "README.md": "2\n", "d/e.md": "1" });
    expect(await forge.changedFiles(APP, 1)).toEqual([
      { path: "README.md", change: "modified", from: null, patch: null },
      { path: "a/b.md", change: "added", from: null, patch: null },
      { path: "d/e.md", change: "added", from: null, patch: null },
    ]);
    await expect(forge.changedFiles(APP, 7)).rejects.toMatchObject({ code: "forge_unsupported" });
  });

  test.each([true, false])(
    "is public where it tells its branches to anybody; private %s",
    async (isPrivate) => {
      const { forge } = await stage({ isPrivate });
      expect(await forge.isPublic(APP)).toBe(!isPrivate);
    },
  );

  test("has nothing else, and says what", async () => {
    const { forge, server } = await stage();
    const host = new URL(server.web).host;
    const { isPublic: _, changedFiles: __, ...others } = forge;
    for (const [name, ask] of Object.entries(others) as [keyof Forge, (name: string) => Promise<unknown>][])
      await expect(ask(APP), name).rejects.toMatchObject({ code: "forge_unsupported", data: { host } });
    for (const [name, ask] of Object.entries(isomorphicCiFeed(host)))
      await expect((ask as () => Promise<unknown>)(), name).rejects.toMatchObject({
        code: "forge_unsupported",
      });
  });

  test("a token that it does not take, and none where it asks for one, are denied with the way out", async () => {
    const { as } = await stage();
    for (const token of ["bot:wrong", ""]) {
      const branches = isomorphicRequestBranch(as(token));
      await expect(branches.tips(APP, BRANCH)).rejects.toMatchObject({
        code: "forge_denied",
        data: { way: expect.stringContaining("ASSAY_GIT_TOKEN") },
      });
    }
    // Anybody may read this one, and only some may write to it.
    const open = await stage({ isPrivate: false });
    const nobody = isomorphicRequestBranch(open.as(""));
    const wanted = { branch: BRANCH, head: null, base: open.repo.tip(), title: "t", body: "", files: [] };
    await expect(nobody.commit(APP, wanted)).rejects.toMatchObject({ code: "forge_denied" });
    expect((await isomorphicRequestBranch(open.as("")).tips(APP, BRANCH)).branch).toBeNull();
  });
});
