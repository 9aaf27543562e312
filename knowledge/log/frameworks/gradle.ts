import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * JUnit, TestNG, Spock and Kotlin tests run by Gradle. It prints every failure once, so that a name that
 * comes twice failed twice, and totals only for a test task that failed; those are added up.
 */
export const gradle = {
  framework: "gradle",
  cues: [" failed", "tests completed", "test completed", " passed", " skipped"],
  embeds: ["testng", "cucumber"],
  open: openGradle,
} as const satisfies TestFramework;

const COMPLETED = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?\s*$/;
const EVENTS = [" FAILED", " PASSED", " SKIPPED"] as const;
const RUNNER_SEGMENT = /^(?:Gradle Test Run .*|Gradle Test Executor \d+|Gradle suite|Gradle test)$/;

function openGradle(): FrameworkReader {
  const sessions = openSessions(["inline"]);
  const message = openNextLineMessage();
  let passed = 0;
  let skipped = 0;

  return {
    line(text, at) {
      const completed = COMPLETED.exec(text);
      if (completed !== null) {
        const [total, failed, skips] = completed.slice(1).map((digits) => Number(digits ?? 0));
        sessions.close({ total: total!, failed: failed!, skipped: skips! });
        passed = 0;
        skipped = 0;
        return 0;
      }
      const event = EVENTS.find((word) => text.endsWith(word));
      const name = event === undefined ? null : gradleTestName(text.slice(0, -event.length));
      if (name === null) return message.offer(text);
      if (event === " FAILED") return message.await(sessions.tell("inline", name, at));
      if (event === " PASSED") passed += 1;
      else skipped += 1;
      return 0;
    },
    end: () => sessions.result({ passed, skipped }),
  };
}

/**
 * `Class.method` from the path of `Class > method`; nested classes are joined by `$`, what follows the
 * method (an invocation of a parametrised test) by ` > `. Null where the line is no test's.
 */
function gradleTestName(path: string): string | null {
  const all = path.split(" > ").map((segment) => segment.trim());
  if (all.length < 2) return /^[a-z][\w$.]*\.[A-Z][\w$]*$/.test(path) ? path : null;
  if (/^[\s>:]/.test(path) || all.some((segment) => segment === "")) return null;
  const segments = all.filter((segment) => !RUNNER_SEGMENT.test(segment));
  const [owner, ...rest] = segments;
  const last = rest.at(-1);
  if (owner === undefined) return null;
  if (last === undefined) return owner;
  if (last.startsWith(`${owner}.`) || isQualifiedMethod(last)) return last;
  let classes = owner;
  while (rest.length > 1 && /^[A-Z][\w$]*$/.test(rest[0]!)) classes += `$${rest.shift()}`;
  return `${classes}.${rest.join(" > ")}`;
}

/** `com.x.YTest.method(int)[3]`: TestNG and older parametrised tests repeat the whole name at the end. */
function isQualifiedMethod(text: string): boolean {
  const words = text.split(/[([]/, 1)[0]!.split(".");
  return (
    words.length >= 3 &&
    /^[a-z]\w*$/.test(words[0]!) &&
    words.slice(1, -1).some((word) => /^[A-Z]\w*/.test(word))
  );
}
