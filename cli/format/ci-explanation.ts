import type { CiExplanation } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { CAUSE_WORDS } from "./cause-words.ts";
import { formatCiCheck } from "./ci-check.ts";
import { formatCiTarget } from "./ci-target.ts";
import { formatExcerpts } from "./excerpt.ts";
import { hanging, labelled } from "./labelled.ts";

type FailedCheck = CiExplanation["failed"][number];

const MOST_NAMES = 10;
/** Names that an explanation holds at most; how many there are beyond them is not told. */
const MOST_TOLD = 50;
const MOST_ANNOTATIONS = 5;
/** Lines of the first error that are shown before its headline, and after it. */
const BEFORE = 4;
const AFTER = 8;

/** Each failed check: cause, the lines that show it, failed tests, annotations, the base branch, what to do next. */
export function formatCiExplanation(explanation: CiExplanation, view: View): string {
  const { target, failed, unclear, running } = explanation;
  const others = [...unclear, ...running].flatMap((check) => formatCiCheck(check, view));
  const sections = [
    formatCiTarget(target, view),
    ...failed.flatMap((check) => formatFailedCheck(check, view)),
    others,
    hanging("", sanitise(summaryOf(explanation)), view.columns),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function formatFailedCheck(failed: FailedCheck, view: View): string[][] {
  const { check, result, excerpt, noLog } = failed;
  const [first] = excerpt?.errors ?? [];
  const headline = first?.lines.find(({ isError }) => isError)?.line ?? first?.line ?? 0;
  const near = first?.lines.filter(({ line }) => line >= headline - BEFORE && line <= headline + AFTER) ?? [];
  return [
    formatCiCheck(check, view),
    causeRows(result, view),
    ...formatExcerpts({ result, excerpts: near.length === 0 ? [] : [{ lines: near }] }, view),
    testRows(failed, view),
    annotationRows(failed, view),
    [
      ...labelled("base", sayBase(failed), view),
      ...(noLog === null ? [] : labelled("log", noLog, view)),
      // Its row has it, cut; where there is no log it is all that there is to read.
      ...(noLog === null || check.says === "" ? [] : labelled("says", check.says, view)),
      ...labelled("next", result.nextAction, view),
    ],
  ].filter((lines) => lines.length > 0);
}

function causeRows({ cause, infrastructure, confidence, rule }: FailedCheck["result"], view: View): string[] {
  const facts = [
    infrastructure && cause === "environment" ? "the infrastructure" : CAUSE_WORDS[cause],
    ...(infrastructure && cause !== "environment" ? ["infrastructure"] : []),
    `confidence ${confidence.toFixed(2)}`,
    ...(rule === null ? [] : [`rule ${rule}`]),
  ];
  return labelled("cause", facts.join(" · "), view);
}

function testRows({ tests }: FailedCheck, view: View): string[] {
  if (tests.length === 0) return [];
  const shown = tests.slice(0, MOST_NAMES);
  const more = tests.length - shown.length;
  return [
    ...labelled("tests", `${tests.length}${tests.length < MOST_TOLD ? "" : " or more"} failed`, view),
    ...shown.flatMap((name) => hanging("  ✗ ", sanitise(name), view.columns)),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function annotationRows({ annotations, annotationsLeftOut }: FailedCheck, view: View): string[] {
  const shown = annotations.slice(0, MOST_ANNOTATIONS);
  const more = annotations.length - shown.length + annotationsLeftOut;
  return [
    ...shown.map(({ path, line, level, message }) => {
      const place = level === "failure" ? `${path}:${line}` : `${level} ${path}:${line}`;
      return clip(`${sanitise(place)}: ${sanitise(message)}`, view.columns);
    }),
    ...(more > 0 ? [`and ${more} more ${more === 1 ? "annotation" : "annotations"}`] : []),
  ];
}

function sayBase({ base, result, tests }: FailedCheck): string {
  switch (base.kind) {
    case "failed": {
      if (base.same === null)
        return result.preExisting
          ? "it fails there too, and its tests failed there before"
          : "it fails there too; whether for the same reason was not compared";
      if (base.same) return "it fails there too, the same way";
      const both = base.tests?.length ?? 0;
      return both === 0
        ? "it fails there too, for another reason"
        : `it fails there too, yet not the same way: ${both} of ${tests.length} failed tests fail there`;
    }
    case "passed":
      return "it passes there";
    case "running":
      return "it still runs there";
    case "unclear":
      return "it was cancelled or is stale there";
    case "absent":
      return "there is no such check there";
    case "unknown":
      return "not known";
  }
}

function summaryOf({ outcome, failed, unclear, running, passed }: CiExplanation): string {
  const counts = [
    `${failed.length} failed`,
    ...(unclear.length > 0 ? [`${unclear.length} unclear`] : []),
    ...(running.length > 0 ? [`${running.length} running`] : []),
    `${passed} passed`,
  ].join(", ");
  if (failed.length > 0) return counts;
  if (outcome === "silent") return "nothing has reported yet, so there is nothing to explain";
  if (outcome === "none") return "nothing has reported: there is no CI here to explain";
  return `no check failed: ${counts}`;
}
