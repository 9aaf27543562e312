import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Rust's built-in test harness under `cargo test`: unit, integration and documentation tests, added up. */
export const cargoTest = {
  framework: "cargo-test",
  cues: [" ... failed", "test result: ", "panicked at", "failures:", " stdout ----"],
  open: openCargoTest,
} as const satisfies TestFramework;

const RESULT = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured/;

function openCargoTest(): FrameworkReader {
  const sessions = openSessions(["inline", "list", "output"]);
  let listing = false;
  let panicking: Telling | null = null;
  let output: Telling | null = null;

  return {
    line(text, at) {
      const result = RESULT.exec(text);
      if (result !== null) {
        const [passed, failed, ignored, measured] = result.slice(1).map(Number);
        sessions.close({
          passed: passed! + measured!,
          failed: failed!,
          skipped: ignored!,
        });
        listing = false;
        output = null;
        panicking = null;
        return 0;
      }
      const inline = /^test (\S.*?) \.\.\. (?:.* )?FAILED$/.exec(text);
      if (inline !== null) {
        sessions.tell("inline", inline[1]!.replace(/ - should panic$/, ""), at);
        return 0;
      }
      const told = listing ? /^---- (\S.*) stdout ----$/.exec(text) : null;
      if (told !== null) {
        output = sessions.tell("output", told[1]!.replace(/ - should panic$/, ""), at);
        return 6;
      }
      if (text.includes(" panicked at ")) {
        const old = / panicked at '(.*)', [^']*$/.exec(text);
        if (old !== null && output !== null) explainTelling(output, old[1]!);
        else panicking = output;
        return 1;
      }
      if (panicking !== null) {
        explainTelling(panicking, text);
        panicking = null;
        return 0;
      }
      if (text === "failures:") {
        listing = true;
        return 2;
      }
      const entry = listing ? /^ {4}(\S.*)$/.exec(text) : null;
      if (entry !== null) {
        sessions.tell("list", entry[1]!, at);
        return 1;
      }
      return 0;
    },
    end: () => sessions.result(),
  };
}
