import { readLabelledCounts } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * `dotnet test`, `vstest.console` and the terminal logger of .NET 9 and later; each test assembly's totals
 * are added up.
 */
export const dotnetTest = {
  framework: "dotnet-test",
  cues: ["failed ", "failed!", "passed!", "total tests: ", "test summary: ", "  x ", "error message:"],
  embeds: ["xunit-console", "nunit-console"],
  open: openDotnetTest,
} as const satisfies TestFramework;

const DURATION = / \[(?:< )?[\d.,]+ ?(?:ms|s|m|h)(?: [\d.]+ ?(?:ms|s))?\]\s*$/;

function openDotnetTest(): FrameworkReader {
  const sessions = openSessions(["inline"]);
  let block: Record<string, number> | null = null;
  let open: Telling | null = null;
  let expectsMessage = false;
  let spoke = false;

  const close = (counts: Readonly<Record<string, number>>, total: number): void => {
    spoke = true;
    sessions.close({
      total,
      failed: counts.failed ?? 0,
      skipped: counts.skipped ?? 0,
    });
  };

  const closeBlock = (): void => {
    if (block !== null) close(block, block["total tests"] ?? 0);
    block = null;
  };

  const readTotals = (text: string): number | null => {
    const verdict = /^\s{0,4}(?:Passed|Failed|Skipped)! +- (.*?)(?:, Duration: .*)?(?: - .*)?$/.exec(text);
    const counts = verdict === null ? null : readLabelledCounts(verdict[1]!.replace(/: +/g, ": "));
    if (counts?.total !== undefined) {
      close(counts, counts.total);
      return 0;
    }
    const summary = /^\s{0,4}Test summary: (total: .*?)(?:, duration: .*)?$/.exec(text);
    const summed = summary === null ? null : readLabelledCounts(summary[1]!);
    if (summed?.total !== undefined) {
      close(summed, summed.total);
      return 0;
    }
    const oneLine = /^Total tests: \d+\. /.test(text)
      ? readLabelledCounts(text.trim().replace(/\.$/, ""), ".")
      : null;
    if (oneLine !== null) {
      close(oneLine, oneLine["total tests"] ?? 0);
      return 0;
    }
    const row = /^\s{0,8}(Total tests|Passed|Failed|Skipped): {0,3}(\d+)\s*$/.exec(text);
    if (row === null || (row[1] !== "Total tests" && block === null)) return null;
    if (row[1] === "Total tests") closeBlock();
    block = { ...block, [row[1]!.toLowerCase()]: Number(row[2]) };
    return 3;
  };

  return {
    line(text, at) {
      const asked = readTotals(text);
      if (asked !== null) return asked;
      const name = failedName(text);
      if (name !== null) {
        closeBlock();
        open = sessions.tell("inline", name, at);
        expectsMessage = false;
        return 2;
      }
      if (/^\s{0,8}Error Message:\s*$/.test(text)) {
        expectsMessage = true;
        return 1;
      }
      if (expectsMessage && open !== null) explainTelling(open, text);
      expectsMessage = false;
      return 0;
    },
    end() {
      closeBlock();
      return spoke ? sessions.result() : null;
    },
  };
}

/** The test of `  Failed Ns.Class.Method [12 ms]`, `  X Ns.Class.Method [12ms]` and `failed Ns… (12ms)`. */
function failedName(text: string): string | null {
  const timed = /^\s{0,4}(?:Failed|X) (\S.*)$/.exec(text);
  if (timed !== null && DURATION.test(text)) return timed[1]!.replace(DURATION, "").trim();
  const platform = /^failed (\S.*) \([\d.,]+ ?m?s\)\s*$/.exec(text);
  if (platform !== null) return platform[1]!.trim();
  const old = /^Failed {3}(\S.*)$/.exec(text);
  return old === null ? null : old[1]!.trim();
}
