import type { Cause, Message } from "#knowledge";
import { sanitise } from "../terminal/sanitise.ts";
import type { Style } from "../terminal/style.ts";
import { CAUSE_WORDS } from "./cause-words.ts";
import { runName, verdictStyle } from "./run-name.ts";

type Of<Kind extends Message["kind"]> = Extract<Message, { kind: Kind }>;

/** What a running operation tells, as a line for standard error. The words of `curation:` lines are fixed. */
export function formatMessage(message: Message, style: Style): string {
  return `${line(message, style)}\n`;
}

function line(message: Message, style: Style): string {
  switch (message.kind) {
    case "verdict":
      return verdictLine(message, style);
    case "analysed":
      return analysedLines(message).join("\n");
    case "curated":
      return `curation: ${appliedLine(message)}\ncuration: ${countsLine(message)}`;
    case "promoted":
      return `curation: ${sanitise(message.record)} promoted via ${sanitise(message.path)}`;
    case "held":
      return `curation: ${sanitise(message.record)} held: ${sanitise(message.reason)}`;
    case "queued":
      return queuedLine(message);
    case "ci":
      return ciLine(message);
    case "qa-case":
      return caseLine(message, style);
    case "note":
      return `assay: ${sanitise(message.text)}`;
  }
}

function caseLine({ case: key, title, number, of, outcome, reason }: Of<"qa-case">, style: Style): string {
  const place = style.dim(`[${number}/${of}]`);
  const what = `${place} ${sanitise(key)}`;
  if (outcome === null) return `${what} · ${sanitise(title)}`;
  const word = outcome.replaceAll("_", " ");
  const told = outcome === "passed" ? style.green(word) : style.red(word);
  return `${what} ${told}${reason === null ? "" : ` · ${sanitise(reason)}`}`;
}

function verdictLine({ run, verdict, tests, known }: Of<"verdict">, style: Style): string {
  const { total, passed, skipped, flaky } = tests;
  const failed = tests.failed + tests.errored;
  const rest = [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
  ];
  const counts = total === 0 ? "no tests" : `${total} ${total === 1 ? "test" : "tests"}, ${rest.join(", ")}`;
  const where = run === null ? "not recorded" : `run ${runName(run)}${known ? ", recorded before" : ""}`;
  return `assay: ${verdictStyle(verdict, style)(verdict)} · ${counts} · ${where}`;
}

function analysedLines({ run, failures, total }: Of<"analysed">): string[] {
  const lines = failures.map(({ test, cause, quote }) => {
    const words = cause in CAUSE_WORDS ? CAUSE_WORDS[cause as Cause] : cause;
    const what = test === null ? "" : ` · ${sanitise(test)}`;
    return `cause: ${sanitise(words)}${what}${quote === null ? "" : `: ${sanitise(quote)}`}`;
  });
  const more = total - failures.length;
  const rest = more === 0 ? [] : [`cause: ${more} more; \`assay runs show ${runName(run)}\` tells of each`];
  return [...lines, ...rest];
}

function appliedLine(curated: Of<"curated">): string {
  const { mode, added, confirmed, superseded, deprecated, proposed } = curated;
  const changes = `${added + confirmed + superseded + deprecated} learned change(s)`;
  return mode === "local"
    ? `${changes} applied, ${proposed} kept proposed (local runs apply learned knowledge to the knowledge root)`
    : `recorded ${changes}, ${proposed} kept proposed (ci runs never promote learned knowledge)`;
}

function countsLine({ added, confirmed, superseded, deprecated, proposed }: Of<"curated">): string {
  return `added ${added}, confirmed ${confirmed}, superseded ${superseded}, deprecated ${deprecated}, proposed ${proposed}`;
}

const NAMES_SHOWN = 5;

function ciLine({ running, failed, total, waitedSeconds }: Of<"ci">): string {
  const parts = [
    running.length === 0
      ? total === 0
        ? "nothing has reported yet"
        : "no check runs now"
      : `${running.length} of ${total} ${total === 1 ? "check runs" : "checks run"}: ${namesOf(running)}`,
    ...(failed.length === 0 ? [] : [`${failed.length} failed: ${namesOf(failed)}`]),
  ];
  const since = waitedSeconds === 0 ? "" : ` (after ${tellSeconds(waitedSeconds)})`;
  return `ci: ${parts.join("; ")}${since}`;
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(sanitise);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function tellSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

const WHY = {
  budget: "the time for learning is used up",
  failed: "it failed",
  detached: "as you asked",
} as const;

function queuedLine({ run, job, why, detail }: Of<"queued">): string {
  const more = detail === null ? "" : ` (${sanitise(detail)})`;
  return `${job}: run ${runName(run)} waits: ${WHY[why]}${more}; \`assay learn\` goes on with it`;
}
