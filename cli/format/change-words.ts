import { type ChangeList, type ChangeView, type ToldRound, type ToldVerdict, timesWord } from "#knowledge";

type Step = ChangeView["status"]["steps"][number];
type Ready = NonNullable<ChangeList["changes"][number]["ready"]>;
type Found = ToldRound["attempts"][number]["found"][number];

/** How often a change was sent back, in a sentence. */
export function sayReturns(returnRounds: number): string {
  return returnRounds === 0
    ? "Never sent back to its builder."
    : `Sent back to its builder ${timesWord(returnRounds)}.`;
}

/** What a host with a checkout has to do. */
export const READY_WORDS = {
  "ci-failed": "CI failed, and the QA engineer works on it",
  "own-tests": "no CI reports, and the repository's own tests are to be run",
  "to-write": "what was decided is to be written",
  "to-person": "a person is to be told",
} as const satisfies Record<Ready["why"], string>;

/** Where a run stands, in a sentence. */
export function sayPhase({ phase, why, steps, ready }: ChangeView["status"]): string {
  const current = steps.find(({ isCurrent }) => isCurrent);
  switch (phase) {
    case "running": {
      const place = current === undefined ? "begins" : `step ${current.name}, round ${current.round}`;
      return ready === null ? place : `READY at ${place}: ${READY_WORDS[ready.why]}`;
    }
    case "done":
      return "done: every step succeeded";
    case "closed":
      return `ended: ${why ?? "closed"}`;
    case "person":
      return `a person is needed (${why ?? "blocked"})`;
  }
}

/** Branches, issue, workflow and cost of a run. */
export function changeFacts({ change, workflow, run, issue, status }: ChangeView): string {
  return [
    `${change.headBranch} into ${change.baseBranch}`,
    ...(issue === null ? [] : [`begun by issue #${issue}`]),
    `${workflow}, run ${run}`,
    `$${status.costUSD}`,
  ].join(" · ");
}

/** Which round a step is in. */
export function roundWords({ round }: Pick<Step, "round">): string {
  return round === 0 ? "not begun" : `round ${round}`;
}

/** How a round before the last one ended, with what it cost. */
export function earlierWords(round: ToldRound): string {
  return `earlier: round ${round.round} ${endWords(round)}, $${round.spentUSD}`;
}

function endWords({ verdict, why }: ToldRound): string {
  return `${verdict?.word ?? "is open"}${why === null ? "" : ` (${why})`}`;
}

/** What CI said, with the checks that it rests on. */
export function ciWords({ outcome, checks }: NonNullable<ToldRound["ci"]>): string {
  return `CI ${outcome}${checks.length === 0 ? "" : `: ${checks.join(", ")}`}`;
}

const WHOSE: Readonly<Record<string, string>> = {
  change: "of the change",
  base: "on the base branch already",
  flake: "a flaky test",
  infrastructure: "infrastructure",
  unclear: "not clear whose",
};

/** A check that failed, why, and whose failure it is. */
export function foundWords({ check, cause, whose }: Pick<Found, "check" | "cause" | "whose">): string {
  return `${check}: ${cause.replaceAll("_", " ")} (${WHOSE[whose] ?? whose})`;
}

/** What a verdict says, behind the place that it names. */
export function verdictWords({ file, line, says }: ToldVerdict): string {
  return file === null ? says : `${file}:${line ?? 1}: ${says}`;
}
