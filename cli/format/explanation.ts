import type { FileExplanation } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { CAUSE_WORDS } from "./cause-words.ts";
import { formatExcerpts } from "./excerpt.ts";
import { hanging, labelled } from "./labelled.ts";

/** The rule that answers where there is no failure to explain. */
const NOTHING_FAILED = "not-a-failure";
const MOST_NAMES = 10;

/** Every file's explanation: cause, the lines that show it, failed tests, what to do next. */
export function formatExplanations(
  { files }: { readonly files: readonly FileExplanation[] },
  view: View,
): string {
  return files.map((file) => formatExplanation(file, view)).join("\n");
}

function formatExplanation(explanation: FileExplanation, view: View): string {
  const { style, columns } = view;
  const title = clip(`${sanitise(explanation.file)} (${sanitise(explanation.format)})`, columns);
  const sections = [
    [style.bold(title)],
    formatCause(explanation.result, view),
    ...formatExcerpts(explanation, view),
    formatTests(explanation.tests, view),
    labelled("next", explanation.result.nextAction, view),
    explanation.notes.flatMap(({ kind, message, line }) =>
      labelled("note", `${kind}: ${message}${line === undefined ? "" : ` (line ${line})`}`, view),
    ),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function formatCause(result: FileExplanation["result"], view: View): string[] {
  const { cause, infrastructure, preExisting, confidence, rule } = result;
  const facts = [
    rule === NOTHING_FAILED
      ? "none, nothing failed"
      : infrastructure && cause === "environment"
        ? "the infrastructure"
        : CAUSE_WORDS[cause],
    ...(infrastructure && cause !== "environment" ? ["infrastructure"] : []),
    `confidence ${confidence.toFixed(2)}`,
    ...(rule === null ? [] : [`rule ${rule}`]),
  ];
  return [
    ...labelled("cause", facts.join(" · "), view),
    ...(preExisting ? labelled("", "the base branch fails the same way", view) : []),
  ];
}

function formatTests(tests: FileExplanation["tests"], view: View): string[] {
  if (tests === null) return [];
  const { failedNames, total, passed, failed, errored, skipped, flaky } = tests;
  const counts = Object.entries({ passed, failed, errored, skipped, flaky })
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`);
  const shown = failedNames.slice(0, MOST_NAMES);
  const more = failedNames.length - shown.length;
  return [
    ...labelled("tests", `${total} in all${counts.length === 0 ? "" : `: ${counts.join(", ")}`}`, view),
    ...shown.flatMap((name) => hanging("  ✗ ", sanitise(name), view.columns)),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}
