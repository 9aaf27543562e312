import type { Interface } from "node:readline";
import { type Deps, dispatch, QA_WORDS, type QaRun, qaRequirementGet, qaRunComplete } from "#knowledge";
import type { View } from "./command.ts";
import { formatRefused } from "./format/qa/response.ts";
import { sanitise } from "./terminal/sanitise.ts";
import { wrap } from "./terminal/wrap.ts";

type Verdict = (typeof QA_WORDS.verdicts)[number];

/** A run that a person has to say how it went. */
interface Unsaid {
  readonly requirement_id: string;
  readonly title: string;
  readonly run: string;
}

/** Times that an answer which is no verdict is asked for again. */
const TRIES = 3;
const QUESTION = "verdict: p(ass), f(ail), u(ndetermined), e(rror); enter alone leaves it open > ";
const NOTE = "note, in one line > ";

/** Whether there is a person to ask: a terminal at both ends, and neither a program nor an agent that reads the answer. */
export function mayAsk(
  { session }: Pick<Deps, "session">,
  flags: { readonly json: boolean; readonly "dry-run": boolean },
): boolean {
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return isTerminal && !session.isAgent && !flags.json && !flags["dry-run"];
}

/**
 * Asks the person in front of the terminal how each of these went, and records it. Gives the runs that ended, by their
 * requirement; what is left open or refused is not among them. Errors: those of the operations.
 */
export async function askVerdicts(
  deps: Deps,
  unsaid: readonly Unsaid[],
  view: View,
): Promise<ReadonlyMap<string, QaRun>> {
  const done = new Map<string, QaRun>();
  if (unsaid.length === 0) return done;
  const { createInterface } = await import("node:readline");
  // Left to the terminal, ctrl-c ends the process as everywhere else.
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    const ask = asker(lines);
    for (const one of unsaid) {
      process.stderr.write(await intent(deps, one, view));
      const said = await askOne(ask);
      if (said === null) continue;
      const { result, errors } = await dispatch(qaRunComplete, deps, {
        target: { kind: "run", run_id: one.run },
        payload: said,
      });
      if (result === null) process.stderr.write(formatRefused(errors, view));
      else done.set(one.requirement_id, result.run);
    }
  } finally {
    lines.close();
  }
  return done;
}

/** Asks a question; null at the end of the input. */
type Ask = (question: string) => Promise<string | null>;

function asker(lines: Interface): Ask {
  const answers = lines[Symbol.asyncIterator]();
  return async (question) => {
    process.stderr.write(question);
    const { value, done } = await answers.next();
    return done === true ? null : value.trim();
  };
}

async function askOne(ask: Ask) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await ask(QUESTION);
    if (answer === null || answer === "") return null;
    const verdict = verdictOf(answer);
    if (verdict === undefined) continue;
    const note = (await ask(NOTE)) || null;
    // Undetermined says nothing without a reason.
    if (verdict === "undetermined" && note === null) continue;
    return { verdict, verdict_reason: note };
  }
  return null;
}

/** The verdict that begins so; small letters are as good as capitals. */
function verdictOf(answer: string): Verdict | undefined {
  return QA_WORDS.verdicts.find((verdict) => verdict.startsWith(answer.toLowerCase()));
}

/** What is to be done and what is expected. */
async function intent(
  deps: Deps,
  { requirement_id, title }: Unsaid,
  { columns, style }: View,
): Promise<string> {
  const { result } = await dispatch(qaRequirementGet, deps, {
    target: { kind: "requirement", requirement_id },
    payload: {},
  });
  const told = [
    ["do", result?.requirement.instructions],
    ["expect", result?.requirement.expected_outcome],
  ] as const;
  const rows = told.flatMap(([label, text]) =>
    text ? wrap(sanitise(`${label}: ${text}`), columns - 2).map((row) => `  ${row}`) : [],
  );
  return `\n${style.bold(sanitise(title))}\n${rows.map((row) => `${row}\n`).join("")}`;
}
