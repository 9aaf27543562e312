import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileExplanation } from "#knowledge";
import { CAUSES } from "../../knowledge/cause/cause.ts";
import { assay, shell } from "../support/run-assay.ts";
import { zip } from "../support/zip.ts";

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-explain-"));
  await shell("git init --quiet --initial-branch=main", { cwd: folder });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file into the folder and returns its name. */
function file(name: string, data: string | Uint8Array): string {
  writeFileSync(join(folder, name), data);
  return name;
}

async function explained(...args: string[]): Promise<FileExplanation[]> {
  const done = await assay(["explain", "--json", ...args], { cwd: folder });
  expect(done).toMatchObject({ status: 0, stderr: "" });
  const document = JSON.parse(done.stdout);
  expect(document).toMatchObject({ schemaVersion: 1, kind: "explanation" });
  return document.files;
}

const stamp = (second: number) => `2026-03-02T10:00:${String(second).padStart(2, "0")}.1234567Z `;
/** A GitHub Actions log whose last step prints these lines and ends with this exit code. */
function github(code: number, ...lines: string[]): string {
  const all = [
    "##[group]Run npm test",
    "\u001b[36;1mnpm test || echo 'error: tests failed'\u001b[0m",
    "##[endgroup]",
    ...lines,
  ];
  if (code > 0) all.push(`##[error]Process completed with exit code ${code}.`);
  all.push("Post job cleanup.", "Error: could not save the cache, ignored");
  return `${all.map((line, at) => stamp(at % 60) + line).join("\n")}\n`;
}

function junit(...cases: string[]): string {
  return `<?xml version="1.0"?>\n<testsuite name="shop">\n${cases.join("\n")}\n</testsuite>\n`;
}
const passed = (name: string) => `<testcase classname="shop.Total" name="${name}" time="0.01"/>`;
const failed = (name: string, message: string) =>
  `<testcase classname="shop.Total" name="${name}" time="0.01">\n<failure type="AssertionError" message="${message}">AssertionError: ${message}\n at shop/total.test.js:3:1</failure>\n</testcase>`;

describe("one answer a file", () => {
  test("K-005 gives every failing file exactly one root cause, with quotes that stand where they are said to", async () => {
    const text = github(
      1,
      "ok so far",
      "src/total.ts(18,3): error TS2322: Type 'string' is not assignable to type 'number'.",
    );
    const [log, report] = await explained(
      file("build.log", text),
      file("report.xml", junit(passed("a"), failed("b", "expected 1299 but was 999"))),
    );
    expect(log?.result).toMatchObject({ cause: "app_bug", infrastructure: false });
    expect(report?.result.cause).toBe("app_bug");
    const lines = text.split("\n");
    for (const { line, quote } of log?.result.evidence ?? []) expect(lines[line - 1]).toContain(quote);
    expect(log?.result.evidence[0]?.line).toBe(5);
    expect(log?.errors[0]?.line).toBe(5);
  });

  test("K-006 names only causes of the closed set", async () => {
    const texts = {
      app_bug: github(1, "AssertionError: expected 999 to equal 1299", "    at total.test.js:3:1"),
      environment: github(
        1,
        "cc1plus: fatal error: /tmp/a.s: No space left on device",
        "total.cpp:3:1: error: expected ';' before '}' token",
      ),
      timeout: `${stamp(1)}step\n${stamp(2)}##[error]The job running on runner Hosted has exceeded the maximum execution time of 360 minutes.\n`,
      config: github(1, 'npm error Missing script: "tset"'),
      model_error: github(
        1,
        "openai.RateLimitError: Error code: 429 - {'error': {'message': 'Rate limit reached for gpt-4o'}}",
      ),
      unknown: github(3, "bye"),
    };
    const names = Object.entries(texts).map(([cause, text]) => file(`${cause}.log`, text));
    const files = await explained(...names);
    expect(files.map(({ result }) => result.cause)).toEqual(Object.keys(texts));
    for (const { result } of files) expect(CAUSES).toContain(result.cause);
  });

  test("K-007 decides by rules and asks nobody: no connection is opened", async () => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const done = await assay(
      ["explain", "--json", file("known.log", github(1, "Error: Cannot find module './totals'"))],
      {
        cwd: folder,
        env: { OPENAI_BASE_URL: base, ANTHROPIC_BASE_URL: base, HTTPS_PROXY: base, HTTP_PROXY: base },
      },
    );
    server.close();
    expect(JSON.parse(done.stdout).files[0].result.decidedBy).toBe("rule");
    expect(calls).toBe(0);
  });
});

describe("what the order of the questions settles", () => {
  test("a full disk beats the compile errors that it caused", async () => {
    const [log] = await explained(
      file(
        "disk.log",
        github(1, "a.c:1:1: error: a.h truncated", "cc1: a.o: No space left on device", "a.c:2:1: error: x"),
      ),
    );
    expect(log?.result).toMatchObject({ cause: "environment", infrastructure: true });
    expect(log?.result.evidence[0]?.quote).toContain("No space left on device");
  });

  test("a download that was retried and came through does not beat the assertion", async () => {
    const [log] = await explained(
      file(
        "retried.log",
        github(
          1,
          "npm warn network ECONNRESET, retrying in 2 s",
          "added 212 packages",
          "AssertionError: expected 999 to equal 1299",
          "    at total.test.js:3:1",
        ),
      ),
    );
    expect(log?.result.cause).toBe("app_bug");
  });

  test("the job's conclusion decides where the log says nothing", async () => {
    const silent = file("silent.log", `${stamp(1)}building\n${stamp(2)}still building\n`);
    const [log] = await explained(silent, "--conclusion", "timed_out");
    expect(log?.result.cause).toBe("timeout");
  });

  test("an empty log is its own answer, and a passing one is no failure", async () => {
    const [empty, green] = await explained(
      file("empty.log", ""),
      file("green.log", github(0, "Tests  3 passed (3)")),
    );
    expect(empty?.result).toMatchObject({ cause: "unknown", rule: "no-log" });
    expect(green?.result).toMatchObject({ cause: "unknown", rule: "not-a-failure" });
  });

  test("what the base branch shows too is said to be there already", async () => {
    const red = file("change.log", github(1, "src/a.ts(1,1): error TS2304: Cannot find name 'foo'."));
    const base = file("base.log", github(1, "src/a.ts(1,1): error TS2304: Cannot find name 'foo'."));
    const other = file(
      "other.log",
      github(1, "src/b.ts(9,1): error TS2322: Type 'string' is not assignable to type 'number'."),
    );
    const [same] = await explained(red, "--base", base);
    const [different] = await explained(red, "--base", other);
    expect(same?.result.preExisting).toBe(true);
    expect(different?.result.preExisting).toBe(false);
  });
});

describe("history", () => {
  const red = () => file("red.xml", junit(passed("a"), failed("b", "expected 1 but was 2")));
  const green = () => file("ok.xml", junit(passed("a"), passed("b")));
  const fresh = async () => {
    rmSync(join(folder, ".git/assay"), { recursive: true, force: true });
  };

  test("a test is never called flaky without a history", async () => {
    await fresh();
    const [report] = await explained(red());
    expect(report?.result.cause).not.toBe("flaky");
  });

  test("a test that passed and failed at one commit is flaky", async () => {
    await fresh();
    const at = ["--record", "--commit", "abc123", "--branch", "topic", "--job", "unit"];
    await explained(green(), ...at);
    const [report] = await explained(red(), ...at);
    expect(report?.result).toMatchObject({ cause: "flaky", rule: "flake/history" });
  });

  test("a test that fails on the default branch is there already, never flaky", async () => {
    await fresh();
    await explained(green(), "--record", "--commit", "c1", "--branch", "main");
    await explained(red(), "--record", "--commit", "c2", "--branch", "main");
    const [report] = await explained(
      red(),
      "--commit",
      "c3",
      "--branch",
      "topic",
      "--default-branch",
      "main",
    );
    expect(report?.result).toMatchObject({ preExisting: true });
    expect(report?.result.cause).not.toBe("flaky");
  });

  test("L-002 the same report recorded twice is one run", async () => {
    await fresh();
    const [first] = await explained(green(), "--record", "--commit", "c1");
    const [second] = await explained(green(), "--record", "--commit", "c1");
    expect(first?.notes.map(({ message }) => message)).toContain("recorded at c1");
    expect(second?.notes.map(({ message }) => message)).toContain("recorded before, at c1");
  });

  test("a damaged history is named and costs only what was known", async () => {
    await fresh();
    await explained(green(), "--record", "--commit", "c1");
    writeFileSync(join(folder, ".git/assay/history.db"), "no database".repeat(1000));
    const [report] = await explained(red());
    expect(report?.result.cause).toBe("app_bug");
    expect(report?.notes.some(({ message }) => message.includes("history.db"))).toBe(true);
    await fresh();
  });
});

describe("reports", () => {
  test("L-021 zero tests are never green", async () => {
    const files = await explained(
      file("none.xml", '<testsuites tests="0"></testsuites>'),
      file(
        "none.json",
        '{"numTotalTests":0,"numPassedTests":0,"numFailedTests":0,"success":true,"testResults":[]}',
      ),
      file("none.tap", "TAP version 14\n1..0\n"),
    );
    for (const { result, tests } of files) {
      expect(result.rule).not.toBe("not-a-failure");
      expect(tests?.total ?? 0).toBe(0);
    }
  });

  test("L-017 a test that passed on a later attempt is counted flaky, and the sums add up", async () => {
    const text = `<testsuite name="s"><testcase classname="A" name="x"><flakyFailure message="once"/></testcase>${passed("y")}</testsuite>`;
    const [report] = await explained(file("flaky.xml", text));
    expect(report?.tests).toMatchObject({ total: 2, passed: 2, failed: 0, errored: 0, skipped: 0, flaky: 1 });
    expect(report?.result.cause).toBe("flaky");
  });

  test("a truncated report is repaired and says where it ends; what is no report is passed over", async () => {
    const whole = junit(passed("a"), failed("b", "boom"), passed("c"));
    const [cut, coverage] = await explained(
      file("cut.xml", whole.slice(0, whole.indexOf('name="c"'))),
      file("coverage.xml", '<?xml version="1.0"?><coverage line-rate="0.9"><packages/></coverage>'),
    );
    expect(cut?.notes.find(({ kind }) => kind === "repaired")?.message).toMatch(/line \d+/);
    expect(cut?.tests).toMatchObject({ total: 2, failed: 1 });
    expect(coverage?.notes.map(({ kind }) => kind)).toContain("not-a-report");
    expect(coverage?.tests).toBeNull();
  });

  test("external entities are not resolved", async () => {
    const secret = join(folder, "secret.txt");
    writeFileSync(secret, "TOP-SECRET");
    const text = `<?xml version="1.0"?>\n<!DOCTYPE t [<!ENTITY x SYSTEM "file://${secret}">]>\n<testsuite name="s"><testcase classname="A" name="b"><failure message="&x;">&x;</failure></testcase></testsuite>`;
    const done = await assay(["explain", "--json", file("xxe.xml", text)], { cwd: folder });
    expect(done.status).toBe(0);
    expect(done.stdout).not.toContain("TOP-SECRET");
  });
});

describe("where files come from", () => {
  const text = github(1, "src/a.ts(1,1): error TS2304: Cannot find name 'foo'.");

  test("standard input, gzip, zip and UTF-16 give the same answer as the plain file", async () => {
    const piped = await assay(["explain", "--json", "-"], { cwd: folder, input: text });
    const [plain, gz, zipped, wide] = await explained(
      file("plain.log", text),
      file("packed.log.gz", gzipSync(text)),
      file("logs.zip", zip([{ name: "0_build.txt", data: text }])),
      file("wide.log", Buffer.from(`\ufeff${text}`, "utf16le")),
    );
    const same = { result: plain?.result, errors: plain?.errors, fingerprint: plain?.fingerprint };
    expect(JSON.parse(piped.stdout).files[0]).toMatchObject({ ...same, file: "-" });
    expect(gz).toMatchObject(same);
    expect(zipped).toMatchObject({ ...same, file: "logs.zip/0_build.txt" });
    expect(wide).toMatchObject(same);
  });

  test("a hostile archive is refused by name and hides no other file", async () => {
    const bad = file("bad.zip", zip([{ name: "../escape.txt", data: "x" }]));
    const done = await assay(["explain", "--json", bad, file("good.log", text)], { cwd: folder });
    const document = JSON.parse(done.stdout);
    expect(done.status).toBe(2);
    expect(document.files).toHaveLength(1);
    expect(document.unread).toMatchObject([{ file: "bad.zip", code: "archive_refused" }]);
  });

  test("a missing file is named, with the way out", async () => {
    const done = await assay(["explain", "nowhere.log"], { cwd: folder });
    expect(done).toMatchObject({ status: 2, stdout: "" });
    expect(done.stderr).toContain("nowhere.log: no such file");
  });
});

describe("with a passing log of the same job", () => {
  test("what both logs hold is not the error; what only the failing one holds is", async () => {
    const noise = ["java.lang.RuntimeException: logged on purpose", "    at A.b(A.java:7)", "formatting"];
    const red = file(
      "format.log",
      github(3, ...noise, "--- a/x.tf", "+++ b/x.tf", "@@ -1 +1 @@", "-  a = 1", "+  a  = 1"),
    );
    const ok = file("format-ok.log", github(0, ...noise));
    const [log] = await explained(red, "--passing", ok);
    expect(log?.result.evidence[0]?.line).toBe(7);
    expect(log?.errors[0]?.line).toBe(7);
    expect(log?.notes).toEqual([]);
  });

  test("the fingerprint is the same for two runs of a failure and names its algorithm", async () => {
    const one = github(1, "java.net.ConnectException: Connection refused: /10.0.0.3:5432 after 1204 ms");
    const two = github(
      1,
      "warming up",
      "java.net.ConnectException: Connection refused: /10.0.0.9:5432 after 88 ms",
    );
    const [first, second] = await explained(file("one.log", one), file("two.log", two));
    expect(first?.fingerprint).toMatch(/^\d+:[0-9a-f]{32}$/);
    expect(second?.fingerprint).toBe(first?.fingerprint);
  });
});

describe("what is asked wrongly or in vain is said", () => {
  test("standard input is read once", async () => {
    for (const args of [
      ["-", "-"],
      ["-", "--passing", "-"],
    ]) {
      const done = await assay(["explain", ...args], { cwd: folder, input: "x" });
      expect(done.status).toBe(2);
      expect(done.stderr).toContain("only once");
    }
  });

  test("a conclusion that no CI gives is refused, and its spelling does not matter", async () => {
    const quiet = file("quiet.log", `${stamp(1)}building\n`);
    const wrong = await assay(["explain", quiet, "--conclusion", "bogus"], { cwd: folder });
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("timed_out");
    const [log] = await explained(quiet, "--conclusion", "TIMED_OUT");
    expect(log?.result.cause).toBe("timeout");
  });

  test("a folder is a mistake in the call, with the way out", async () => {
    const done = await assay(["explain", "."], { cwd: folder });
    expect(done.status).toBe(2);
    expect(done.stderr).toContain("is a folder");
  });

  test("an archive without files is named", async () => {
    const done = await assay(["explain", file("nothing.zip", zip([]))], { cwd: folder });
    expect(done.status).toBe(2);
    expect(done.stderr).toContain("holds no file");
  });

  test("a passing file that is no log, or that shows the same errors, is said", async () => {
    const red = file("same.log", github(1, "src/a.ts(1,1): error TS2304: Cannot find name 'foo'."));
    const report = file("some.xml", junit(passed("a")));
    const notes = async (...args: string[]) =>
      (await explained(...args))[0]?.notes.map(({ message }) => message).join("\n");
    expect(await notes(red, "--passing", report)).toContain("is no log");
    expect(await notes(red, "--passing", file("void.log", ""))).toContain("is empty");
    expect(await notes(red, "--passing", red)).toContain("shows the same errors");
    expect(await notes(report, "--passing", red)).toContain("nothing was compared");
  });

  test("a history that cannot be kept costs no answer", async () => {
    const outside = mkdtempSync(join(tmpdir(), "assay-outside-"));
    writeFileSync(join(outside, "red.xml"), junit(failed("b", "boom")));
    const done = await assay(["explain", "--json", "--record", "red.xml"], { cwd: outside });
    rmSync(outside, { recursive: true, force: true });
    expect(done.status).toBe(0);
    const [report] = JSON.parse(done.stdout).files;
    expect(report.result.cause).toBe("app_bug");
    expect(report.notes[0].message).toContain("not in a git repository");
  });

  test("two jobs of one commit are no flake", async () => {
    rmSync(join(folder, ".git/assay"), { recursive: true, force: true });
    const linux = file("linux.xml", junit(passed("a"), passed("b")));
    const windows = file("windows.xml", junit(passed("a"), failed("b", "path separator")));
    const files = await explained(linux, windows, "--record", "--commit", "c9");
    expect(files[1]?.result.cause).not.toBe("flaky");
    const [again] = await explained(windows, "--commit", "c9");
    expect(again?.result.cause).not.toBe("flaky");
  });
});
