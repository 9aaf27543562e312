import { describe, expect, test } from "vitest";
import { planRemoval } from "../../../knowledge/setup/plan-removal.ts";
import { planSetup } from "../../../knowledge/setup/plan-setup.ts";
import type { Project } from "../../../knowledge/setup/project.ts";
import type { SetupPlan } from "../../../knowledge/setup/setup-plan.ts";

const project = (files: Readonly<Record<string, string>>): Project => ({
  names: new Set(Object.keys(files)),
  texts: new Map(Object.entries(files)),
});
const applied = (files: Readonly<Record<string, string>>, { changes }: SetupPlan): Record<string, string> => {
  const next: Record<string, string> = { ...files };
  for (const change of changes) {
    delete next[change.path];
    if (change.after !== null) next[change.path] = change.after;
  }
  return next;
};
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Projects as their files, with what is found in them and the command that their tests are run by in CI. */
const PROJECTS: Record<string, { files: Record<string, string>; found: string[]; reports: string[] }> = {
  vitest: {
    files: { "package.json": json({ devDependencies: { vitest: "4" } }), "pnpm-lock.yaml": "" },
    found: ["Vitest"],
    reports: [],
  },
  "jest in package.json": {
    files: { "package.json": json({ devDependencies: { jest: "30" }, jest: { testEnvironment: "jsdom" } }) },
    found: ["Jest"],
    reports: [],
  },
  "jest without settings": {
    files: { "package.json": json({ devDependencies: { jest: "30" } }), "yarn.lock": "" },
    found: ["Jest"],
    reports: [],
  },
  playwright: {
    files: {
      "package.json": json({ devDependencies: { "@playwright/test": "1", assay: "1" } }),
      "playwright.config.ts": "export default {\n  reporter: 'html',\n};\n",
    },
    found: ["Playwright"],
    reports: [],
  },
  "node:test": {
    files: {
      "package.json": json({
        scripts: { test: "tsc && node --enable-source-maps --test dist", "test:tap": "node --test-only x" },
      }),
    },
    found: ["node:test"],
    reports: [],
  },
  mocha: {
    files: { ".mocharc.yml": "", "package.json": "{}" },
    found: ["Mocha"],
    reports: ["test-results/mocha.json"],
  },
  "pytest that already reports": {
    files: {
      "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-ra --junitxml=out/unit.xml"\n',
      "uv.lock": "",
    },
    found: ["pytest"],
    reports: ["out/unit.xml"],
  },
  "pytest by requirements": {
    files: { "requirements-dev.txt": "pytest==8\n", ".gitlab-ci.yml": "" },
    found: ["pytest"],
    reports: ["test-results/pytest.xml"],
  },
  go: {
    files: { "go.mod": "", Jenkinsfile: "" },
    found: ["go test"],
    reports: ["test-results/go-test.json"],
  },
  "maven and gradle": {
    files: { "pom.xml": "", mvnw: "", "build.gradle.kts": "", ".circleci/config.yml": "" },
    found: ["Maven", "Gradle"],
    reports: [
      "**/target/surefire-reports/TEST-*.xml",
      "**/target/failsafe-reports/TEST-*.xml",
      "**/build/test-results/*/TEST-*.xml",
    ],
  },
  "a project of nothing known": { files: { "README.md": "" }, found: [], reports: [] },
};

describe.each(Object.entries(PROJECTS))("%s", (_, { files, found, reports }) => {
  const plan = planSetup(project(files));
  const wired = applied(files, plan);

  test("is found, and its reports are among the settings", () => {
    expect(plan.runners.map(({ title }) => title)).toEqual(found);
    for (const report of reports)
      expect(wired[".assay/config.yaml"]).toContain(`- ${JSON.stringify(report)}\n`);
    expect(wired[".assay/config.yaml"]?.match(/^ {2}- /gm)?.length ?? 0).toBe(reports.length);
  });

  test("has nothing left to do once it is wired, and comes back to the same bytes", () => {
    expect(planSetup(project(wired)).changes).toEqual([]);
    expect(applied(wired, planRemoval(project(wired)))).toEqual(files);
    expect(planRemoval(project(files)).changes).toEqual([]);
  });
});

test.each(
  Object.entries({
    ".github/workflows/ci.yml": "github-actions.yml",
    ".gitlab-ci.yml": "gitlab-ci.yml",
    ".circleci/config.yml": "circleci.yml",
    "azure-pipelines.yml": "azure-pipelines.yml",
    ".buildkite/pipeline.yml": "buildkite.yml",
    Jenkinsfile: "jenkins.groovy",
  }),
)("what to paste for %s", async (found, file) => {
  const files = {
    [found]: "",
    "package.json": json({ devDependencies: { vitest: "4" } }),
    "vitest.config.ts": "export default {};\n",
    "pom.xml": "",
    "pytest.ini": "",
  };
  const text = applied(files, planSetup(project(files)))[`.assay/ci/${file}`];
  await expect(text).toMatchFileSnapshot(`snapshots/${file}`);
});

describe("a project whose tests need a hand", () => {
  const steps = (files: Record<string, string>) =>
    planSetup(project(files)).steps.map(({ file, text }) => [file, text]);
  const manifest = (packages: Record<string, string>) =>
    json({ devDependencies: { ...packages, assay: "1" } });

  test.each([
    [
      "a config of functions",
      "vitest.config.ts",
      "export default defineConfig(() => ({}));",
      { vitest: "4" },
    ],
    [
      "a config of Vite's alone",
      "vite.config.ts",
      'import { defineConfig } from "vite";\nexport default defineConfig({});',
      { vitest: "4" },
    ],
    ["a workspace", "vitest.workspace.ts", "export default [];", { vitest: "4" }],
    ["projects in Jest", "jest.config.js", "module.exports = { projects: ['a'] };", { jest: "30" }],
  ])("%s is left alone, and the lines are told", (_, file, text, packages) => {
    const files = { "package.json": manifest(packages), [file]: text };
    expect(steps(files)).toEqual([[file, expect.stringContaining("assay/dom/")]]);
    expect(planSetup(project(files)).changes.map(({ path }) => path)).not.toContain(file);
  });

  test("the package is to be added first, by the project's own package manager", () => {
    const files = {
      "package.json": json({ packageManager: "pnpm@10.1.0", devDependencies: { vitest: "4" } }),
    };
    expect(steps(files)[0]).toEqual([null, "pnpm add --save-dev assay"]);
  });

  test("a .gitignore that hides all of .assay is named", () => {
    expect(steps({ ".gitignore": "dist\n.assay/\n", "go.mod": "" })).toEqual([[".gitignore", null]]);
  });

  test("settings that a person wrote are left alone, and what they lack is told", () => {
    const files = { "go.mod": "", ".assay/config.yaml": "reports: [a.xml]\n" };
    expect(steps(files)).toEqual([[".assay/config.yaml", "reports: [test-results/go-test.json]"]]);
    expect(applied(files, planSetup(project(files)))[".assay/config.yaml"]).toBe("reports: [a.xml]\n");
  });
});

test("settings that a person changed stay when the rest is taken out, and are named", () => {
  const files = { "go.mod": "" };
  const wired = applied(files, planSetup(project(files)));
  const changed = { ...wired, ".assay/config.yaml": `${wired[".assay/config.yaml"]}scopes: []\n` };
  const removal = planRemoval(project(changed));
  expect(Object.keys(applied(changed, removal)).sort()).toEqual([".assay/config.yaml", "go.mod"]);
  expect(removal.steps.map(({ file }) => file)).toEqual([".assay/config.yaml"]);
});

test("a runner that came later is added to settings that nobody changed", () => {
  const wired = applied({ "go.mod": "" }, planSetup(project({ "go.mod": "" })));
  const grown = { ...wired, "pytest.ini": "" };
  expect(applied(grown, planSetup(project(grown)))[".assay/config.yaml"]).toContain(
    "test-results/pytest.xml",
  );
});
