import { readLabelledCounts } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * Python's unittest and those that print like it: nose, nose2, Django, Twisted's trial. An expected failure
 * counts as passed, an unexpected success as failed.
 */
export const unittest = {
  framework: "unittest",
  cues: ["fail: ", "error: ", "unexpected success: ", "[fail]", "[error]", "ran "],
  open: openUnittest,
} as const satisfies TestFramework;

/** Lines between a failure's header and the end of its traceback that are asked for. */
const TRACEBACK_LINES = 60;
const LONGEST_TRACEBACK = 400;
/** Lines between `Ran 5 tests` and the verdict. */
const RESULT_LINES = 8;

type Part = "header" | "traceback" | "trial" | "result" | null;

function openUnittest(): FrameworkReader {
  const sessions = openSessions(["detail"]);
  let part: Part = null;
  let header: { readonly name: string; readonly line: number } | null = null;
  let open: Telling | null = null;
  let partLine = 0;
  let trialMessage = "";
  let ran = 0;

  const readHeader = (text: string): number => {
    if (/^-{60,}$/.test(text.trimEnd())) {
      open = sessions.tell("detail", header!.name, header!.line);
      part = "traceback";
      return TRACEBACK_LINES;
    }
    if (/^={60,}$/.test(text.trimEnd())) part = null;
    return 1;
  };

  const readTraceback = (text: string): number => {
    if (/^(?:={60,}|-{60,})$/.test(text.trimEnd())) {
      part = null;
      return 0;
    }
    const isMessage = /^[A-Za-z_][\w.]*(?::|$)/.test(text) && !text.startsWith("Traceback ");
    if (isMessage && open !== null) explainTelling(open, text);
    if (open?.message !== undefined) part = null;
    return 1;
  };

  const readTrial = (text: string, at: number): number => {
    if (/^(?:={60,}|-{60,})$/.test(text.trimEnd())) part = null;
    else if (/^[\w.]+\.test\w*$/.test(text.trim())) sessions.tell("detail", text.trim(), at, trialMessage);
    else if (/^[A-Za-z_][\w.]*: /.test(text)) trialMessage = text;
    return part === null ? 0 : TRACEBACK_LINES;
  };

  const readResult = (text: string): number => {
    const result = /^(OK|FAILED|PASSED)(?: \((.*)\))?\s*$/.exec(text);
    if (result === null) return 0;
    part = null;
    const counts = readLabelledCounts(result[2] ?? "") ?? {};
    const failed =
      (counts.failures ?? 0) + (counts["unexpected successes"] ?? 0) + (counts.unexpectedsuccesses ?? 0);
    sessions.close({
      total: ran,
      failed,
      errored: counts.errors ?? 0,
      skipped: (counts.skipped ?? 0) + (counts.skip ?? 0) + (counts.skips ?? 0),
    });
    return 0;
  };

  return {
    line(text, at) {
      const started = /^Ran (\d+) tests? in [\d.]+ ?s/.exec(text);
      if (started !== null) {
        ran = Number(started[1]);
        part = "result";
        partLine = at;
        return RESULT_LINES;
      }
      const failure = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S.*)$/.exec(text);
      if (failure !== null) {
        header = { name: unittestName(failure[1]!.trim()), line: at };
        part = "header";
        partLine = at;
        open = null;
        return 3;
      }
      if (/^\[(?:FAIL|ERROR)\]\s*$/.test(text)) {
        part = "trial";
        partLine = at;
        trialMessage = "";
        return TRACEBACK_LINES;
      }
      if (part === "result") return at - partLine > RESULT_LINES ? 0 : readResult(text);
      if (part === null || at - partLine > LONGEST_TRACEBACK) return 0;
      if (part === "header") return readHeader(text);
      return part === "traceback" ? readTraceback(text) : readTrial(text, at);
    },
    end: () => sessions.result(),
  };
}

/**
 * `pkg.Class.test_x` from `test_x (pkg.Class)` and, since Python 3.11, `test_x (pkg.Class.test_x)`; the
 * parameters of a subtest stay behind it. Docstrings and nose's dotted names stay as they are.
 */
function unittestName(printed: string): string {
  const match = /^(\S+(?:\([^()]*\))?) \(([\w.]+)\)(.*)$/.exec(printed);
  if (match === null) return printed;
  const [, method, owner, rest] = match;
  if (owner === "unittest.loader._FailedTest" || owner === "unittest.loader.ModuleImportFailure")
    return `${method}${rest}`;
  return `${owner!.endsWith(`.${method}`) ? owner : `${owner}.${method}`}${rest}`;
}
