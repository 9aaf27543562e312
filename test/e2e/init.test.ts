import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { beforeEach, describe, expect, test } from "vitest";
import { assay, LAUNCHER, shell } from "../support/run-assay.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = realpathSync(temporaryFolder());
  await git("init --quiet --initial-branch=main");
  await git("config user.name t && git config user.email t@e.org && git config core.autocrlf false");
});

async function git(command: string): Promise<string> {
  const { status, stdout, stderr } = await shell(`git ${command}`, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
const status = () => git("status --porcelain --untracked-files=all");
const commit = () => git("add . && git commit --quiet -m one");

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const init = (...flags: string[]) => assay(["init", ...flags], { cwd: folder });

/** Projects in the shape that their tools give them, with what init does to them. */
const PROJECTS: Record<string, { files: Record<string, string>; wired: Record<string, string> }> = {
  "Vitest with a config in TypeScript": {
    files: {
      "package.json": '{\n  "devDependencies": {\n    "vitest": "^4.0.0"\n  }\n}\n',
      "vitest.config.ts":
        'import { defineConfig } from "vitest/config";\n\nexport default defineConfig({\n  test: {\n    environment: "jsdom",\n    setupFiles: "./test/setup.ts",\n  },\n});\n',
      ".github/workflows/ci.yml": "on: push\n",
      ".gitignore": "node_modules\n",
    },
    wired: {
      "vitest.config.ts": '"assay/dom/vitest", "./test/setup.ts"]',
      ".assay/ci/github-actions.yml": "if: always()\n  run: npx assay ingest --allow-empty\n",
      ".gitignore": "node_modules\n# assay init: begin\n",
    },
  },
  "Jest in package.json": {
    files: {
      "package.json":
        '{\n  "scripts": { "test": "jest" },\n  "devDependencies": { "jest": "^30.0.0" },\n  "jest": {\n    "testEnvironment": "jsdom"\n  }\n}',
      "yarn.lock": "",
      ".gitlab-ci.yml": "test:\n  script: yarn test\n",
      ".gitattributes": "* text=auto",
    },
    wired: {
      "package.json":
        '"jest": {\n    "setupFilesAfterEnv": ["assay/dom/jest"],\n    "testEnvironment": "jsdom"\n  }\n}',
      ".assay/ci/gitlab-ci.yml": "after_script:\n  - yarn assay ingest ",
      ".gitattributes": "* text=auto\n# assay init: begin\n",
    },
  },
  Playwright: {
    files: {
      "package.json": '{ "devDependencies": { "@playwright/test": "^1.60.0", "assay": "^0.1.0" } }\n',
      "playwright.config.ts":
        "import { defineConfig, devices } from '@playwright/test';\r\n\r\n/**\r\n * See https://playwright.dev/docs/test-configuration.\r\n */\r\nexport default defineConfig({\r\n  testDir: './tests',\r\n  retries: process.env.CI ? 2 : 0,\r\n  reporter: 'html',\r\n  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],\r\n});\r\n",
    },
    wired: {
      "playwright.config.ts":
        "  reporter: /* assay init */ [[\"assay/playwright/reporter\"], ['html']] /* assay init */,\r\n",
    },
  },
  "node --test in a script": {
    files: {
      "package.json": '{"scripts":{"test":"node --test --experimental-strip-types"}}',
      "bun.lock": "",
    },
    wired: { "package.json": '"node --import assay/dom/node --test --experimental-strip-types"' },
  },
  "a Python project": {
    files: {
      "pyproject.toml": '[project]\nname = "shop"\n\n[dependency-groups]\ndev = ["pytest>=8"]\n',
      "uv.lock": "",
      Jenkinsfile: "pipeline {}\n",
    },
    wired: {
      ".assay/config.yaml": 'reports:\n  - "test-results/pytest.xml"\n',
      ".assay/ci/jenkins.groovy": "uv run python -m pytest --junitxml=test-results/pytest.xml",
    },
  },
};

describe.each(Object.entries(PROJECTS))("assay init: %s", (_, { files, wired }) => {
  test("shows the diff first, wires, then finds nothing to do, and --remove gives the bytes back", async () => {
    put(files);
    await commit();

    const shown = await init("--dry-run");
    expect(shown).toMatchObject({ status: 0, stderr: "" });
    const { changes } = JSON.parse((await init("--dry-run", "--json")).stdout);
    for (const { path } of changes) expect(shown.stdout).toContain(`+++ b/${path}\n`);
    expect(await status()).toBe("");

    const done = await init("--yes");
    expect(done).toMatchObject({ status: 0, stderr: "" });
    for (const [path, text] of Object.entries(wired)) expect(read(path), path).toContain(text);
    expect(read(".gitignore")).toContain("\n.assay/local/\n");
    expect(read(".gitattributes")).toContain("\n/.assay/** text eol=lf\n");

    // What was shown is what was done: the diff, taken back, leaves nothing.
    writeFileSync(
      join(folder, ".git/shown.diff"),
      changes.map(({ diff }: { diff: string }) => diff).join(""),
    );
    await git("apply --reverse --check .git/shown.diff");

    const again = await init("--yes", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ kind: "setup", changes: [], result: "unchanged" });

    mkdirSync(join(folder, ".assay/knowledge/a/b"), { recursive: true });
    put({ ".assay/knowledge/a/b/fact_1234.md": "kept\n" });
    expect(await init("--remove", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(await status()).toBe("?? .assay/knowledge/a/b/fact_1234.md\n");
    expect((await init("--remove", "--yes")).stdout).toContain("nothing to do");
  });
});

describe("assay init", () => {
  const vitest = PROJECTS["Vitest with a config in TypeScript"]?.files as Record<string, string>;

  test("--remove keeps what a person changed since, and names it", async () => {
    put(vitest);
    await commit();
    await init("--yes");
    put({
      "vitest.config.ts": read("vitest.config.ts").replace(
        '"./test/setup.ts"',
        '"./test/setup.ts", "./mine.ts"',
      ),
      ".gitignore": `${read(".gitignore")}dist\n`,
      ".assay/config.yaml": `${read(".assay/config.yaml")}learning:\n  budget_seconds: 5\n`,
    });
    const removed = await init("--remove", "--yes");
    expect(removed.stdout).toMatch(/\.assay\/config\.yaml: it was changed since/);
    expect(read("vitest.config.ts")).toBe(
      (vitest["vitest.config.ts"] as string).replace('"./test/setup.ts"', '["./test/setup.ts", "./mine.ts"]'),
    );
    expect(read(".gitignore")).toBe("node_modules\ndist\n");
    expect(await status()).toBe(" M .gitignore\n M vitest.config.ts\n?? .assay/config.yaml\n");
  });

  test("L-040 without a terminal nothing is asked and nothing written; the error names the flag", async () => {
    put(vitest);
    await commit();
    for (const flags of [[], ["--no-input"]]) {
      const { status: code, stdout, stderr } = await init(...flags);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("--yes");
    }
    const json = await init("--json");
    expect([json.status, json.stderr]).toEqual([2, ""]);
    expect(JSON.parse(json.stdout)).toMatchObject({ kind: "error", error: { code: "confirmation_needed" } });
    expect(await status()).toBe("");
  });

  test.each([
    ["y", 0, true],
    ["n", 1, false],
    ["", 1, false],
  ])("in a terminal it asks, and %j decides", async (answer, code, isWritten) => {
    put(vitest);
    await commit();
    const { exitCode, output } = await inTerminal(answer);
    expect(output).toContain("+++ b/vitest.config.ts");
    expect(output).toContain("[y/N]");
    expect(exitCode).toBe(code);
    expect((await status()) !== "").toBe(isWritten);
  });

  test("outside of a repository it says where to go", async () => {
    const { status: code, stderr } = await assay(["init", "--yes"], { cwd: realpathSync(temporaryFolder()) });
    expect([code, stderr]).toEqual([2, expect.stringContaining("repository_missing")]);
  });
});

function inTerminal(answer: string): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const terminal = spawn(process.execPath, [LAUNCHER, "init"], { cwd: folder, cols: 120, rows: 40 });
    let output = "";
    let isAnswered = false;
    terminal.onData((data) => {
      output += data;
      if (isAnswered || !output.includes("[y/N]")) return;
      isAnswered = true;
      terminal.write(`${answer}\r`);
    });
    terminal.onExit(({ exitCode }) => resolve({ exitCode, output }));
  });
}

describe("assay config", () => {
  test("shows what is in force with file and line, and names what is not understood", async () => {
    put({ ".assay/config.yaml": "version: 1\nreports:\n  - out/*.xml\nreprots: [x]\n" });
    const { status: code, stdout } = await assay(["config"], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain("reports  .assay/config.yaml:2\n  out/*.xml\n");
    expect(stdout).toContain("learning.budget_seconds  default\n  60\n");
    expect(stdout).toContain(".assay/config.yaml:4: reprots is no setting");
    const json = JSON.parse((await assay(["config", "--json"], { cwd: folder })).stdout);
    expect(json).toMatchObject({
      schemaVersion: 1,
      kind: "settings",
      unknown: [{ key: "reprots", line: 4 }],
    });
  });

  test("a value that cannot be used: file, line and way out, and 2", async () => {
    put({ ".assay/config.yaml": "version: 1\nlearning:\n  budget_seconds: 90\n" });
    const { status: code, stdout, stderr } = await assay(["config"], { cwd: folder });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(".assay/config.yaml:3: learning.budget_seconds: is more than 60");
    expect(stderr).toContain("assay config --help");
  });

  test("--help documents every key", async () => {
    const { stdout } = await assay(["config", "--help"], { cwd: folder });
    for (const key of ["version", "reports", "scopes[].name", "scopes[].paths", "learning.budget_seconds"])
      expect(stdout).toContain(`${key} (`);
  });
});
