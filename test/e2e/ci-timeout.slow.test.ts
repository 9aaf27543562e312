import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startGithub } from "../support/github/github.ts";
import { assay, shell } from "../support/run-assay.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("assay ci wait ends with 3 and says timeout when the time is over", async () => {
  const github = await startGithub();
  const repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
  const cwd = temporaryFolder();
  await shell("git init -q", { cwd });
  mkdirSync(join(cwd, ".assay"));
  const host = new URL(github.web).host;
  writeFileSync(join(cwd, ".assay/config.yaml"), `version: 1\nforge:\n  host: "${host}"\n`);
  const env = { ASSAY_GITHUB_API: github.url, ASSAY_GITHUB_TOKEN: github.token() };
  repo.check(repo.tip(), { name: "test", status: "in_progress", job: true });
  const args = ["ci", "wait", `octo/app@${repo.tip()}`, "--timeout", "1", "--interval", "20"];
  const [text, json] = await Promise.all([
    assay(args, { cwd, env }),
    assay([...args, "--json"], { cwd, env }),
  ]);
  expect(text).toMatchObject({
    status: 3,
    stdout: expect.stringContaining("timeout: CI has not ended after 1 min"),
  });
  expect(json.status).toBe(3);
  expect(JSON.parse(json.stdout)).toMatchObject({ kind: "ci-wait", timedOut: true, outcome: "running" });
  await github.close();
});
