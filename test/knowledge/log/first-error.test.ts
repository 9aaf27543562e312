import { describe, expect, it } from "vitest";
import { digestOf, firstError, github } from "./digest-of.ts";

/** A step that fails after it printed these lines. */
const failing = (...lines: readonly string[]) =>
  github(
    "##[group]Run ./build",
    "\x1b[36;1m./build\x1b[0m",
    "##[endgroup]",
    ...lines,
    "##[error]Process completed with exit code 1.",
  );

describe("what looks like an error and is none", () => {
  const real = "main.c:9:1: error: unknown type name 'foo'";
  it.each([
    "0 errors, 0 warnings",
    "Tests run: 5, Failures: 0, Errors: 0, Skipped: 0",
    '{"errors":0,"failed": 0}',
    "error: 0",
    "no errors found",
    "warning: this error message is deprecated",
    "src/a.c:3:4: warning: missing error check [-Wall]",
    "npm WARN deprecated request@2: fatal problems",
    "##[warning]Failed to save cache",
    "Compiling src/ErrorHandler.java",
    "[INFO] Running com.example.FailureTest",
    "Downloading https://repo.example.org/error-prone-2.1-fatal.jar",
    "gcc -Wall -Werror -c error.c -o error.o",
    "+ test -f missing 2>/dev/null || true",
    "[command]/usr/bin/git rev-parse --fatal error",
    "test_error_is_raised PASSED",
    "  ✓ should fail when the input is invalid (12ms)",
    "ok 3 - handles fatal error",
    "test parser::error_on_missing ... ok",
    "--- PASS: TestFailure (0.00s)",
    "npm error code ELIFECYCLE",
    "Connection failed, retrying in 5 seconds (attempt 1 of 3)",
    "ignoring error: no such device",
  ])("%s", (line) => {
    expect(firstError(failing(line, real))).toBe(real);
    const alone = digestOf(failing(line, "all is well"));
    expect(alone.errors[0]!.headline.text).not.toBe(real);
  });
});

describe("how tools print errors", () => {
  it.each([
    ["go build", "./main.go:3:5: undefined: total"],
    ["ESLint", "  12:5  error  'x' is not defined  no-undef"],
    ["tsc, pretty", "src/a.ts:3:5 - error TS2304: Cannot find name 'x'."],
    ["MSBuild", "C:\\src\\a.cs(3,5): error CS1002: ; expected [C:\\src\\a.csproj]"],
    ["javac", "src/A.java:12: error: cannot find symbol"],
    ["maven-compiler-plugin", "[ERROR] /src/A.java:[12,34] cannot find symbol"],
    ["kotlinc", "e: file:///src/A.kt:3:5 Unresolved reference: x"],
    ["flake8", "a/b.py:3:1: F401 'os' imported but unused"],
    ["mypy", "a/b.py:3: error: Incompatible types in assignment"],
    ["CMake", "CMake Error at CMakeLists.txt:3 (find_package):"],
    ["pytest", "FAILED tests/test_a.py::test_b - assert 1 == 2"],
    ["Jest", "  ● cart › adds the price"],
    ["Vitest", " FAIL  src/a.test.ts > adds"],
    ["TAP", "not ok 4 - adds"],
    ["cargo test", "test tests::adds ... FAILED"],
    ["googletest", "[  FAILED  ] Cart.Adds (0 ms)"],
    ["unittest", "FAIL: test_add (tests.test_cart.CartTest)"],
    ["ctest", " 3/10 Test  #3: cart ......***Failed    0.01 sec"],
    ["surefire", "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0 <<< FAILURE! - in a.BTest"],
    ["JVM", 'Exception in thread "main" java.lang.IllegalStateException: no'],
    ["Rust", "thread 'main' panicked at src/main.rs:2:5:"],
    ["glibc", "a.out: malloc.c:1: f: Assertion `x' failed."],
    ["shell", "./run.sh: line 3: foo: command not found"],
    ["git", "fatal: couldn't find remote ref main"],
    ["npm", "npm error code ERESOLVE"],
    ["apt", "E: Unable to locate package foo"],
    ["make", "make: *** No rule to make target 'x'.  Stop."],
    ["ninja", "FAILED: [code=1] a.o"],
    ["a runner's annotation", "##[error]Something went wrong"],
    ["Terraform", "│ Error: Unsupported argument"],
    ["BuildKit", "#12 3.456 error: failed to fetch"],
  ])("%s", (_, line) => {
    const digest = digestOf(failing("Checking the weather: error reports are welcome", "all fine", "", line));
    expect(digest.errors[0]!.line).toBe(7);
  });
});

describe("which error comes first", () => {
  it("a traceback is read at its exception and shown whole", () => {
    const digest = digestOf(
      failing(
        ...Array(60).fill("ok"),
        "Traceback (most recent call last):",
        '  File "a.py", line 1, in <module>',
        "    main()",
        "subprocess.TimeoutExpired: gone",
      ),
    );
    expect(digest.errors[0]).toMatchObject({
      line: 64,
      endLine: 67,
      headline: { line: 67, text: "subprocess.TimeoutExpired: gone" },
    });
  });

  it("a title gives way to what it announces", () => {
    const gradle = [
      "FAILURE: Build failed with an exception.",
      "",
      "* What went wrong:",
      "A problem occurred configuring root project 'shop'.",
      "> Could not resolve com.example:lib:1.",
      "",
      "* Try:",
    ];
    expect(firstError(failing(...gradle))).toBe("A problem occurred configuring root project 'shop'.");
  });

  it("a test's name gives way to the reason under it", () => {
    const digest = digestOf(
      failing(
        "CartTest > adds() FAILED",
        "    java.lang.AssertionError: expected 4",
        "        at CartTest.adds(CartTest.java:9)",
      ),
    );
    expect(digest.errors[0]).toMatchObject({
      line: 5,
      headline: { text: "    java.lang.AssertionError: expected 4" },
    });
    expect(digest.errors[0]!.before?.at(-1)?.text).toBe("CartTest > adds() FAILED");
  });

  it("a full disk beats the compile errors that it caused", () => {
    expect(
      firstError(
        failing("a.c:1:1: error: a.h truncated", "cc1: a.o: No space left on device", "a.c:2:1: error: x"),
      ),
    ).toContain("No space left");
  });

  it("an exit-code line is the answer when there is nothing else", () => {
    expect(
      firstError(github("##[group]Run ./x", "##[endgroup]", "##[error]Process completed with exit code 1.")),
    ).toBe("##[error]Process completed with exit code 1.");
  });

  it("what a step printed last is the answer where it printed no error word", () => {
    expect(firstError(failing("checking 3 files", "", "src/a.go", "src/b.go"))).toBe("src/a.go");
  });

  it("an error of the failing step beats one of an earlier step and one of the clean-up", () => {
    const log = github(
      "##[group]Run a",
      "##[endgroup]",
      "a.c:1:1: error: was forgiven",
      "##[group]Run b",
      "##[endgroup]",
      "b.c:1:1: error: is real",
      "##[error]Process completed with exit code 1.",
      "Post job cleanup.",
      "c.c:1:1: error: too late",
    );
    expect(firstError(log)).toBe("b.c:1:1: error: is real");
  });
});

describe("with a passing log", () => {
  const noise = [
    "Starting",
    "java.lang.RuntimeException: logged on purpose",
    "    at A.b(A.java:1)",
    "Done in 12 s",
  ];
  const passing = failing(...noise).replace(
    "##[error]Process completed with exit code 1.",
    "Post job cleanup.",
  );

  it("what both logs hold is not the error, whatever its numbers, times and hashes", () => {
    const log = failing(
      "Starting",
      "java.lang.RuntimeException: logged on purpose",
      "    at A.b(A.java:7)",
      "ERROR: it broke",
      "Done in 99 s",
    );
    expect(firstError(log)).toBe("java.lang.RuntimeException: logged on purpose");
    const digest = digestOf(log, { passing });
    expect(digest.errors[0]).toMatchObject({ headline: { text: "ERROR: it broke" }, isNew: true });
  });

  it("a diff that only the failing log holds is the error, though it holds no error word", () => {
    const log = failing(
      ...noise,
      "--- a/x.tf",
      "+++ b/x.tf",
      "@@ -1 +1 @@",
      "-  a = 1",
      "+  a  = 1",
      "Done in 3 s",
    );
    const digest = digestOf(log, { passing });
    expect(digest.errors[0]!.headline.text).toBe("--- a/x.tf");
    expect(digest.errors[0]!.lines.map((line) => line.text)).toContain("+  a  = 1");
  });

  it("a log in columns can be compared with a raw one", () => {
    const columns = failing(...noise, "ERROR: it broke").replace(/^/gm, "job\tstep\t");
    expect(digestOf(columns, { passing }).errors.map((block) => block.isNew)).toContain(true);
    expect(digestOf(columns, { passing }).errors[0]!.headline.text).toBe("ERROR: it broke");
  });

  it("an empty passing log proves nothing new", () => {
    expect(digestOf(failing("ERROR: it broke"), { passing: "\n" }).errors[0]!.isNew).toBeNull();
  });
});
