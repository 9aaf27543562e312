import fc from "fast-check";
import { expect, test } from "vitest";
import { compareChecks, failureSet, failureSetFingerprint } from "../../../knowledge/ci/same-checks.ts";

const set = (...keys: readonly string[]) =>
  failureSet(
    "Octo/App",
    "main",
    keys.map((key) => ({ key })),
  );

test("the legs of one matrix are one check, also where workflows call each other", () => {
  expect(set("github-actions/test (ubuntu, 20)", "github-actions/test (windows (arm), 22)").checks).toEqual([
    "github-actions/test (*)",
  ]);
  expect(set("github-actions/build (arm) / test (20)").checks).toEqual([
    "github-actions/build (*) / test (*)",
  ]);
  expect(set("app/f(x)", "app/a) b)", "status/(all)").checks).toEqual([
    "app/a) b)",
    "app/f (*)",
    "status/(all)",
  ]);
});

test("the workflow is no part of a check in a set: who else reports makes no other failure of it", () => {
  const docs = "github-actions@.github%2Fworkflows%2Fdocs.yml:push/build (arm)";
  expect(set(docs, "github-actions@4711/build (x86)").checks).toEqual(
    set("github-actions/build (arm)").checks,
  );
});

test("a set is told from another as same, superset, subset or different", () => {
  expect(compareChecks(set("a/x", "a/y"), set("a/y", "a/x"))).toBe("same");
  expect(compareChecks(set("a/x", "a/y"), set("a/x"))).toBe("superset");
  expect(compareChecks(set("a/x"), set("a/x", "a/y"))).toBe("subset");
  expect(compareChecks(set("a/x", "a/z"), set("a/x", "a/y"))).toBe("different");
  expect(compareChecks(set("a/x"), { ...set("a/x"), branch: "other" })).toBe("different");
});

test("fingerprints are equal exactly for the same checks of the same branch", () => {
  const keys = fc.array(fc.constantFrom("a/x", "a/y", "a/z (1)", "a/z (2)", "b/x"), { maxLength: 5 });
  fc.assert(
    fc.property(keys, keys, (one, other) => {
      const [a, b] = [set(...one), set(...other)];
      const same = compareChecks(a, b) === "same";
      expect(failureSetFingerprint(a) === failureSetFingerprint(b)).toBe(same);
      expect(failureSetFingerprint(set(...one.toReversed(), ...one))).toBe(failureSetFingerprint(a));
    }),
  );
  expect(failureSetFingerprint({ ...set("a/x"), branch: "next" })).not.toBe(
    failureSetFingerprint(set("a/x")),
  );
  expect(failureSetFingerprint(set("a/x"))).toMatch(/^sha256:[0-9a-f]{64}$/);
});
