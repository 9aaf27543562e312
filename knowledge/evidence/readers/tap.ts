import { openLineReport } from "../json/line-report.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { addPlace, type Told, toldOn, trimTold } from "../shared/told.ts";
import type { Place, TestCase, TestOutcome } from "../test-case.ts";

/**
 * Test Anything Protocol, versions 12 to 14 (testanything.org). A test point with subtests is a suite: its
 * leaves count, and it counts itself only when it failed and none of them did. `not ok # TODO` is skipped, as
 * the protocol says that it is no failure.
 */
export const tap = {
  format: "tap",
  title: "TAP",
  sniff: ({ text }) => likeness(text),
  open: (sink) => openLineReport(openStream(sink)),
} as const satisfies ReportReader;

const POINT = /^(not )?ok\b(?: +(\d+))?/;
const PLAN = /^1\.\.(\d+)(?=\s|$)/;
const VERSION = /^TAP version \d+/i;
const BAIL = /^Bail out!/i;
const SNIFFED_LINES = 400;
const HELD_LIMIT = 10_000;
const TEXT_LINES = 200;

/** TAP is a poor mark in a log, so the file must begin as TAP and consist of little else. */
function likeness(head: string): number {
  const lines = head.split(/\r\n|\n|\r/, SNIFFED_LINES).map((line) => line.trimStart());
  const spoken = lines.filter((line) => line !== "");
  const start = spoken.findIndex(
    (line) => VERSION.test(line) || PLAN.test(line) || /^(?:not )?ok 1\b/.test(line),
  );
  if (start < 0 || start > 6) return 0;
  let inYaml = false;
  let own = 0;
  let other = 0;
  let points = 0;
  let planned = false;
  for (const line of spoken.slice(start)) {
    if (inYaml) {
      inYaml = line !== "...";
      own += 1;
    } else if (line === "---") {
      inYaml = true;
      own += 1;
    } else if (POINT.test(line) || PLAN.test(line) || VERSION.test(line) || BAIL.test(line)) {
      own += 1;
      if (PLAN.test(line)) planned = true;
      else points += 1;
    } else if (line.startsWith("#") || line.startsWith("pragma ")) own += 1;
    else other += 1;
  }
  if (VERSION.test(spoken[start] ?? "")) return other <= own / 2 ? 0.95 : 0;
  if (points === 0) return 0;
  if (planned) return other <= own / 4 ? 0.8 : 0;
  return points >= 5 && other <= own / 10 ? 0.6 : 0;
}

interface Level {
  readonly indent: number;
  name: string | undefined;
  planned: number | undefined;
  points: number;
  tests: number;
  failed: number;
  /** Tests that wait for the level's name, which may stand after them. */
  held: TestCase[];
  readonly line: number;
}

interface Row {
  readonly text: string;
  readonly line: number;
}

interface Point {
  readonly ok: boolean;
  readonly text: string;
  readonly line: number;
  readonly children: Level | undefined;
  readonly yaml: Row[];
  readonly comments: Row[];
  endLine: number;
}

function openStream(sink: EvidenceSink) {
  const levels: Level[] = [newLevel(0, 1)];
  const announced = new Map<number, string>();
  let pending: Point | null = null;
  let yamlIndent: number | null = null;
  let lastLine = 1;
  let bailed = false;

  const top = (): Level => levels[levels.length - 1]!;

  function emit(test: TestCase, depth: number): void {
    const level = levels[depth]!;
    level.tests += 1;
    if (test.outcome === "failed" || test.outcome === "errored") level.failed += 1;
    if (depth === 0) sink.test(test);
    else if (level.name !== undefined) emit({ ...test, suites: [level.name, ...test.suites] }, depth - 1);
    else if (level.held.length < HELD_LIMIT) level.held.push(test);
    else emit(test, depth - 1);
  }

  /** Ends the levels deeper than `indent`; the last one ended holds the subtests of the point that follows. */
  function closeDeeper(indent: number, nameAfter: string | undefined, at: number): Level | undefined {
    let closed: Level | undefined;
    while (levels.length > 1 && top().indent > indent) {
      const level = levels.pop()!;
      const name = level.name ?? nameAfter;
      checkPlan(level, at);
      for (const test of level.held) {
        emit(name === undefined ? test : { ...test, suites: [name, ...test.suites] }, levels.length - 1);
      }
      closed = level;
    }
    return closed;
  }

  function checkPlan(level: Level, at: number): void {
    if (bailed || level.planned === undefined || level.planned === level.points) return;
    const message = `${level.planned} tests planned, ${level.points} run`;
    sink.note({ kind: "inconsistent", line: at, message });
  }

  function flush(): void {
    const point = pending;
    pending = null;
    yamlIndent = null;
    if (point === null) return;
    const test = readPoint(point);
    const failed = test.outcome === "failed" || test.outcome === "errored";
    if (point.children !== undefined && point.children.tests > 0 && !(failed && point.children.failed === 0))
      return;
    emit(test, levels.length - 1);
  }

  function openLevel(indent: number, at: number): void {
    if (indent <= top().indent) return;
    const level = newLevel(indent, at);
    level.name = announced.get(top().indent) ?? announced.get(indent);
    levels.push(level);
  }

  function takePoint(text: string, indent: number, at: number): void {
    flush();
    const ok = !text.startsWith("not ");
    const label = text.replace(POINT, "").replace(/^ *-? */, "");
    openLevel(indent, at);
    const children = closeDeeper(indent, descriptionOf(label).name, at);
    for (const known of [...announced.keys()]) if (known >= indent) announced.delete(known);
    top().points += 1;
    pending = {
      ok,
      text: label,
      line: at,
      children,
      yaml: [],
      comments: [],
      endLine: at,
    };
  }

  return {
    line(raw: string, at: number): void {
      lastLine = at;
      const text = raw.trim();
      const indent = raw.length - raw.trimStart().length;
      if (yamlIndent !== null && pending !== null) {
        if (text !== "" && indent < yamlIndent) yamlIndent = null;
        else {
          pending.endLine = at;
          if (text === "..." && indent === yamlIndent) yamlIndent = null;
          else if (pending.yaml.length < TEXT_LINES)
            pending.yaml.push({ text: raw.slice(yamlIndent), line: at });
          return;
        }
      }
      if (text === "---" && pending !== null && indent > 0) {
        yamlIndent = indent;
        return;
      }
      if (POINT.test(text)) {
        takePoint(text, indent, at);
        return;
      }
      const plan = PLAN.exec(text);
      if (plan !== null) {
        flush();
        openLevel(indent, at);
        closeDeeper(indent, undefined, at);
        top().planned = Number(plan[1]);
        if (/#\s*skip/i.test(text)) sink.note({ kind: "info", line: at, message: text.slice(0, 200) });
        return;
      }
      if (BAIL.test(text)) {
        flush();
        closeDeeper(0, undefined, at);
        bailed = true;
        const failure = buildFailure({
          message: toldOn(at, text.slice(9).trim() || text),
          text: toldOn(at, text),
          line: at,
          endLine: at,
        });
        emit(
          buildTest({
            suites: [],
            name: "Bail out!",
            outcome: "errored",
            flaky: false,
            failure,
            line: at,
          }),
          0,
        );
        return;
      }
      const subtest = /^# Subtest(?::\s*|\s+)(.+)$/.exec(text)?.[1];
      if (subtest !== undefined) {
        flush();
        closeDeeper(indent, undefined, at);
        announced.set(indent, literal(subtest));
      } else if (text.startsWith("#") && pending !== null && pending.comments.length < TEXT_LINES) {
        pending.comments.push({ text: text.replace(/^# ?/, ""), line: at });
        if (!pending.ok) pending.endLine = at;
      }
    },
    end(): void {
      flush();
      closeDeeper(0, undefined, lastLine);
      const root = levels[0]!;
      checkPlan(root, lastLine);
      if (root.planned === undefined && !bailed) {
        sink.note({
          kind: "inconsistent",
          line: lastLine,
          message: "no plan: the run may have been cut off",
        });
      }
    },
  };
}

function newLevel(indent: number, line: number): Level {
  return {
    indent,
    name: undefined,
    planned: undefined,
    points: 0,
    tests: 0,
    failed: 0,
    held: [],
    line,
  };
}

interface Description {
  readonly name: string;
  readonly directive: "skip" | "todo" | null;
  readonly durationMs: number | undefined;
}

/** Splits a label at its directive; `\#` is a literal `#`. */
function descriptionOf(label: string): Description {
  const hash = /(?:^|[^\\])#\s*(skip|todo|time=)/i.exec(label);
  if (hash === null)
    return {
      name: literal(label) || "(no description)",
      directive: null,
      durationMs: undefined,
    };
  const word = hash[1]!.toLowerCase();
  const name = literal(label.slice(0, label.indexOf("#", hash.index)).trim()) || "(no description)";
  const time = /#\s*time=([\d.]+)(ms|s)?/.exec(label);
  const durationMs = time === null ? undefined : Number(time[1]) * (time[2] === "s" ? 1_000 : 1);
  return {
    name,
    directive: word === "skip" || word === "todo" ? word : null,
    durationMs,
  };
}

const literal = (text: string): string => text.replace(/\\([#\\])/g, "$1").trim();

const BROKEN = /^(?:hookFailed|cancelledByParent|uncaughtException|parentAlreadyFinished)$/;

function readPoint(point: Point): TestCase {
  const { name, directive, durationMs } = descriptionOf(point.text);
  const yaml = (keys: readonly string[]): string | undefined => yamlValue(point.yaml, keys)?.text;
  const broken = BROKEN.test(yaml(["failureType"]) ?? "");
  const outcome: TestOutcome =
    directive === "skip" || (directive === "todo" && !point.ok)
      ? "skipped"
      : point.ok
        ? "passed"
        : broken
          ? "errored"
          : "failed";
  const bad = outcome === "failed" || outcome === "errored";
  const location = /^(.*?):(\d+)(?::\d+)?$/.exec(yaml(["location"]) ?? "");
  const took = Number(yaml(["duration_ms"]) ?? Number.NaN);
  return buildTest({
    suites: [],
    name,
    file: location?.[1] ?? yaml(["file", "fileName"]),
    fileLine: location === null ? undefined : Number(location[2]),
    outcome,
    flaky: false,
    durationMs: Number.isFinite(took) ? took : durationMs,
    failure: bad
      ? buildFailure({
          type: yaml(["name", "errname"]),
          message:
            yamlValue(point.yaml, ["error", "message"]) ??
            toldIn(point.comments.slice(0, 5)) ??
            toldOn(point.line, "not ok"),
          text: toldIn([...point.yaml, ...point.comments]),
          line: point.line,
          endLine: point.endLine,
        })
      : undefined,
    line: point.line,
  });
}

/** The scalar of the first of the keys that the block holds at its outermost level; folded blocks joined by lines. */
function yamlValue(rows: readonly Row[], keys: readonly string[]): Told | undefined {
  for (const key of keys) {
    const at = rows.findIndex(({ text }) => text.startsWith(`${key}:`));
    const found = rows[at];
    if (found === undefined) continue;
    const value = found.text.slice(key.length + 1).trim();
    if (!/^[|>][+-]?\d?$/.test(value)) {
      const scalar = value.replace(/^(['"])(.*)\1$/s, "$2");
      return scalar === "" ? undefined : toldOn(found.line, scalar);
    }
    const next = rows.findIndex(({ text }, index) => index > at && text.trim() !== "" && !/^\s/.test(text));
    const block = rows.slice(at + 1, next < 0 ? undefined : next);
    return toldIn(block.map(({ text, line }) => ({ text: text.trim(), line })));
  }
  return undefined;
}

/** The rows as one text, without the blank ones around it; undefined where there is nothing else. */
function toldIn(rows: readonly Row[]): Told | undefined {
  const at: Place[] = [];
  for (const [row, { line }] of rows.entries()) addPlace(at, { row, line, step: 1 });
  const told = trimTold({ text: rows.map(({ text }) => text).join("\n"), at });
  return told.text === "" ? undefined : told;
}
