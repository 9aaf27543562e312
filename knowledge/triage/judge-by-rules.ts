import { type SortedFailure, sortFailures } from "../engineer/sort-failures.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import { type Leaning, leaningOf } from "./lean.ts";
import { nameSuspect } from "./name-suspect.ts";
import type { TriageCase } from "./triage-case.ts";

/** What rules alone make of a failure, before it is told. */
export interface Judged {
  readonly word: TriageDecision["word"];
  readonly by: TriageDecision["by"];
  /** Why, for people; code's own words. */
  readonly why: string;
  readonly suspect: number | null;
  /** What an issue is about: the failures without those that are no one's fault, where there are others. */
  readonly about: readonly SortedFailure[];
  /** Flakes and infrastructure: memory is warned of these. */
  readonly warns: readonly SortedFailure[];
  /** Whether a model may be asked: rules do not say whether the code is wrong or the test. */
  readonly open: boolean;
}

/**
 * Decides what rules can: only flakes; infrastructure, with or without those; else the code where one failure is surely
 * its, the test where all are. Whatever else there is stays unclear, and a model may be asked. Pure.
 */
export function judgeByRules({ failed, unread, running, passed, gone, merged }: TriageCase): Judged {
  const sorted = sortFailures(failed).all.map((failure) => ({ failure, leaning: leaningOf(failure) }));
  const of = (...leanings: readonly Leaning[]) =>
    sorted.flatMap(({ failure, leaning }) => (leanings.includes(leaning) ? [failure] : []));
  const work = of("code", "test", "open");
  const warns = of("flake", "infrastructure");
  const judged = (
    word: Judged["word"],
    why: string,
    about: readonly SortedFailure[],
    isOpen = false,
  ): Judged => {
    const hasSuspect = word === "code" || word === "test" || word === "unclear";
    const suspect = hasSuspect
      ? nameSuspect(
          about.map((one) => one.failed),
          merged,
        )
      : null;
    return { word, by: "rules", why, suspect, about, warns, open: isOpen };
  };
  if (work.length === 0 && unread.length === 0) {
    const infrastructure = of("infrastructure");
    if (infrastructure.length > 0)
      return judged(
        "infrastructure",
        `infrastructure failed, not the product: ${rulesOf(infrastructure)}`,
        warns,
      );
    if (failed.length > 0)
      return judged("flake", `it both passes and fails at one commit: ${rulesOf(warns)}`, warns);
    if (running.length > 0)
      return judged("unclear", `checks still run a day after they failed: ${running.join(", ")}`, []);
    if (gone.length === 0)
      return judged(
        "flake",
        `it failed, and passed when it was run again at the same commit: ${passed.join(", ")}`,
        [],
      );
    return judged("unclear", "what failed reports no more, so nothing is left to read", []);
  }
  const code = of("code");
  if (code.length > 0) return judged("code", `the code cannot be right as it is: ${rulesOf(code)}`, work);
  if (work.length > 0 && of("test").length === work.length && unread.length === 0)
    return judged("test", `the tests' own code fails, not what they test: ${rulesOf(work)}`, work);
  return judged(
    "unclear",
    "rules do not say whether the code is wrong or what the tests ask for",
    work,
    true,
  );
}

/** Each check with the rule that placed it. */
function rulesOf(failures: readonly SortedFailure[]): string {
  const named = failures.slice(0, 5).map(({ note }) => `${note.check} (${note.rule ?? note.cause})`);
  const more = failures.length - named.length;
  return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
