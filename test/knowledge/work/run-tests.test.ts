import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitChangeBranch } from "../../../knowledge/adapters/git/change-branch.ts";
import { shellSandbox } from "../../../knowledge/adapters/shell/sandbox.ts";
import { systemHolder } from "../../../knowledge/adapters/system/holder.ts";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { runTests } from "../../../knowledge/work/run-tests.ts";
import { NO_SANDBOX, sandbox } from "../../support/sandboxed.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const settings = DEFAULT_CONFIG.sandbox;

/** A repository whose test fails, with an installed package that the commit does not hold. */
function project() {
  const workTree = temporaryFolder();
  const copies = temporaryFolder();
  const put = (path: string, text: string) => writeFileSync(join(workTree, path), text);
  put("price.cjs", "module.exports = 3;\n");
  put("price.test.cjs", 'const { equal } = require("own");\nequal(require("./price.cjs"), 2);\n');
  put(".gitignore", "node_modules\n");
  mkdirSync(join(workTree, "node_modules/own"), { recursive: true });
  put("node_modules/own/index.js", 'exports.equal = require("node:assert").strictEqual;\n');
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: workTree, stdio: "pipe" }).toString().trim();
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "--message=one");
  const place = { cwd: workTree, env: process.env };
  const changeBranch = gitChangeBranch(place, { temporary: copies, holder: systemHolder });
  return { workTree, copies, changeBranch, commit: git("rev-parse", "HEAD") };
}

const mended = {
  path: "price.test.cjs",
  text: 'const { equal } = require("own");\nequal(require("./price.cjs"), 3);\nconsole.log("three it is");\n',
};

describe.skipIf(NO_SANDBOX !== null)(
  `running the tests of a change${NO_SANDBOX === null ? "" : ` (skipped: ${NO_SANDBOX})`}`,
  () => {
    test("runs them on the commit with the edits over it and the installed packages, and leaves nothing behind", async () => {
      const { workTree, copies, changeBranch, commit } = project();
      const run = (edits: readonly { path: string; text: string }[], command = "node price.test.cjs") =>
        runTests({ changeBranch, sandbox }, { commit, edits, command, settings, workTree });
      expect(await run([])).toMatchObject({
        kind: "ran",
        code: 1,
        limit: null,
        head: expect.stringContaining("AssertionError"),
      });
      expect(await run([mended])).toMatchObject({ kind: "ran", code: 0, head: "three it is\n" });
      const writes = await run(
        [mended],
        "echo hacked > price.cjs; echo hacked > price.test.cjs; ls -A | tr '\\n' ' '",
      );
      expect(writes).toMatchObject({ code: 0, head: ".gitignore node_modules price.cjs price.test.cjs " });
      expect(readFileSync(join(workTree, "price.cjs"), "utf8")).toBe("module.exports = 3;\n");
      expect(readdirSync(copies)).toEqual([]);
    });

    test("what a hostile test leaves is run by no git, and the commit is what was edited", async () => {
      const { workTree, copies, changeBranch, commit } = project();
      const remote = temporaryFolder();
      execFileSync("git", ["init", "--quiet", "--bare", remote]);
      execFileSync("git", ["push", "--quiet", remote, `${commit}:refs/heads/topic`], { cwd: workTree });
      const proof = join(remote, "ran");
      const command = [
        `git init --quiet . && git config core.fsmonitor 'touch ${proof}' && git config filter.x.clean 'touch ${proof}; cat'`,
        "echo '* filter=x' > .gitattributes; git config alias.status '!touch ran'; git config core.hooksPath hooks",
        `mkdir hooks; printf '#!/bin/sh\ntouch ${proof}\n' | tee hooks/pre-push hooks/post-commit > hooks/pre-commit; chmod +x hooks/*`,
        "rm price.test.cjs; ln -s /etc/passwd price.test.cjs; echo hacked > price.cjs",
      ].join("\n");
      const ran = await runTests(
        { changeBranch, sandbox },
        { commit, edits: [mended], command, settings, workTree },
      );
      expect(ran).toMatchObject({ kind: "ran", code: 0 });
      const made = await changeBranch.commit(
        { remote, branch: "topic", parent: commit },
        [mended],
        "Mend the test",
      );
      expect(await changeBranch.diff(commit, made, 10_000)).toMatch(
        /^diff --git a\/price\.test\.cjs b\/price\.test\.cjs\n(?:(?!diff --git)[\s\S])*$/,
      );
      expect(await changeBranch.read(made, "price.test.cjs")).toBe(mended.text);
      expect(existsSync(proof)).toBe(false);
      expect(readdirSync(copies)).toEqual([]);
    });

    test("leaves no copy where the run cannot be begun", async () => {
      const { workTree, copies, changeBranch, commit } = project();
      const broken = {
        state: () => sandbox.state(),
        run: () => Promise.reject(new Error("the disk is full")),
      };
      await expect(
        runTests(
          { changeBranch, sandbox: broken },
          { commit, edits: [], command: "true", settings, workTree },
        ),
      ).rejects.toThrow("the disk is full");
      expect(readdirSync(copies)).toEqual([]);
    });
  },
);

describe("without a sandbox", () => {
  const bare = shellSandbox({ env: { PATH: "/nonexistent" } });

  test("the tests are not run, and what to do is said", async () => {
    const { workTree, copies, changeBranch, commit } = project();
    expect(
      await runTests(
        { changeBranch, sandbox: bare },
        { commit, edits: [], command: "touch ran", settings, workTree },
      ),
    ).toEqual({
      kind: "refused",
      code: "sandbox_unavailable",
      why: expect.stringContaining("there is no program `bwrap`"),
      recover: expect.stringContaining("sandbox: {kind: none}"),
    });
    expect(readdirSync(copies)).toEqual([]);
  });

  test("they are run where a person has set that none is needed", async () => {
    const { workTree, copies, changeBranch, commit } = project();
    const none = { ...settings, kind: "none", readOnly: [] } as const;
    const unsafe = shellSandbox({ env: { PATH: process.env.PATH } });
    expect(
      await runTests(
        { changeBranch, sandbox: unsafe },
        { commit, edits: [], command: "cat price.cjs", settings: none, workTree },
      ),
    ).toMatchObject({ kind: "ran", code: 0, head: "module.exports = 3;\n" });
    expect(readdirSync(copies)).toEqual([]);
  });
});

test.each([".git", ".git/hooks", "../other", "/etc", ".", "", ".assay/local"])(
  "%j is no folder that tests may be given to read",
  async (path) => {
    const { workTree, changeBranch, commit } = project();
    const request = {
      commit,
      edits: [],
      command: "true",
      settings: { ...settings, readOnly: [path] },
      workTree,
    };
    expect(await runTests({ changeBranch, sandbox }, request)).toMatchObject({
      kind: "refused",
      why: expect.stringContaining("readOnly"),
    });
  },
);
