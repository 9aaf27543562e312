import { afterAll } from "vitest";
import { githubForge } from "../../knowledge/adapters/github/forge.ts";
import { type Github, startGithub } from "../support/github/github.ts";
import { forgeContract } from "./forge.contract.ts";

const open: Github[] = [];
afterAll(async () => {
  await Promise.all(open.map((github) => github.close()));
});

forgeContract({
  name: "GitHub",
  async stage({ private: isPrivate = false, people = ["octo"] } = {}) {
    const github = await startGithub({ baseShaLags: true });
    open.push(github);
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" }, private: isPrivate, people });
    const forge = githubForge({
      host: "github.com",
      api: github.url,
      auth: { kind: "token", token: github.token() },
      userAgent: "assay/test",
      log: () => {},
      waits: { second: 10, betweenWrites: 0, silence: 5_000 },
    });
    return {
      forge,
      name: "octo/app",
      repo,
      fork(owner, branch) {
        const fork = github.fork(repo, owner);
        fork.pushCommit(branch, { "fork.ts": "1" });
        return { remove: () => github.removeRepository(fork.fullName) };
      },
      rebaseMerge(number) {
        const { pull } = repo.issue(number);
        if (pull === null) throw new Error("no change");
        for (const part of [1, 2]) repo.pushCommit(pull.baseBranch, { [`${pull.headBranch}.ts`]: `${part}` });
        pull.mergedAt = github.clock.now();
        pull.mergeCommit = repo.tip(pull.baseBranch);
        repo.closeIssue(number);
        return pull.mergeCommit;
      },
      pass: (milliseconds) => github.clock.advance(milliseconds),
    };
  },
});
