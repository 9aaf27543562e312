import { withoutBuildPrefix } from "../tests/build-prefix.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** The console launcher of the JUnit Platform and Ant's `junitlauncher`: summary and list of failures. */
export const junitConsole = {
  framework: "junit-console",
  cues: [
    "failures (",
    "methodsource [",
    "tests found ",
    "tests failed ",
    "tests skipped ",
    "tests aborted ",
    "tests successful ",
  ],
  open: openJunitConsole,
} as const satisfies TestFramework;

const BLOCK_LINES = 60;
const SUMMARY = /^\[\s*(\d+) tests (found|skipped|aborted|successful|failed)\s*\]/;

function openJunitConsole(): FrameworkReader {
  const sessions = openSessions(["list"]);
  let listing = false;
  let title = "";
  let titleLine = 0;
  let open: Telling | null = null;
  let stated: Record<string, number> = {};

  const readEntry = (text: string, at: number): void => {
    const body = text.trim();
    const source = /^MethodSource \[className = '([^']+)', methodName = '([^']+)'/.exec(body);
    if (source !== null) {
      open = sessions.tell("list", `${source[1]}.${source[2]}${invocationOf(title, source[2]!)}`, titleLine);
    } else if (/^ClassSource \[className = '([^']+)'/.test(body)) {
      open = sessions.tell("list", /'([^']+)'/.exec(body)![1]!, titleLine);
    } else if (body.startsWith("=> ")) {
      open ??= sessions.tell("list", title, titleLine);
      explainTelling(open, body.slice(3));
    } else if (/^ {2}\S/.test(text) && !/^ {3}/.test(text)) {
      title = body;
      titleLine = at;
      open = null;
    }
  };

  return {
    line(raw, at) {
      const text = withoutBuildPrefix(raw);
      const count = SUMMARY.exec(text);
      if (count !== null) {
        listing = false;
        stated[count[2]!] = Number(count[1]);
        if (count[2] === "failed") {
          sessions.close({
            total: stated.found ?? 0,
            failed: stated.failed ?? 0,
            skipped: (stated.skipped ?? 0) + (stated.aborted ?? 0),
          });
          stated = {};
        }
        return 0;
      }
      if (/^Failures \(\d+\):\s*$/.test(text)) {
        listing = true;
        return BLOCK_LINES;
      }
      if (!listing) return 0;
      if (/^Test run finished after/.test(text)) {
        listing = false;
        return 0;
      }
      readEntry(text, at);
      return BLOCK_LINES;
    },
    end: () => sessions.result(),
  };
}

/** What a parametrised test's title adds to the method, e.g. `[2] name=x`. */
function invocationOf(title: string, method: string): string {
  const last = title.slice(title.lastIndexOf(":") + 1);
  return last.startsWith("[") && !title.endsWith(`${method}()`) ? last : "";
}
