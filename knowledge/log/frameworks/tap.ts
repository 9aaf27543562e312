import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * TAP in a log, versions 12 to 14: tape, node-tap, `node --test` without a terminal, Bats, C harnesses. A
 * point that fails only because one below it did is left to that one; `# TODO` failures are none. Totals
 * come from the closing comments, else from the plan.
 */
export const tap = {
  framework: "tap",
  cues: ["not ok ", "# tests ", "# pass ", "# fail ", "# skip", "# cancelled ", "1.."],
  open: openTap,
} as const satisfies TestFramework;

const DIAGNOSTIC_LINES = 14;

interface Point {
  readonly indent: number;
  readonly name: string;
  readonly line: number;
  message: string;
}

function openTap(): FrameworkReader {
  const sessions = openSessions(["point"]);
  let points: Point[] = [];
  let planned: number | null = null;
  let stated: Record<string, number> = {};
  let described = -1;

  const closeRun = (): void => {
    for (const { name, line, message } of points) explainTelling(sessions.tell("point", name, line), message);
    const total = stated.tests ?? planned;
    if (total !== null && total !== undefined) {
      sessions.close({
        total,
        failed: stated.fail ?? points.length,
        errored: stated.cancelled ?? 0,
        skipped: (stated.skipped ?? stated.skip ?? 0) + (stated.todo ?? 0),
      });
    }
    points = [];
    planned = null;
    stated = {};
    described = -1;
  };

  const readPoint = (indent: number, description: string, at: number): number => {
    if (Object.keys(stated).length > 0) closeRun();
    const below = points.filter((point) => point.indent > indent);
    if (below.length > 0) {
      points = points.map((point) =>
        point.indent > indent ? { ...point, indent, name: `${description} > ${point.name}` } : point,
      );
      described = -1;
      return 0;
    }
    points.push({ indent, name: description, line: at, message: "" });
    described = points.length - 1;
    return DIAGNOSTIC_LINES;
  };

  const readDiagnostic = (text: string): number => {
    const point = points[described];
    if (point === undefined) return 0;
    if (/^\s*\.\.\.\s*$/.test(text)) described = -1;
    else if (/^\s*failureType: '?subtestsFailed/.test(text)) {
      points.splice(described, 1);
      described = -1;
    } else if (point.message === "") {
      point.message =
        /^\s*(?:error|message|operator): ['"]?(\S.*?)['"]?\s*$/.exec(text)?.[1]?.replace(/^\|-?$/, "") ?? "";
    }
    return 0;
  };

  return {
    line(text, at) {
      const point = /^(\s{0,40})not ok \d+(?: - | )?(.*)$/.exec(text);
      if (point !== null) {
        const description = point[2]!.trim();
        if (/(?:^|\s)# (?:TODO|SKIP)\b/i.test(description)) return 0;
        return readPoint(point[1]!.length, description === "" ? text.trim() : description, at);
      }
      const plan = /^1\.\.(\d+)(?:\s*#.*)?$/.exec(text);
      if (plan !== null) {
        if (planned !== null || Object.keys(stated).length > 0) closeRun();
        planned = Number(plan[1]);
        return 0;
      }
      const comment = /^# (tests|pass|fail|cancelled|skipped|skip|todo) {1,3}(\d+)\s*$/.exec(text);
      if (comment !== null) {
        if (comment[1] === "tests" && stated.tests !== undefined) closeRun();
        stated[comment[1]!] = Number(comment[2]);
        return 0;
      }
      return readDiagnostic(text);
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
