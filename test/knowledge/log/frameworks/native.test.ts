import { describe, expect, test } from "vitest";
import { failedNames, readLines } from "./read-frameworks.ts";

describe("go test", () => {
  test("a test that failed by its subtest alone is left to the subtest", () => {
    expect(
      failedNames(
        "--- FAIL: TestA (0.00s)",
        "    --- FAIL: TestA/x (0.00s)",
        "    --- FAIL: TestA/y (0.00s)",
        "FAIL\texample.org/a\t0.1s",
      ),
    ).toEqual(["example.org/a.TestA/x", "example.org/a.TestA/y"]);
  });

  test("the same test of two packages stays two", () => {
    expect(
      failedNames(
        "--- FAIL: TestA (0.00s)",
        "FAIL\texample.org/a\t0.1s",
        "--- FAIL: TestA (0.00s)",
        "FAIL\texample.org/b\t0.1s",
      ),
    ).toEqual(["example.org/a.TestA", "example.org/b.TestA"]);
  });

  test("a package that does not build failed no test", () => {
    expect(readLines("FAIL\texample.org/a [build failed]", "--- PASS: TestB (0.00s)")).toMatchObject({
      total: 1,
      failed: 0,
    });
  });
});

describe("cargo test", () => {
  test("reads the panic of older compilers", () => {
    const tests = readLines(
      "test a::b ... FAILED",
      "failures:",
      "",
      "---- a::b stdout ----",
      "thread 'a::b' panicked at 'no luck', src/a.rs:4:5",
      "failures:",
      "    a::b",
      "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
    );
    expect(tests?.failedTests).toMatchObject([{ name: "a::b", message: "no luck" }]);
  });
});

describe("CTest", () => {
  test("without its summary, what it told so far is counted", () => {
    expect(readLines("2/4 Test #2: tax ..............................***Failed    0.02 sec")).toMatchObject({
      failed: 1,
      failedTests: [{ name: "tax" }],
    });
  });
});

describe("several frameworks", () => {
  test("are added up, and their failures stand in the order of the log", () => {
    const tests = readLines(
      "--- FAIL: TestA (0.00s)",
      "FAIL\texample.org/a\t0.1s",
      "=== short test summary info ===",
      "FAILED tests/test_a.py::test_x - assert 0",
      "=== 1 failed, 2 passed in 0.10s ===",
    );
    expect(tests).toMatchObject({ frameworks: ["go-test", "pytest"], total: 4, failed: 2 });
    expect(tests?.failedTests.map(({ line }) => line)).toEqual([1, 4]);
  });

  test("are read through the name of the process that printed them", () => {
    expect(
      readLines(
        "[1]   4 passing (2s)",
        "web_1  | === 2 passed in 0.10s ===",
        "@shop/cart: Tests:       3 passed, 3 total",
      ),
    ).toMatchObject({
      frameworks: ["jest", "mocha", "pytest"],
      total: 9,
    });
  });

  test("nothing that runs tests says nothing", () => {
    expect(readLines("make: *** [all] Error 1", "error: failed to push some refs", "passed")).toBeNull();
  });
});
