import { describe, expect, test } from "vitest";
import { failedNames, readLines } from "./read-frameworks.ts";

describe("pytest", () => {
  test("reads xdist's verbose lines where the short summary is off", () => {
    expect(
      failedNames(
        "=== test session starts ===",
        "[gw1] [ 50%] FAILED tests/test_a.py::TestA::test_x ",
        "[gw0] [100%] PASSED tests/test_a.py::TestA::test_y ",
        "=== 1 failed, 1 passed in 0.10s ===",
      ),
    ).toEqual(["tests/test_a.py::TestA::test_x"]);
  });

  test("a rerun that passed is flaky, one that failed is not", () => {
    expect(
      readLines(
        "=== test session starts ===",
        "tests/test_a.py::test_x RERUN                      [ 50%]",
        "tests/test_a.py::test_x PASSED                     [ 50%]",
        "tests/test_a.py::test_y RERUN                      [100%]",
        "tests/test_a.py::test_y FAILED                     [100%]",
        "=== short test summary info ===",
        "FAILED tests/test_a.py::test_y - assert 0",
        "=== 1 failed, 1 passed, 2 rerun in 0.10s ===",
      ),
    ).toMatchObject({ total: 2, passed: 1, failed: 1, flaky: 1 });
  });

  test("names a file that cannot be collected by its path, also without a summary", () => {
    expect(
      failedNames(
        "=== test session starts ===",
        "==================================== ERRORS ====================================",
        "________________ ERROR collecting tests/unit/test_cart.py ________________",
        "E   ModuleNotFoundError: No module named 'cart'",
        "=============================== 1 error in 0.10s ===============================",
      ),
    ).toEqual(["tests/unit/test_cart.py"]);
  });

  test("believes the counts, not headers of captured output of passed tests", () => {
    expect(
      readLines(
        "=================================== FAILURES ===================================",
        "_____________________________ test_shown _____________________________",
        "============================== 3 passed in 0.10s ===============================",
      ),
    ).toMatchObject({ total: 3, failed: 0, failedTests: [] });
  });

  test("keeps brackets, spaces and dashes of parameters", () => {
    expect(
      failedNames(
        "=== short test summary info ===",
        "FAILED tests/test_a.py::test_x[a - b] - assert 0",
        "FAILED tests/test_a.py::test_x[1.5-c d]",
        "2 failed in 0.12s",
      ),
    ).toEqual(["tests/test_a.py::test_x[a - b]", "tests/test_a.py::test_x[1.5-c d]"]);
  });

  test("finds a title that fills its header line", () => {
    const title = `TestSomethingWithAVeryLongName.test_that_something_is_as_it_should_be[${"x".repeat(10)}]`;
    expect(
      failedNames(
        "=== FAILURES ===",
        "___ test_a ___",
        "tests/test_a.py:3: AssertionError",
        ` ${title} `,
        "tests/test_a.py:9: AssertionError",
        "=== 2 failed in 0.10 seconds ===",
      ),
    ).toEqual(["tests/test_a.py::test_a", `tests/test_a.py::${title.replace(".", "::")}`]);
  });

  test("adds up the sessions of tox and takes no prose for a summary", () => {
    expect(
      readLines("=== 3 passed in 0.1s ===", "2 cats, 3 dogs in 4.0s", "=== 2 passed, 1 skipped in 0.1s ==="),
    ).toMatchObject({
      total: 6,
      passed: 5,
      skipped: 1,
    });
  });
});

describe("unittest", () => {
  test("reads nose's counts and dotted names", () => {
    const rule = "=".repeat(70);
    const tests = readLines(
      rule,
      "FAIL: tests.cart_test.test_total(2, 3)",
      "-".repeat(70),
      "Traceback (most recent call last):",
      '  File "tests/cart_test.py", line 4, in test_total',
      "AssertionError",
      "",
      "-".repeat(70),
      "Ran 7 tests in 0.5s",
      "",
      "FAILED (SKIP=1, failures=1)",
    );
    expect(tests).toMatchObject({ total: 7, failed: 1, skipped: 1 });
    expect(tests?.failedTests).toEqual([
      { name: "tests.cart_test.test_total(2, 3)", line: 2, message: "AssertionError" },
    ]);
  });

  test("takes a module that cannot be imported by its name", () => {
    expect(
      failedNames(
        "=".repeat(70),
        "ERROR: tests.test_cart (unittest.loader._FailedTest)",
        "-".repeat(70),
        "ImportError: x",
        "-".repeat(70),
        "Ran 1 test in 0.0s",
        "",
        "FAILED (errors=1)",
      ),
    ).toEqual(["tests.test_cart"]);
  });

  test("an error message that looks like a header is none", () => {
    expect(
      readLines("ERROR: could not install packages", "more", "Ran 2 tests in 0.1s", "", "OK"),
    ).toMatchObject({ failed: 0, errored: 0, total: 2 });
  });

  test("reads trial's ids below the traceback", () => {
    expect(
      failedNames(
        "=".repeat(79),
        "[FAIL]",
        "Traceback (most recent call last):",
        "twisted.trial.unittest.FailTest: 3 != 4",
        "",
        "shop.test.test_cart.CartTests.test_total",
        "-".repeat(79),
        "Ran 3 tests in 0.1s",
        "",
        "FAILED (failures=1, successes=2)",
      ),
    ).toEqual(["shop.test.test_cart.CartTests.test_total"]);
  });

  test("an unexpected success fails the run", () => {
    expect(readLines("Ran 3 tests in 0.1s", "", "FAILED (unexpected successes=1)")).toMatchObject({
      total: 3,
      failed: 1,
    });
  });
});
