import { describe, expect, test } from "vitest";
import type { Message } from "#knowledge";
import { formatMessage } from "../../../cli/format/learning.ts";
import { createStyle } from "../../../cli/terminal/style.ts";

const plain = (message: Message) => formatMessage(message, createStyle(false));
const RUN = "7f3c9c21".repeat(4);
const tests = { total: 212, passed: 207, failed: 2, errored: 1, skipped: 2, flaky: 4 };

describe("what learning tells", () => {
  test("the verdict, with what is not there left out", () => {
    expect(plain({ kind: "verdict", run: RUN, verdict: "fail", tests, known: false })).toBe(
      "assay: fail · 212 tests, 207 passed, 3 failed, 2 skipped, 4 flaky · run 7f3c9c21\n",
    );
    const one = { total: 1, passed: 1, failed: 0, errored: 0, skipped: 0, flaky: 0 };
    expect(plain({ kind: "verdict", run: "8123-1", verdict: "pass", tests: one, known: true })).toBe(
      "assay: pass · 1 test, 1 passed, 0 failed · run 8123-1, recorded before\n",
    );
    const none = { ...one, total: 0, passed: 0 };
    expect(plain({ kind: "verdict", run: null, verdict: "undetermined", tests: none, known: false })).toBe(
      "assay: undetermined · no tests · not recorded\n",
    );
  });

  test("why tests failed, the first of them", () => {
    const failures = [
      { test: "cart.adds", cause: "app_bug", quote: "expected 1 to be 2\u001b[2J" },
      { test: null, cause: "config", quote: null },
    ];
    expect(plain({ kind: "analysed", run: RUN, failures, total: 9 }).split("\n")).toEqual([
      "cause: a bug in the code under test · cart.adds: expected 1 to be 2",
      "cause: the configuration",
      "cause: 7 more; `assay runs show 7f3c9c21` tells of each",
      "",
    ]);
  });

  test("the lines of a curation, word for word", () => {
    const curated = {
      kind: "curated",
      run: RUN,
      added: 2,
      confirmed: 1,
      superseded: 0,
      deprecated: 0,
      proposed: 0,
    } as const;
    expect(plain({ ...curated, mode: "local" })).toBe(
      "curation: 3 learned change(s) applied, 0 kept proposed (local runs apply learned knowledge to the knowledge root)\n" +
        "curation: added 2, confirmed 1, superseded 0, deprecated 0, proposed 0\n",
    );
    expect(plain({ ...curated, mode: "ci", superseded: 1, deprecated: 1, proposed: 4 })).toBe(
      "curation: recorded 5 learned change(s), 4 kept proposed (ci runs never promote learned knowledge)\n" +
        "curation: added 2, confirmed 1, superseded 1, deprecated 1, proposed 4\n",
    );
  });

  test("what waits says why and what goes on with it", () => {
    const queued = { kind: "queued", run: RUN, job: "curation" } as const;
    expect(plain({ ...queued, why: "budget", detail: null })).toBe(
      "curation: run 7f3c9c21 waits: the time for learning is used up; `assay learn` goes on with it\n",
    );
    expect(plain({ ...queued, why: "failed", detail: "the disk is full" })).toBe(
      "curation: run 7f3c9c21 waits: it failed (the disk is full); `assay learn` goes on with it\n",
    );
  });

  test("hostile text cannot act on the terminal", () => {
    const hostile = "a\u001b[2Jb\u202ec\nd";
    const messages: readonly Message[] = [
      { kind: "note", text: hostile },
      { kind: "held", record: hostile, reason: hostile },
      { kind: "promoted", record: hostile, path: hostile },
      { kind: "queued", run: hostile, job: "analysis", why: "failed", detail: hostile },
      { kind: "verdict", run: hostile, verdict: "pass", tests, known: false },
    ];
    for (const message of messages) {
      const line = plain(message);
      expect(line).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u202e]*\n$/);
      expect(line).toContain("abc d");
    }
  });
});

test("which checks run while CI is waited for, the first of them, and for how long", () => {
  const ci = { kind: "ci", running: ["test\u001b[2J"], failed: [], total: 3, waitedSeconds: 0 } as const;
  expect(plain(ci)).toBe("ci: 1 of 3 checks run: test\n");
  const many = Array.from({ length: 7 }, (_, at) => `c${at}`);
  expect(plain({ ...ci, running: many, failed: ["lint"], total: 9, waitedSeconds: 75 })).toBe(
    "ci: 7 of 9 checks run: c0, c1, c2, c3, c4 and 2 more; 1 failed: lint (after 1 min 15 s)\n",
  );
  expect(plain({ ...ci, running: [], total: 0, waitedSeconds: 30 })).toBe(
    "ci: nothing has reported yet (after 30 s)\n",
  );
  expect(plain({ ...ci, running: [] })).toBe("ci: no check runs now\n");
});
