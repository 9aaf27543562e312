import { describe, expect, test } from "vitest";
import { failedNames, readLines } from "./read-frameworks.ts";

describe("Maven Surefire", () => {
  test("reads the summary of Surefire 2.12 where the failures are not told inline", () => {
    const tests = readLines(
      "Results :",
      "",
      "Failed tests:   adds(org.example.CartTest): expected:<2> but was:<1>",
      "  totals(org.example.CartTest): expected:<4> but was:<3>",
      "",
      "Tests in error: ",
      "  opens(org.example.StoreTest): missing",
      "",
      "Tests run: 9, Failures: 2, Errors: 1, Skipped: 0",
    );
    expect(tests).toMatchObject({ total: 9, failed: 2, errored: 1 });
    expect(tests?.failedTests).toEqual([
      { name: "org.example.CartTest.adds", line: 3, message: "expected:<2> but was:<1>" },
      { name: "org.example.CartTest.totals", line: 4, message: "expected:<4> but was:<3>" },
      { name: "org.example.StoreTest.opens", line: 7, message: "missing" },
    ]);
  });

  test("counts a test that failed on every rerun once", () => {
    const run = [
      "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 1 s <<< FAILURE! - in org.example.NetTest",
      "[ERROR] org.example.NetTest.reads  Time elapsed: 1 s  <<< FAILURE!",
      "java.lang.AssertionError: gone",
    ];
    const tests = readLines(
      ...run,
      ...run,
      "[INFO] Results:",
      "[ERROR] Failures: ",
      "[ERROR] org.example.NetTest.reads",
      "[ERROR]   Run 1: NetTest.reads:9 gone",
      "[ERROR]   Run 2: NetTest.reads:9 gone",
      "[INFO] ",
      "[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0",
    );
    expect(tests).toMatchObject({ total: 3, failed: 1, passed: 2 });
    expect(tests?.failedTests).toEqual([
      { name: "org.example.NetTest.reads", line: 2, message: "java.lang.AssertionError: gone" },
    ]);
  });

  test("gives a bare JUnit 5 method the class above it", () => {
    expect(
      failedNames(
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 1 s <<< FAILURE! - in org.example.NetTest",
        "[ERROR] reads_nothing  Time elapsed: 0.1 s  <<< FAILURE!",
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0",
      ),
    ).toEqual(["org.example.NetTest.reads_nothing"]);
  });

  test("keeps a name with spaces, parameters and an invocation", () => {
    expect(
      failedNames(
        "[ERROR] adds two prices(org.example.CartTest)  Time elapsed: 0.1 s  <<< FAILURE!",
        "[ERROR] org.example.CartTest.totals(int, String)[2] -- Time elapsed: 0.1 s <<< ERROR!",
        "[ERROR] org.example.CartTest -- Time elapsed: 0.1 s <<< ERROR!",
      ),
    ).toEqual([
      "org.example.CartTest.adds two prices",
      "org.example.CartTest.totals(int, String)[2]",
      "org.example.CartTest",
    ]);
  });

  test("adds up classes where the fork died before the totals", () => {
    expect(
      readLines(
        "Tests run: 4, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 sec - in org.example.ATest",
        "Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec <<< FAILURE! - in org.example.BTest",
        "fails(org.example.BTest)  Time elapsed: 0 sec  <<< FAILURE!",
      ),
    ).toMatchObject({ total: 6, failed: 1, skipped: 1, passed: 4 });
  });

  test("does not count the TestNG report that stands inside", () => {
    const tests = readLines(
      "Total tests run: 4, Failures: 0, Skips: 0",
      "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0",
    );
    expect(tests).toMatchObject({ frameworks: ["maven-surefire"], total: 4 });
  });
});

describe("Gradle", () => {
  test("takes one name twice for two failures", () => {
    expect(
      failedNames(
        "TestNG > Rates > org.example.RateTest.rounds FAILED",
        "    java.lang.AssertionError at RateTest.java:9",
        "TestNG > Rates > org.example.RateTest.rounds FAILED",
        "    java.lang.AssertionError at RateTest.java:9",
        "8 tests completed, 2 failed",
      ),
    ).toEqual(["org.example.RateTest.rounds", "org.example.RateTest.rounds"]);
  });

  test("drops the runner from the path and leaves tasks alone", () => {
    expect(
      failedNames(
        "> Task :app:test FAILED",
        ":app:test FAILED",
        "BUILD FAILED",
        "Gradle Test Run :app:test > Gradle Test Executor 3 > org.example.CartTest > adds two prices FAILED",
        "org.example.StoreTest FAILED",
      ),
    ).toEqual(["org.example.CartTest.adds two prices", "org.example.StoreTest"]);
  });

  test("counts events where no task failed", () => {
    expect(
      readLines("org.example.CartTest > adds PASSED", "org.example.CartTest > slow SKIPPED"),
    ).toMatchObject({
      total: 2,
      passed: 1,
      skipped: 1,
    });
  });
});

describe("Ant", () => {
  test("names the class where the formatter names no test", () => {
    const tests = readLines(
      "    [junit] Running org.example.CartTest",
      "    [junit] Tests run: 0, Failures: 0, Errors: 1, Time elapsed: 0 sec",
      "    [junit] Test org.example.CartTest FAILED (crashed)",
    );
    expect(tests?.failedTests).toEqual([{ name: "org.example.CartTest", line: 3 }]);
  });
});

describe("sbt", () => {
  test("names the class where the framework printed no title", () => {
    const tests = readLines(
      "[error] Failed: Total 3, Failed 1, Errors 0, Passed 2",
      "[error] Failed tests:",
      "[error] \torg.example.CartSuite",
    );
    expect(tests).toMatchObject({
      total: 3,
      failed: 1,
      failedTests: [{ name: "org.example.CartSuite", line: 3 }],
    });
  });
});
