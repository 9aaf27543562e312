import { type ChangeView, ROLE_NAMES, type ToldRound, type ToldVerdict } from "#knowledge";
import type { View } from "../command.ts";
import { counted } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import {
  changeFacts,
  ciWords,
  earlierWords,
  foundWords,
  roundWords,
  sayPhase,
  sayReturns,
  verdictWords,
} from "./change-words.ts";
import { hanging } from "./labelled.ts";
import { tellTime } from "./time.ts";

const HASH_SHOWN = 12;

type Step = ChangeView["status"]["steps"][number];

/** A change under QA: how often it was sent back, then its steps with their rounds, best known first. */
export function formatChange(change: ChangeView, view: View): string {
  const { status } = change;
  const rows = [
    ...formatChangeHead(change, view),
    "",
    ...hanging("", sayReturns(status.returnRounds), view.columns),
    ...status.steps.flatMap((step) => ["", ...stepRows(step, view)]),
  ];
  return `${rows.join("\n")}\n`;
}

/** The change, its run and where it stands, with the cost of all rounds. */
export function formatChangeHead(view: ChangeView, { columns, style }: View): string[] {
  const { change, status } = view;
  const name = `${change.repository}#${change.number}`;
  return [
    clip(`${style.bold(sanitise(name))}  ${sanitise(change.title)}`, columns),
    `  ${clip(sanitise(changeFacts(view)), columns - 2)}`,
    ...hanging("  ", sanitise(sayPhase(status)), columns),
  ];
}

function stepRows(step: Step, view: View): string[] {
  const { name, agentRole, rounds, criteria } = step;
  const [last, ...earlier] = rounds.toReversed();
  const title = `${view.style.bold(name)}  ${ROLE_NAMES[agentRole]}, ${roundWords(step)}`;
  if (last === undefined) return [title];
  return [
    title,
    ...roundRows(last, view),
    ...(last.verdict === null
      ? []
      : criteria.flatMap((text) => hanging("  criterion: ", sanitise(text), view.columns))),
    ...earlier.flatMap((one) => hanging("  ", sanitise(earlierWords(one)), view.columns)),
  ];
}

function roundRows(round: ToldRound, view: View): string[] {
  const { columns } = view;
  const line = (text: string) => hanging("  ", sanitise(text), columns);
  const { ci, verdict, attempts, spentUSD, head, at } = round;
  const found = attempts.at(-1)?.found ?? [];
  const wrote = attempts.flatMap((attempt) => attempt.wrote.filter(({ url }) => url !== null));
  const refused = attempts.flatMap((attempt) => attempt.wrote.filter((one) => one.refused !== null));
  return [
    ...line(`at ${head.slice(0, HASH_SHOWN)} since ${tellTime(at, view.now)}, $${spentUSD}`),
    ...(ci === null ? [] : line(ciWords(ci))),
    ...found.flatMap(({ quote, ...one }) => [
      ...line(foundWords(one)),
      ...(quote === null ? [] : hanging("    │ ", sanitise(quote), columns)),
    ]),
    ...(attempts.length === 0 ? [] : line(counted(attempts.length, "attempt"))),
    ...wrote.flatMap(({ what, url }) => line(`${what}: ${url ?? ""}`)),
    ...refused.flatMap(({ what, refused: why }) => line(`${what} was not taken: ${why ?? ""}`)),
    ...(verdict === null ? [] : formatVerdict(verdict, view)),
    ...(round.why === null ? [] : line(`ended: ${round.why}`)),
  ];
}

/** A verdict with its parts. */
export function formatVerdict(verdict: ToldVerdict, { columns, style }: View): string[] {
  const line = (text: string) => hanging("  ", sanitise(text), columns);
  return [
    `  ${style.bold(verdict.word)} (decided by ${verdict.by})`,
    ...line(verdictWords(verdict)),
    ...(verdict.should === null ? [] : line(`should: ${verdict.should}`)),
    ...(verdict.files.length === 0 ? [] : line(`files: ${verdict.files.join(", ")}`)),
    ...verdict.quotes.flatMap(({ source, sentence }) =>
      hanging("    │ ", sanitise(`${sentence} (${source})`), columns),
    ),
  ];
}
