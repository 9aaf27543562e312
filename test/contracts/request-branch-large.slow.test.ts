import { expect, onTestFinished, test } from "vitest";
import { githubChangeRequests } from "../../knowledge/adapters/github/change-requests.ts";
import { githubClients } from "../../knowledge/adapters/github/github-clients.ts";
import { memoryBlobs } from "../../knowledge/adapters/github/known-blobs.ts";
import { githubRequestBranch } from "../../knowledge/adapters/github/request-branch.ts";
import { startGithub } from "../support/github/github.ts";

const BRANCH = "assay/knowledge/1a2b3c";

test("a knowledge proposal on 50,000 files with 20,000 records takes at most 12 requests with known texts", async () => {
  const github = await startGithub();
  onTestFinished(() => github.close());
  const folder = (index: number) => `.assay/knowledge/web/page-${Math.floor(index / 2)}-0a1b`;
  const files: Record<string, string> = {};
  for (let index = 0; index < 20_000; index += 1)
    files[`${folder(index)}/r${index}.md`] = `record ${index}\n`;
  for (let index = 0; index < 30_000; index += 1) files[`src/d${index % 300}/f${index}.ts`] = "";
  const repo = github.repository("octo/app", { files });
  const options = {
    host: "github.com",
    api: github.url,
    auth: { kind: "token", token: github.token() },
    userAgent: "assay/test",
    log: () => {},
    waits: { second: 10, betweenWrites: 0, silence: 20_000 },
  } as const;
  const clients = githubClients(options);
  const branches = githubRequestBranch(options, clients, memoryBlobs());
  const requests = githubChangeRequests(options, clients);
  // A hundred records, each about an anchor of its own.
  const folders = Array.from({ length: 100 }, (_, index) => folder(index * 200));
  expect(await branches.folders("octo/app", repo.tip(), folders)).toHaveLength(200);
  repo.pushCommit("main", { [`${folder(0)}/new.md`]: "new\n" });

  const before = github.requests.length;
  const { defaultBranch, branch } = await branches.tips("octo/app", BRANCH);
  expect([defaultBranch?.commit, branch]).toEqual([repo.tip(), null]);
  const found = await branches.folders("octo/app", repo.tip(), folders);
  expect(found.map(({ text }) => text)).toContain("new\n");
  expect(await requests.find("octo/app", BRANCH)).toEqual([]);
  expect(await branches.commits("octo/app", BRANCH)).toEqual([]);
  const changed = found.slice(0, 100).map(({ path, text }) => ({ path, text: `${text}and more\n` }));
  const made = await branches.commit("octo/app", {
    branch: BRANCH,
    head: null,
    base: repo.tip(),
    title: "Learn",
    body: "",
    files: changed,
  });
  expect(made.kind).toBe("committed");
  const opened = await requests.open("octo/app", {
    branch: BRANCH,
    into: "main",
    title: "Learn",
    body: "",
    labels: ["assay:proposal"],
  });
  expect(opened.labels).toEqual(["assay:proposal"]);
  expect(github.requests.length - before).toBeLessThanOrEqual(12);
}, 90_000);
