import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Config, DEFAULT_CONFIG } from "../../../../knowledge/config/config.ts";
import { judgePath, testFilesOf } from "../../../../knowledge/engineer/edits/test-files.ts";

const { tests } = DEFAULT_CONFIG;
const wide = { files: ["**/*", "**/.*", "**/.*/**"], except: ["**/conftest.py"] };
const judge = (path: string, settings: Config["tests"] = wide, existing: readonly string[] = [path]) =>
  judgePath(path, settings, existing).kind;

describe("where the QA engineer may write", () => {
  test.each([
    "test/cart.test.js",
    "src/__tests__/a.ts",
    "a_test.go",
    "test/test_cart.py",
    "a/src/test/java/A.java",
  ])("%s is a test file", (path) => {
    expect(judgePath(path, tests, [])).toEqual({ kind: "test" });
  });

  test.each(["src/total.js", "test/helpers.js", "README.md", "test/conftest.py", "test/Conftest.py"])(
    "%s is product",
    (path) => {
      expect(judge(path, tests)).toBe("refused");
    },
  );

  test.each([
    "package.json",
    "packages/a/Package.JSON",
    "pnpm-lock.yaml",
    "vitest.config.ts",
    "test/vitest.setup.test.ts",
    "jest.config.cjs",
    "e2e/playwright.config.js",
    "karma.conf.js",
    ".mocharc.cjs",
    "pytest.ini",
    "tox.ini",
    "setup.cfg",
    "pyproject.toml",
    "a/conftest.py",
    "CONFTEST.py",
    "pom.xml",
    "build.gradle.kts",
    "go.mod",
    "Makefile",
    "Jenkinsfile",
    "tsconfig.test.json",
    "requirements-dev.txt",
    "docker-compose.test.yml",
    "globalSetup.ts",
    "test/setup.js",
    ".env.test",
    ".github/workflows/ci.test.js",
    ".GitHub/x.test.js",
    ".gitlab-ci.yml",
    ".gitattributes",
    ".git/hooks/a.test.js",
    ".assay/config.yaml",
    ".assay/knowledge/a.test.js",
    "node_modules/a/a.test.js",
    "docs/CODEOWNERS",
  ])("%s is product, whatever the settings say", (path) => {
    expect(judge(path)).toBe("refused");
  });

  test.each([
    "",
    "/etc/a.test.js",
    "C:/a.test.js",
    "../a.test.js",
    "test/../src/a.test.js",
    "./a.test.js",
    "test//a.test.js",
    "test/a.test.js/",
    "test\\a.test.js",
    "test/a.test.js:stream",
    "test/a.test.js.",
    "test/a.test.js ",
    ".git./a.test.js",
    "GIT~1/a.test.js",
    "test/a\u0000.test.js",
    ".g\u200cit/a.test.js",
    "test/a\u202e.test.js",
    "test/e\u0301.test.js",
    `${"a/".repeat(300)}a.test.js`,
  ])("the odd path %j is refused", (path) => {
    expect(judge(path)).toBe("refused");
  });

  test("another spelling of a file of the branch is refused, and a file where a folder is", () => {
    expect(judge("test/Cart.test.js", wide, ["test/cart.test.js"])).toBe("refused");
    expect(judge("test/a.test.js/b.test.js", wide, ["test/a.test.js"])).toBe("refused");
    expect(judge("test/a.test.js", wide, ["test/A.test.js", "test/a.test.js"])).toBe("test");
  });

  test("no path that leaves the repository is accepted, whatever it is made of", () => {
    const part = fc.constantFrom("..", ".", "", "a", ".git", ".GIT", "a.test.js", "\\", ":", " ");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = parts.join("/");
        const isPlain = parts.length > 0 && parts.every((one) => one === "a" || one === "a.test.js");
        expect(judge(path)).toBe(isPlain ? "test" : "refused");
      }),
    );
  });

  test("the branch's test files are those that may be written", () => {
    expect(testFilesOf(["a.js", "a.test.js", "vitest.config.js"], tests)).toEqual(["a.test.js"]);
  });
});
