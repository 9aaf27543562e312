import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** `dart test` and `flutter test`, expanded and compact reporters. */
export const dartTest = {
  framework: "dart-test",
  cues: [" [e]", "some tests failed.", "all tests passed!", "all tests skipped."],
  open: openDartTest,
} as const satisfies TestFramework;

const PROGRESS = /^\d+:\d+ \+(\d+)(?: ~(\d+))?(?: -(\d+))?: (.*)$/;

function openDartTest(): FrameworkReader {
  const sessions = openSessions(["inline"]);
  const message = openNextLineMessage();

  return {
    line(text, at) {
      const progress = PROGRESS.exec(text);
      if (progress === null) return message.offer(text);
      const title = progress[4]!.trim();
      if (/^(?:Some tests failed\.|All tests passed!|All tests skipped\.)$/.test(title)) {
        const [passed, skipped, failed] = progress.slice(1, 4).map((digits) => Number(digits ?? 0));
        sessions.close({ passed: passed!, skipped: skipped!, failed: failed! });
        return 0;
      }
      return title.endsWith(" [E]")
        ? message.await(sessions.tell("inline", title.slice(0, -4).trim(), at))
        : 0;
    },
    end: () => sessions.result(),
  };
}
