import { commitOfExport } from "../commit-of-export.ts";
import { refuse } from "../decisions/decision.ts";
import { WAY_OUT } from "../decisions/way-out.ts";
import type { ExportFormat } from "../export-format.ts";
import type { ExportSource } from "../export-source.ts";
import type { ExportedTest } from "../exported-test.ts";

/**
 * An in-toto statement (v1) with the predicate test-result v0.1, unsigned: its subject is the commit. Passed is what the
 * runs of that very commit prove; what an earlier commit proved is warned. What was let off is in none of the lists, and
 * its configuration says who did it and why. Without a commit, or where nothing is asked for, there is none.
 */
export const inToto = {
  format: "in-toto",
  mediaType: "application/vnd.in-toto+json",
  write(source) {
    const commit = commitOfExport(source, inToto.format);
    if (typeof commit !== "string") return commit;
    const tests = source.tests.filter(({ word }) => word !== "retracted");
    if (tests.length === 0)
      return refuse(
        "precondition_failed",
        `nothing has to be proved for ${source.name}: a statement would say nothing`,
        WAY_OUT.addFirst(source.subject),
      );
    return `${JSON.stringify(statementOf(source, commit, tests), null, 2)}\n`;
  },
} as const satisfies ExportFormat;

type List = "passedTests" | "warnedTests" | "failedTests" | null;

function listOf({ state, isOfCommit }: ExportedTest): List {
  if (state === "skipped") return null;
  if (state !== "passed") return "failedTests";
  return isOfCommit ? "passedTests" : "warnedTests";
}

function statementOf({ title, name }: ExportSource, commit: string, tests: readonly ExportedTest[]) {
  const named = (list: List) => tests.filter((test) => listOf(test) === list).map(nameOf);
  const isFailed = tests.some((test) => listOf(test) === "failedTests" && test.isBlocking);
  const isPassed = tests.every((test) => listOf(test) === "passedTests");
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: title === null ? name : `${name} ${title}`, digest: { gitCommit: commit } }],
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: {
      result: isFailed ? "FAILED" : isPassed ? "PASSED" : "WARNED",
      configuration: tests.map(configurationOf),
      passedTests: named("passedTests"),
      warnedTests: named("warnedTests"),
      failedTests: named("failedTests"),
    },
  };
}

/** Titles may be the same; with the id it is one of them. */
function nameOf({ id, name }: ExportedTest): string {
  return `${id} ${name}`;
}

/** What was asked for, by the digest of its definition. */
function configurationOf(test: ExportedTest) {
  const { id, digest, word, isBlocking, method, planCase, message } = test;
  return {
    name: id,
    digest: { sha256: digest },
    annotations: {
      standing: word,
      blocking: isBlocking,
      ...(method === null ? {} : { method }),
      ...(planCase === null ? {} : { plan: planCase.plan, case: planCase.key }),
      ...(message === null ? {} : { why: message }),
    },
  };
}
