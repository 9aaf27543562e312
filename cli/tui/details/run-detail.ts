import type { RunView } from "#knowledge";
import { counted, duration } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { subjectOf } from "../subject.ts";
import { learnedBlocks } from "./learned-blocks.ts";
import { causeWords, countWords, VERDICT_SIGNS } from "./run-words.ts";

type Failure = RunView["failures"][number];

const STRIP = { passed: "✓", failed: "✗", errored: "!", skipped: "-", flaky: "↻" } as const;

/** Enough of a fingerprint to know it by. */
const PRINT = 14;

/** A run: what failed, by cause and fingerprint; beside it what was learned. */
export function runDetail(run: RunView): Detail {
  const sign = VERDICT_SIGNS[run.verdict];
  const blocks: Block[] = [
    { kind: "title", text: `${sign.symbol} ${sign.word}: ${countWords(run)}` },
    { kind: "text", text: run.title, tone: "quiet" },
    { kind: "gap" },
    ...pair("run", run.run),
    ...pair("when", run.at.replace(/\.\d+Z$/, "Z")),
    ...pair("commit", [run.commit?.slice(0, 12), run.branch].filter(Boolean).join(" on ")),
    ...pair("job", run.job),
    ...pair("took", run.durationMs === null ? null : duration(run.durationMs)),
    ...pair("causes", causeWords(run.causes).join(", ")),
    ...pair("queued", run.waiting.join(", ")),
    ...run.markings.flatMap(({ mark, test, cause, by, reason }) =>
      pair(
        "marked",
        [mark.replaceAll("-", " "), cause, test, `by ${by}`, reason].filter(Boolean).join(" · "),
      ),
    ),
    ...groups(run.failures).flatMap(failureBlocks),
  ];
  return {
    path: null,
    blocks,
    evidence: learnedBlocks(run),
    links: recordLinks(run),
    tests: run.failures.flatMap(({ test }) => (test === null ? [] : [test])),
  };
}

/** Failures of one cause and fingerprint stand together, in the order of the first of them. */
function groups(failures: readonly Failure[]): readonly (readonly [Failure, ...Failure[]])[] {
  const byKey = new Map<string, [Failure, ...Failure[]]>();
  failures.forEach((failure, at) => {
    const key = `${failure.cause} ${failure.fingerprint ?? at}`;
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [failure]);
    else group.push(failure);
  });
  return [...byKey.values()];
}

function failureBlocks(group: readonly [Failure, ...Failure[]]): Block[] {
  const [{ cause, rule, confidence, preExisting, fingerprint, quote, nextAction }] = group;
  const how = [
    rule === null ? "no rule" : `rule ${rule}`,
    confidence.toFixed(2),
    ...(preExisting ? ["also on the base"] : []),
  ];
  return [
    { kind: "gap" },
    { kind: "heading", text: `${cause.replaceAll("_", " ")} · ${counted(group.length, "failure")}` },
    ...group.flatMap(({ test, history }): Block[] => [
      { kind: "text", text: test ?? "outside of any test" },
      ...(history.length === 0
        ? []
        : [{ kind: "text", text: history.map((end) => STRIP[end]).join(""), tone: "quiet" } as const]),
    ]),
    ...(quote === null ? [] : [{ kind: "quote", text: quote } as const]),
    ...pair("why", how.join(" · ")),
    ...pair("print", fingerprint?.slice(0, PRINT)),
    ...pair("next", nextAction),
  ];
}

function recordLinks(run: RunView): Link[] {
  const ids = new Set([
    ...run.promoted.map(({ record }) => record),
    ...run.held.map(({ record }) => record),
    ...run.changes.flatMap(({ record }) => (record === null ? [] : [record])),
  ]);
  return [...ids].map((id) => ({ label: id, subject: subjectOf(id) }));
}

function pair(label: string, text: string | null | undefined): Block[] {
  return text === null || text === undefined || text === "" ? [] : [{ kind: "pair", label, text }];
}
