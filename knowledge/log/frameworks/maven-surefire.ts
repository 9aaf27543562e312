import { withoutLevel } from "../tests/build-prefix.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { qualifiedTestName } from "../tests/qualified-test-name.ts";
import { addCounts, completeCounts, NO_TESTS, type TestCounts } from "../tests/test-counts.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * JUnit and TestNG under Maven's Surefire and Failsafe, from 2.4 to 3.5. A module's totals (`Tests run:`
 * without a time) are added up; where a fork died before them, the lines of its classes are.
 */
export const mavenSurefire = {
  framework: "maven-surefire",
  cues: ["tests run:", "<<< ", "failed tests:", "tests in error:", "failures:", "errors:", "flakes:"],
  embeds: ["testng", "junit-text", "cucumber"],
  open: openSurefire,
} as const satisfies TestFramework;

const COUNTS =
  /^Tests run: {0,3}(\d+), {0,3}Failures: {0,3}(\d+), {0,3}Errors: {0,3}(\d+)(?:, {0,3}Skipped: {0,3}(\d+))?(?:, {0,3}Flakes: {0,3}(\d+))?(.*)$/;
const BLOCK = /^(?:(Failed tests|Tests in error|Flaked tests):(.*)|(Failures|Errors|Flakes):\s*)$/;
const BLOCK_LINES = 100;
/** Lines without totals after which a list is taken for something else that looked like one. */
const LONGEST_BLOCK = 2_000;

type Block = "failed" | "flaky" | null;

function openSurefire(): FrameworkReader {
  const sessions = openSessions(["inline", "summary"]);
  const message = openNextLineMessage();
  let classes: TestCounts = NO_TESTS;
  let block: Block = null;
  let blockLine = 0;
  let owner = "";
  let runsOf: string | null = null;
  const classOf = new Map<string, string>();

  const readCounts = (match: RegExpExecArray): void => {
    const [total, failed, errored, skipped, flaky] = match.slice(1, 6).map((digits) => Number(digits ?? 0));
    const counts = completeCounts({
      total: total!,
      failed: failed!,
      errored: errored!,
      skipped: skipped!,
      flaky: flaky!,
    });
    const rest = match[6]!;
    if (rest.includes("Time elapsed")) {
      classes = addCounts(classes, counts);
      owner = / in ([\w$.]+)\s*$/.exec(rest)?.[1] ?? "";
      if (owner !== "" && rest.includes("<<<")) classOf.set(owner.slice(owner.lastIndexOf(".") + 1), owner);
    } else if (rest.trim() === "") {
      block = null;
      classes = NO_TESTS;
      sessions.close(counts);
    }
  };

  const readSummaryLine = (text: string, at: number): void => {
    const body = text.trim();
    if (body === "" || block !== "failed") return;
    const run = /^Run \d+: (.*)$/.exec(body)?.[1];
    if (run !== undefined) {
      if (runsOf !== null) sessions.tell("summary", runsOf, at, run);
      runsOf = null;
      return;
    }
    const told = summaryEntry(body, classOf);
    if (told === null) {
      runsOf = /^[\w$.]+\.[\w$]+(?:\([^)]*\))?(?:\[.*\])?$/.test(body) ? qualifiedTestName(body) : runsOf;
    } else if (/^ {2}\S/.test(text)) {
      sessions.tell("summary", told.name, at, told.message);
    }
  };

  return {
    line(raw, at) {
      const text = withoutLevel(raw);
      const counts = COUNTS.exec(text);
      if (counts !== null) {
        readCounts(counts);
        return 0;
      }
      const header = BLOCK.exec(text.trim());
      if (header !== null) {
        block = (header[1] ?? header[3])!.startsWith("Flak") ? "flaky" : "failed";
        blockLine = at;
        runsOf = null;
        const first = (header[2] ?? "").trim();
        if (first !== "") readSummaryLine(`  ${first}`, at);
        return BLOCK_LINES;
      }
      if (block !== null && at - blockLine < LONGEST_BLOCK) {
        readSummaryLine(text, at);
        return BLOCK_LINES;
      }
      const name = inlineName(text, owner);
      return name === null ? message.offer(text) : message.await(sessions.tell("inline", name, at));
    },
    end: () => sessions.result(classes),
  };
}

/**
 * The test of `com.x.YTest.method -- Time elapsed: 0.1 s <<< FAILURE!` in all its forms. `owner` is the
 * class that was reported last; under JUnit 5, Surefire 2.22 leaves it out.
 */
function inlineName(text: string, owner: string): string | null {
  const mark = text.lastIndexOf("<<< ");
  if (mark <= 0 || !/^<<< (?:FAILURE|ERROR)!\s*$/.test(text.slice(mark))) return null;
  const time = text.lastIndexOf("Time elapsed", mark);
  const printed = text
    .slice(0, time < 0 ? mark : time)
    .trim()
    .replace(/ --$/, "");
  if (printed === "") return null;
  const name = qualifiedTestName(printed);
  return owner === "" || /^[\w$]+\./.test(name) ? name : `${owner}.${name}`;
}

/** An entry of the lists under `Results:`, e.g. `YTest>Base.method:42->check:12 expected …`. */
function summaryEntry(
  body: string,
  classOf: ReadonlyMap<string, string>,
): { name: string; message: string } | null {
  const old = /^([^():]{1,300}\([\w$.[\]-]{1,300}\)):? ?(.*)$/.exec(body);
  if (old !== null && qualifiedTestName(old[1]!) !== old[1]) {
    return { name: qualifiedTestName(old[1]!), message: old[2]! };
  }
  const entry = /^([\w$]{1,200})(?:>[\w$]{1,200})?\.(\S.*)$/.exec(body);
  if (entry === null) return null;
  const rest = entry[2]!;
  const place = rest.search(/:\d|:?->| » /);
  const space = rest.indexOf(" ");
  const end = place >= 0 ? place : space;
  if (end <= 0) return null;
  const owner = classOf.get(entry[1]!) ?? entry[1]!;
  return {
    name: `${owner}.${rest.slice(0, end)}`,
    message: rest.slice(end).replace(/^\S*:\d+ ?/, ""),
  };
}
