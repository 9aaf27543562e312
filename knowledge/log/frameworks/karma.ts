import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import type { TestCounts } from "../tests/test-counts.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * Karma with its progress, dots and mocha reporters. Every browser's last count is taken; a test that fails
 * in two browsers failed twice.
 */
export const karma = {
  framework: "karma",
  cues: [
    "executed ",
    " failed",
    "failed tests:",
    " tests completed",
    " test completed",
    " tests skipped",
    " test skipped",
  ],
  open: openKarma,
} as const satisfies TestFramework;

const EXECUTED = /^(.{0,200}?)(?:: )?Executed (\d+) of (\d+) ?((?:SUCCESS|\(|DISCONNECTED|ERROR).*)?$/;
const BROWSER_TEST = /^[A-Z][\w ]{1,60} [\d.]{1,40} \([^)]{1,80}\):? (\S.*) FAILED\s*$/;

interface BrowserCount {
  readonly executed: number;
  readonly failed: number;
  readonly skipped: number;
}

function openKarma(): FrameworkReader {
  const sessions = openSessions(["inline", "tree"]);
  const message = openNextLineMessage();
  let browsers = new Map<string, BrowserCount>();
  let summary: Partial<TestCounts> | null = null;
  let tree: { readonly titles: string[] } | null = null;

  const closeRun = (): void => {
    if (summary !== null) sessions.close(summary);
    else if (browsers.size > 0) {
      const all = [...browsers.values()];
      const sum = (of: (one: BrowserCount) => number) => all.reduce((total, one) => total + of(one), 0);
      sessions.close({
        total: sum((one) => one.executed + one.skipped),
        failed: sum((one) => one.failed),
        skipped: sum((one) => one.skipped),
      });
    }
    browsers = new Map();
    summary = null;
    tree = null;
  };

  const readExecuted = (match: RegExpExecArray): void => {
    const browser = match[1]!.trim();
    const rest = match[4] ?? "";
    const executed = Number(match[2]);
    const before = browsers.get(browser);
    if (summary !== null || (before !== undefined && executed < before.executed)) closeRun();
    browsers.set(browser, {
      executed,
      failed: Number(/\((\d+) FAILED\)/.exec(rest)?.[1] ?? 0),
      skipped: Number(/\(skipped (\d+)\)/.exec(rest)?.[1] ?? 0),
    });
  };

  const readTree = (text: string, at: number): number => {
    const body = text.trim();
    const depth = (text.length - text.trimStart().length) >> 1;
    if (body === "" || tree === null) return 60;
    if (body.startsWith("✖ ")) {
      const title = body.slice(2);
      const titles = tree.titles.slice(1, depth).filter((one) => one !== undefined);
      sessions.tell("tree", [...titles, title].join(" > "), at);
    } else {
      tree.titles.length = Math.min(tree.titles.length, depth);
      tree.titles[depth] = body;
    }
    return 60;
  };

  return {
    line(text, at) {
      const executed = text.includes("Executed ") ? EXECUTED.exec(text) : null;
      if (executed !== null && /secs|SUCCESS|FAILED|skipped|ERROR|DISCONNECTED/.test(executed[4] ?? "")) {
        readExecuted(executed);
        return 0;
      }
      const inline = text.includes(" FAILED") ? BROWSER_TEST.exec(text) : null;
      if (inline !== null) return message.await(sessions.tell("inline", inline[1]!, at));
      const completed = /^✔ (\d+) tests? completed\s*$/.exec(text);
      if (completed !== null) {
        browsers = new Map();
        closeRun();
        summary = { passed: Number(completed[1]) };
        return 0;
      }
      return summary === null ? message.offer(text) : readSummary(text, at);
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };

  function readSummary(text: string, at: number): number {
    const count = /^[ℹ✖] (\d+) tests? (skipped|failed)\s*$/.exec(text);
    if (count !== null && summary !== null) {
      summary = { ...summary, [count[2]!]: Number(count[1]) };
      return 0;
    }
    if (/^FAILED TESTS:\s*$/.test(text)) {
      tree = { titles: [] };
      return 60;
    }
    return tree === null ? 0 : readTree(text, at);
  }
}
