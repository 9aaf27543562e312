import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** GoogleTest; every test program of the log is added up. */
export const gtest = {
  framework: "gtest",
  cues: ["[  failed  ]", "[  passed  ]", "[  skipped ]", "[==========]", ": failure"],
  open: openGtest,
} as const satisfies TestFramework;

function openGtest(): FrameworkReader {
  const sessions = openSessions(["inline", "list"]);
  let ran: number | null = null;
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  let failure = "";

  const closeRun = (): void => {
    if (ran !== null) sessions.close({ total: ran, passed, failed, skipped });
    ran = null;
    passed = 0;
    failed = 0;
    skipped = 0;
  };

  return {
    line(text, at) {
      if (/^\[={10}\] Running /.test(text)) {
        closeRun();
        return 0;
      }
      const total = /^\[={10}\] (\d+) tests? from .* ran\./.exec(text);
      if (total !== null) {
        ran = Number(total[1]);
        return 0;
      }
      const sum = /^\[ {2}(PASSED|FAILED|SKIPPED) {1,2}\] (\d+) tests?(?:[.,].*)?$/.exec(text);
      if (sum !== null) {
        if (sum[1] === "PASSED") passed = Number(sum[2]);
        else if (sum[1] === "FAILED") failed = Number(sum[2]);
        else skipped = Number(sum[2]);
        return 0;
      }
      const test =
        /^\[ {2}FAILED {2}\] ([\w/.<>-]+\.[\w/<>-]+)(?:, where (?:GetParam|TypeParam).*)?( \(\d+ ms\))?\s*$/.exec(
          text,
        );
      if (test !== null) {
        const isInline = / \(\d+ ms\)\s*$/.test(text);
        sessions.tell(isInline ? "inline" : "list", test[1]!, at, isInline ? failure : "");
        failure = "";
        return 0;
      }
      if (/: Failure\s*$/.test(text)) {
        failure = "";
        return 1;
      }
      if (failure === "" && !text.startsWith("[")) failure = text.trim();
      return 0;
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
