import { type CountList, readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * pytest, from 2 to 8, with xdist, rerunfailures and subtests. The short summary is believed first, then
 * the verbose lines, then the headers of the tracebacks. An expected failure and an unexpected pass count
 * as passed; a test that passed on a rerun is flaky.
 */
export const pytest = {
  framework: "pytest",
  cues: [
    "test session starts",
    "fail ",
    "failed",
    "= failures =",
    "= errors =",
    "error ",
    " error in ",
    " errors in ",
    "passed in ",
    "passed, ",
    "skipped in ",
    "skipped, ",
    "deselected in ",
    "warning in ",
    "warnings in ",
    "no tests ran",
    "rerun",
    "short test summary",
    "= warnings summary",
  ],
  open: openPytest,
} as const satisfies TestFramework;

const OUTCOMES: readonly string[] = [
  "failed",
  "passed",
  "skipped",
  "error",
  "errors",
  "xfailed",
  "xpassed",
  "deselected",
  "warning",
  "warnings",
  "pytest-warnings",
  "rerun",
  "reruns",
  "subtests passed",
];
/** Lines without a new header after which the section of tracebacks is taken for cut. */
const LONGEST_TRACEBACK = 5_000;
/** Width that pytest assumes where there is no terminal; longer titles fill the line. */
const RULE_WIDTH = 78;

type Section = "failures" | "summary" | "other";

function openPytest(): FrameworkReader {
  const sessions = openSessions(["summary", "verbose", "header"]);
  let section: Section = "other";
  let header: { readonly item: string; readonly line: number; message: string } | null = null;
  let described: Telling | null = null;
  let headerLine = 0;
  let reran = new Set<string>();
  let failing = new Set<string>();

  const closeHeader = (path: string | null): void => {
    if (header === null) return;
    described = sessions.tell("header", headerName(header.item, path), header.line, header.message);
    header = null;
  };

  const closeSession = (counts: CountList): void => {
    closeHeader(null);
    const failed = counts.failed ?? 0;
    const errored = (counts.error ?? 0) + (counts.errors ?? 0);
    const reruns = (counts.rerun ?? 0) + (counts.reruns ?? 0);
    const recovered = [...reran].filter((name) => !failing.has(name)).length;
    sessions.close({
      failed,
      errored,
      passed: (counts.passed ?? 0) + (counts.xfailed ?? 0) + (counts.xpassed ?? 0),
      skipped: counts.skipped ?? 0,
      flaky: reran.size > 0 ? recovered : failed + errored === 0 ? reruns : 0,
    });
    section = "other";
    described = null;
    reran = new Set();
    failing = new Set();
  };

  const readTraceback = (text: string, at: number): number => {
    if (at - headerLine > LONGEST_TRACEBACK) return 0;
    const place = /^([^\s:"']{1,300}\.py):\d+: (.*)$/.exec(text);
    if (header !== null && place !== null && isTestFile(place[1]!)) closeHeader(place[1]!);
    if (!/^E {3}/.test(text)) return 1;
    if (header !== null) header.message ||= text.slice(1).trim();
    else if (described !== null) explainTelling(described, text.slice(1));
    return 1;
  };

  return {
    line(text, at) {
      const counts = finalCounts(text);
      if (counts !== null) {
        closeSession(counts);
        return 0;
      }
      const rule = ruleTitle(text, "=");
      if (rule !== null) {
        closeHeader(null);
        section = /^(?:FAILURES|ERRORS)$/.test(rule)
          ? "failures"
          : rule === "short test summary info"
            ? "summary"
            : "other";
        headerLine = at;
        return section === "failures" ? 1 : 0;
      }
      const verbose = verboseOutcome(text);
      if (verbose !== null) {
        if (verbose.outcome === "RERUN") reran.add(verbose.name);
        else {
          failing.add(verbose.name);
          sessions.tell("verbose", verbose.name, at);
        }
        return 0;
      }
      const listed = section === "summary" ? summaryEntry(text) : null;
      if (listed !== null) {
        failing.add(listed.name);
        sessions.tell("summary", listed.name, at, listed.message);
        return 0;
      }
      if (section !== "failures") return 0;
      const item = ruleTitle(text, "_") ?? overlongTitle(text);
      if (item === null) return readTraceback(text, at);
      closeHeader(null);
      described = null;
      header = { item, line: at, message: "" };
      headerLine = at;
      return 1;
    },
    end() {
      closeHeader(null);
      return sessions.result();
    },
  };
}

/** The title of `==== title ====`; null where the line is no such rule. */
function ruleTitle(text: string, mark: "=" | "_"): string | null {
  const line = text.trimEnd();
  if (line.length < 5 || !line.startsWith(mark) || !line.endsWith(mark)) return null;
  let from = 0;
  while (line[from] === mark) from += 1;
  let to = line.length;
  while (to > from && line[to - 1] === mark) to -= 1;
  if (line[from] !== " " || line[to - 1] !== " ") return null;
  const title = line.slice(from, to).trim();
  return title === "" || title === mark || title.includes(` ${mark} ${mark}`) ? null : title;
}

/** The header of a traceback that left no room for its rule: until pytest 3 a name after a bare space. */
function overlongTitle(text: string): string | null {
  if (text.length < RULE_WIDTH - 2) return null;
  return /^ ([A-Za-z_][\w.]*\.test\w*(?:\[.*\])?) ?_?$/.exec(text)?.[1] ?? null;
}

/** The counts of `=== 1 failed, 2 passed in 0.12s ===`, also without the rule (`-q`). */
function finalCounts(text: string): CountList | null {
  const body = (ruleTitle(text, "=") ?? text).trim();
  const end = / in [\d.]{1,12} ?s(?:econds)?(?: \([\d:, day]{1,30}\))?$/.exec(body);
  if (end === null) return null;
  if (body.startsWith("no tests ran")) return {};
  const counts = readCountList(body.slice(0, end.index));
  return counts !== null && Object.keys(counts).every((word) => OUTCOMES.includes(word)) ? counts : null;
}

/** `path::test FAILED [ 50%]` and the form of xdist, `[gw0] [ 50%] FAILED path::test`. */
function verboseOutcome(text: string): { readonly name: string; readonly outcome: string } | null {
  if (!text.includes("::")) return null;
  const parallel = /^\[gw\d+\] (?:\[ {0,3}\d+%\] )?(FAILED|ERROR|RERUN) (\S.*)$/.exec(text);
  if (parallel !== null) return { name: parallel[2]!.trim(), outcome: parallel[1]! };
  const serial = / (FAILED|ERROR|RERUN)(?: {1,200}\[ {0,3}\d+%\])?\s*$/.exec(text);
  if (serial === null) return null;
  const name = text.slice(0, serial.index).trim();
  return /^[^\s:]+::\S/.test(name) ? { name, outcome: serial[1]! } : null;
}

/** `FAILED path::test - message` of the short summary. */
function summaryEntry(text: string): { readonly name: string; readonly message: string } | null {
  const entry =
    /^(?:\[[^\]]{0,200}\] )?(?:FAIL|FAILED|ERROR|SUBFAIL|SUBFAILED(?:\[[^\]]{0,200}\])?(?:\([^)]{0,200}\))?) (\S.*)$/.exec(
      text,
    );
  if (entry === null) return null;
  const rest = entry[1]!.trim();
  const bracket = rest.indexOf("[");
  const plain = rest.indexOf(" - ");
  const cut = bracket >= 0 && (plain < 0 || bracket < plain) ? afterBracket(rest) : plain;
  const name = cut < 0 ? rest : rest.slice(0, cut);
  if (!/^\S+(?:\.py|\.pyx|\.rst|\.txt|\.md|\.ya?ml)\b|::|^[\w./-]+$/.test(name)) return null;
  return { name, message: cut < 0 ? "" : rest.slice(cut + 3) };
}

function afterBracket(text: string): number {
  const end = text.indexOf("] - ");
  return end < 0 ? -1 : end + 1;
}

/** The name of a traceback's header, `TestX.test_y[a.b]`, with the file where one is known. */
function headerName(item: string, path: string | null): string {
  const collected = /^ERROR collecting (.+)$/.exec(item);
  if (collected !== null) return collected[1]!;
  const test = item.replace(/^ERROR at (?:setup|teardown) of /, "").replace(/^\[doctest\] /, "");
  if (item.startsWith("[doctest] ")) return test;
  const bracket = test.indexOf("[");
  const plain = bracket < 0 ? test : test.slice(0, bracket);
  const name = plain.replaceAll(".", "::") + (bracket < 0 ? "" : test.slice(bracket));
  return path === null ? name : `${path}::${name}`;
}

function isTestFile(path: string): boolean {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return file.startsWith("test") || /_?tests?\.py$/.test(file);
}
