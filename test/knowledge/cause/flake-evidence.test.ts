import { describe, expect, test } from "vitest";
import { readHistory } from "../../../knowledge/cause/flake-evidence.ts";
import type { Context, PastOutcome } from "../../../knowledge/cause/symptoms.ts";
import { past } from "./past.ts";
import { symptoms } from "./symptoms.ts";

const failing = symptoms({
  tests: { total: 1, failed: 1, failedNames: ["CartTest.totals"] },
  fingerprints: new Map([["CartTest.totals", "1:aa"]]),
});
const read = (rows: Partial<PastOutcome>[], context: Context = {}) =>
  readHistory(failing, { commit: "here", history: past(rows), ...context }).kind;

describe("flaky", () => {
  test("nothing without a history, and nothing from passes of other commits", () => {
    expect(readHistory(failing, { commit: "here" }).kind).toBe("silent");
    expect(read([])).toBe("silent");
    expect(read([{ commit: "other" }])).toBe("silent");
    expect(read([{ commit: null }], { commit: "here" })).toBe("silent");
  });

  test("both ways at this commit: a pass, or a pass on a retry", () => {
    expect(read([{ commit: "here" }])).toBe("flaky");
    expect(read([{ commit: "here", flaky: true }])).toBe("flaky");
    expect(read([{ commit: "here", outcome: "skipped" }])).toBe("silent");
  });

  test("a run of another job, or one that this command recorded, is no past of this one", () => {
    expect(read([{ commit: "here", job: "windows" }])).toBe("silent");
    expect(read([{ commit: "here", job: "windows" }], { job: "linux" })).toBe("silent");
    expect(read([{ commit: "here" }], { job: "linux" })).toBe("silent");
    expect(read([{ commit: "here", job: "linux" }], { job: "linux" })).toBe("flaky");
    expect(read([{ commit: "here", run: "now" }], { runsToIgnore: new Set(["now"]) })).toBe("silent");
  });

  const flake = (fingerprint: string | null): Partial<PastOutcome>[] => [
    { commit: "b" },
    { commit: "a" },
    { commit: "a", outcome: "failed", fingerprint },
  ];

  test("both ways at an old commit counts for the same failure only", () => {
    expect(read(flake("1:aa"))).toBe("flaky");
    expect(read(flake("1:bb"))).toBe("silent");
    expect(read(flake(null))).toBe("silent");
    const untold = { ...failing, fingerprints: new Map<string, string | null>() };
    expect(readHistory(untold, { history: past(flake("1:aa")) }).kind).toBe("silent");
    untold.fingerprints.set("CartTest.totals", null);
    expect(readHistory(untold, { history: past(flake(null)) }).kind).toBe("silent");
  });

  test("an old pass on a retry counts for the same failure only", () => {
    expect(read([{ commit: "a", flaky: true, fingerprint: "1:aa" }])).toBe("flaky");
    expect(read([{ commit: "a", flaky: true, fingerprint: "1:bb" }])).toBe("silent");
    expect(read([{ commit: "a", flaky: true }])).toBe("silent");
  });

  test("failures and passes of commits that nobody named are not of one commit", () => {
    expect(read([{}, { outcome: "failed", fingerprint: "1:aa" }])).toBe("silent");
  });

  test("a history that speaks for one failed test of two decides nothing", () => {
    const two = symptoms({
      tests: { total: 2, failed: 2, failedNames: ["CartTest.totals", "CartTest.adds"] },
    });
    const reading = readHistory(two, { commit: "here", history: past([{ commit: "here" }]) });
    expect(reading.kind).toBe("silent");
  });
});

describe("the default branch", () => {
  const broken = (branch: string, fingerprint: string | null = "1:aa"): Partial<PastOutcome>[] => [
    { commit: "m2", branch, outcome: "failed", fingerprint },
    { commit: "here", branch: "topic" },
  ];

  test.each(["main", "master", "trunk", "develop"])("%s is taken for it where nobody names one", (branch) => {
    expect(read(broken(branch))).toBe("pre-existing");
  });

  test("a name that was given counts alone", () => {
    expect(read(broken("release"), { defaultBranch: "release" })).toBe("pre-existing");
    expect(read(broken("main"), { defaultBranch: "release" })).toBe("flaky");
    expect(read(broken("topic-2"))).toBe("flaky");
  });

  test("failing there with another message is neither the same failure nor a flake", () => {
    expect(read(broken("main", "1:bb"))).toBe("silent");
    expect(read(broken("main", null))).toBe("pre-existing");
  });

  test("its newest result counts; a skipped one and another job's are none", () => {
    expect(read([{ commit: "m3", branch: "main" }, ...broken("main")])).toBe("flaky");
    expect(read([{ commit: "m3", branch: "main", outcome: "skipped" }, ...broken("main")])).toBe(
      "pre-existing",
    );
    expect(read([{ commit: "m3", branch: "main", job: "windows" }, ...broken("main")])).toBe("pre-existing");
  });
});
