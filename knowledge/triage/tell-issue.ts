import type { Config } from "../config/config.ts";
import { checkList } from "../engineer/telling/check-list.ts";
import { forgeBody } from "../engineer/telling/forge-body.ts";
import { issueTitle } from "../telling/issue-title.ts";
import { say } from "../telling/say.ts";
import type { Telling } from "../telling/telling.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import { acceptanceCriteria } from "./acceptance-criteria.ts";
import type { Ruling } from "./decide-case.ts";
import { nearExcerpt } from "./near-excerpt.ts";
import type { TriageCase } from "./triage-case.ts";

export interface IssueScene {
  readonly telling: Telling;
  readonly labels: Config["labels"];
  /** Of the mark; nobody else can know it before the issue is written. */
  readonly key: string;
}

/** Bytes of a body: what stands in an event stays small. */
const MOST_BYTES = 8_000;
/** Characters to begin with; a character may take several bytes. */
const ROOMS = [7_500, 5_000, 3_500, 2_400].map((all) => ({ all, lead: Math.floor(all * 0.75) }));

const NAMED_CHECKS = 10;
const LISTED_CHECKS = 6;
const NAMED_CHANGES = 15;

const HEADS = {
  code: "**The code is wrong**, and the tests are right to fail",
  test: "**A test is wrong**, and the code does what it should",
  infrastructure: "**Infrastructure failed**, and a person has to look at it",
  unclear: "**Code or test is not settled**, and a person has to decide it",
} as const;

/**
 * The one issue of a triage: what fails and since when, whose it is and why, what a builder is to reach, and the changes
 * that came in since, by number and title in plain words. Nothing in it is a reference, a mention or a link to a change:
 * none of them is woken. A person is called where infrastructure failed or nothing is settled. Pure.
 */
export function tellIssue(
  read: TriageCase,
  ruling: Ruling,
  { telling, labels, key }: IssueScene,
): NonNullable<TriageDecision["issue"]> | null {
  const { word } = ruling;
  if (word === "flake") return null;
  const names = checkNames(read, ruling);
  const body = (room: (typeof ROOMS)[number]) =>
    forgeBody(
      paragraphs(read, ruling, word, names, telling),
      ruling.about.map(({ failed }) => nearExcerpt(failed)),
      { telling, key, room },
    );
  const bodies = ROOMS.map(body);
  return {
    title: issueTitle(`CI fails on ${read.branch}`, listed(names, NAMED_CHECKS), telling),
    body: bodies.find((text) => Buffer.byteLength(text) <= MOST_BYTES) ?? (bodies.at(-1) as string),
    labels: [labels.triage, ...(needsPerson(word) ? [labels.needsPerson] : [])],
  };
}

/** Whether a decision calls a person: nobody else can go on. */
export function needsPerson(word: TriageDecision["word"]): boolean {
  return word === "infrastructure" || word === "unclear";
}

function paragraphs(
  read: TriageCase,
  { why, suspect, line, about, warns }: Ruling,
  word: keyof typeof HEADS,
  names: readonly string[],
  telling: Telling,
): string[] {
  const branch = say(read.branch, telling, 100);
  const checks = listed(
    names.map((name) => say(name, telling, 120)),
    NAMED_CHECKS,
  );
  const listedFailures = about.length > 0 ? about : warns;
  const decided =
    line === null || !telling.quotesLogs
      ? ""
      : ` What decided it: ${say(line.text, telling, 300)} (${say(line.check, telling, 120)}).`;
  const beside = warns.filter((one) => !listedFailures.includes(one)).map(({ note }) => note.check);
  return [
    `${sentence(`${branch} fails at commit \`${read.commit.slice(0, 12)}\`: ${checks}`)} ${sinceWhen(read)}`,
    `${HEADS[word]}: ${sentence(say(why, telling, 600))}${decided}`,
    [
      "## Acceptance criteria",
      "",
      ...acceptanceCriteria(word, { checks, branch }).map((text) => `- ${text}`),
    ].join("\n"),
    ...(listedFailures.length === 0
      ? []
      : [`## What fails\n\n${checkList(listedFailures.slice(0, LISTED_CHECKS), telling)}`]),
    ...(beside.length === 0
      ? []
      : [
          `Beside it, by flakes or infrastructure: ${listed(
            beside.map((name) => say(name, telling, 120)),
            5,
          )}.`,
        ]),
    mergedPart(read, suspect, telling),
  ];
}

function sinceWhen({ lastGreen, recovered, mergedUnknown }: TriageCase): string {
  const since =
    lastGreen === null
      ? "No tip was seen to pass before it."
      : `The newest tip that passed before it is \`${lastGreen.slice(0, 12)}\`${mergedUnknown === null ? "" : `; ${mergedUnknown}`}.`;
  return recovered ? `${since} The branch has passed these checks again since.` : since;
}

/** Numbers without a sign before them, and titles whose own are neutral: a forge makes no reference of them. */
function mergedPart({ merged, mergedUnknown }: TriageCase, suspect: number | null, telling: Telling): string {
  if (merged.length === 0)
    return mergedUnknown === null
      ? "No change is known to have come in since the branch passed: somebody pushed, or nothing did."
      : `What came in since the branch passed is not known: ${mergedUnknown}.`;
  const first = merged.filter(({ number }) => number === suspect);
  const told = [...first, ...merged.filter((one) => !first.includes(one))].slice(0, NAMED_CHANGES);
  const lines = told.map(({ number, title, mergedAt }) => {
    const when = mergedAt === null ? "" : `, merged ${mergedAt.slice(0, 16).replace("T", " ")} UTC`;
    const mark = number === suspect ? " **(the failures point to it)**" : "";
    return `- change ${number}: ${say(title, telling, 160, "(no title)")}${when}${mark}`;
  });
  const more = merged.length - told.length;
  return [
    "## Changes merged since the branch passed",
    "",
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
    "",
    "They are named for whoever looks into it; nothing was asked of them, and none was opened again.",
  ].join("\n");
}

/** The checks that the issue is about; where nothing could be read, those that were to be. */
function checkNames(
  { running, gone, passed, unread }: TriageCase,
  { about, warns }: Ruling,
): readonly string[] {
  const failures = about.length > 0 ? about : warns;
  const names = [...failures.map(({ note }) => note.check), ...unread];
  return [...new Set(names.length > 0 ? names : [...running, ...gone, ...passed])];
}

function listed(names: readonly string[], most: number): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
