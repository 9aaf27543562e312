import type { LogLine } from "../log/log-digest.ts";
import type { Cause, Quote, Verdict } from "./cause.ts";
import { failsOnBase } from "./fails-on-base.ts";
import { fillAction } from "./fill-action.ts";
import { readHistory } from "./flake-evidence.ts";
import { type Match, matchRules, specificity } from "./match-rules.ts";
import { quoteEvidence, quoteLines } from "./quote-evidence.ts";
import { type Conclusion, conclusionWord, readConclusion } from "./read-conclusion.ts";
import { RULE_STAGES, type Rule, type RuleStage } from "./rule.ts";
import type { Context, Symptoms } from "./symptoms.ts";
import { tellsOnlyExit } from "./tells-only-exit.ts";
import { testCodeFault } from "./test-code-fault.ts";
import { namesTestFile } from "./test-path.ts";
import { weighMatch } from "./weigh-match.ts";

/** Below this weight a match is a hint, not an answer. */
const FLOOR = 0.45;
/** How much more a later stage must weigh than an earlier one to win over it. */
const MARGIN = 0.2;
/** The most that an answer without a cause claims. */
const UNDECIDED = 0.3;
/** Stages that are asked after the base branch and the history: what they show may fail by chance or before. */
const LATE: ReadonlySet<RuleStage> = new Set(["compile", "assertion"]);

interface Weighed {
  readonly match: Match;
  readonly weight: number;
}

/**
 * Exactly one hypothesis for a failure, with quoted lines as its evidence. Rules only: no model, no clock,
 * no randomness; the order of `rules` never matters (ADR 0010). Never `flaky` without a history that shows
 * it. What cannot be decided is `unknown` with the next thing to look at.
 */
export function classify(symptoms: Symptoms, rules: readonly Rule[], context: Context = {}): Verdict {
  const settled = notAFailure(symptoms, context) ?? inconsistent(symptoms);
  if (settled !== null) return settled;

  const ranked = matchRules(symptoms, rules)
    .map((match) => ({ match, weight: weighMatch(match, symptoms) }))
    .sort(byRank);
  const best = pick(ranked);

  if (best === null && !speaks(symptoms)) {
    const silent = silence(symptoms);
    if (silent !== null) return silent;
  }
  const concluded = readConclusion(context);
  if (concluded !== null && !(best !== null && answersBefore(best, concluded))) {
    return byConclusion(symptoms, concluded);
  }

  const history = readHistory(symptoms, context);
  const preExisting = failsOnBase(symptoms, context) || history.kind === "pre-existing";
  const late = best === null || LATE.has(best.match.rule.stage);
  if (!preExisting && late && history.kind === "flaky") {
    return {
      ...undecided(symptoms, "flake/history"),
      cause: "flaky",
      confidence: history.confidence,
      nextAction:
        "Run it again, and open an issue for the test: it has both passed and failed at one revision.",
    };
  }
  // A report holds tests alone, so what its retried tests said is no other cause; a log may hold one.
  const onlyTests = best === null || symptoms.from === "report";
  if (!preExisting && onlyTests && passedOnRetry(symptoms)) {
    return {
      ...undecided(symptoms, "flake/passed-on-retry"),
      cause: "flaky",
      confidence: 0.9,
      nextAction: "Open an issue for the tests that passed only on a retry, and find what they race with.",
    };
  }
  const verdict = best === null ? byTests(symptoms) : byRule(symptoms, best, ranked);
  return preExisting ? { ...verdict, preExisting, nextAction: ON_BASE } : verdict;
}

const ON_BASE = "Mend the base branch first: it fails the same way without this change.";

/** The best match of each stage, earliest first; a later one wins only by a clear margin. */
function pick(ranked: readonly Weighed[]): Weighed | null {
  let chosen: Weighed | null = null;
  for (const stage of RULE_STAGES) {
    const best = ranked.find(({ match }) => match.rule.stage === stage);
    if (best === undefined || best.weight < FLOOR) continue;
    if (chosen === null || best.weight > chosen.weight + MARGIN) chosen = best;
  }
  return chosen;
}

/** Of the lines that show one rule equally well, the first: what comes after is often its echo. */
function earliest(chosen: Weighed, ranked: readonly Weighed[]): Weighed {
  return ranked
    .filter(({ match, weight }) => match.rule === chosen.match.rule && sameWeight(weight, chosen.weight))
    .reduce((first, next) => (next.match.at.line < first.match.at.line ? next : first), chosen);
}

function sameWeight(a: number, b: number): boolean {
  return Math.round((a - b) * 1e6) === 0;
}

/** Weight, then how narrow the sign is, then id, then the earlier line: a total order. */
function byRank(a: Weighed, b: Weighed): number {
  return (
    Math.round((b.weight - a.weight) * 1e6) ||
    specificity(b.match.sign) - specificity(a.match.sign) ||
    (a.match.rule.id < b.match.rule.id ? -1 : a.match.rule.id > b.match.rule.id ? 1 : 0) ||
    a.match.at.line - b.match.at.line
  );
}

function byRule(symptoms: Symptoms, chosen: Weighed, ranked: readonly Weighed[]): Verdict {
  const best = earliest(chosen, ranked);
  const { rule, at, captures } = best.match;
  const others = ranked
    .filter(({ match }) => match.rule === rule && match.at.line !== at.line)
    .map(({ match }) => match.at);
  let cause: Cause = rule.cause;
  let support: LogLine[] = others.slice(0, 1);
  if (rule.inTests !== undefined && [at, ...others].every((line) => namesTestFile(line.text)))
    cause = rule.inTests;
  if (rule.stage === "assertion" && cause === "app_bug") {
    const slip = testCodeFault(symptoms.errors.slice(0, 2));
    if (slip !== null) {
      cause = "test_bug";
      support = [slip, ...support];
    }
  }
  const unknown = cause === "unknown";
  return {
    cause,
    infrastructure: rule.infrastructure === true,
    preExisting: false,
    confidence: round(Math.min(unknown ? UNDECIDED : 0.98, Math.max(unknown ? 0 : 0.35, best.weight))),
    decidedBy: "rule",
    rule: rule.id,
    evidence: quoteEvidence(symptoms, best, support),
    nextAction: fillAction(rule.nextAction, captures),
  };
}

/** Failed tests and nothing else: an assertion of the change's own tests, as far as can be seen. */
function byTests(symptoms: Symptoms): Verdict {
  const { tests } = symptoms;
  if (tests !== null && tests.failed + tests.errored > 0) {
    const slip = testCodeFault(symptoms.errors.slice(0, 2));
    return {
      ...undecided(symptoms, slip === null ? "tests-failed" : "tests-failed/test-code"),
      cause: slip === null ? "app_bug" : "test_bug",
      confidence: 0.6,
      nextAction: "Read the first failed test, and compare what it expects with what the change does.",
    };
  }
  if (tests !== null && tests.total === 0 && symptoms.errors.length === 0) {
    return {
      ...undecided(symptoms, "zero-tests"),
      confidence: 0.2,
      nextAction: "Find out why no test ran: zero tests are no pass.",
    };
  }
  const first = symptoms.errors[0];
  if (first !== undefined && tellsOnlyExit(first.headline.text)) {
    return {
      ...undecided(symptoms, "exit-only"),
      confidence: 0.2,
      nextAction:
        "Look at what the step printed before it ended, or run its command by hand: the log tells only that it failed.",
    };
  }
  if (first !== undefined) {
    return {
      ...undecided(symptoms, null),
      nextAction: `Read line ${first.headline.line}: it looks like the first error, but no rule knows it.`,
    };
  }
  return {
    ...undecided(symptoms, null),
    confidence: 0.1,
    nextAction: "Look at the last lines and at the step that failed: nothing here looks like an error.",
  };
}

/** The shape of an answer without a cause, to be made better. */
function undecided(symptoms: Symptoms, rule: string | null): Verdict {
  return {
    cause: "unknown",
    infrastructure: false,
    preExisting: false,
    confidence: 0.25,
    decidedBy: "rule",
    rule,
    evidence: symptoms.errors.length > 0 ? quoteEvidence(symptoms, null, []) : lastLine(symptoms),
    nextAction: "",
  };
}

/** The last line that says anything: all there is to show where nothing looks like an error. */
function lastLine({ tail }: Symptoms): Quote[] {
  const last = tail.findLast((line) => line.text.trim() !== "");
  return last === undefined ? [] : quoteLines([last]);
}

function notAFailure(symptoms: Symptoms, { conclusion }: Context): Verdict | null {
  const { tests, outcome, exit, errors } = symptoms;
  const bad = tests !== null && tests.failed + tests.errored > 0;
  const word = conclusion === undefined ? null : conclusionWord(conclusion);
  const said =
    word === null ? outcome === "success" : word === "success" || word === "neutral" || word === "skipped";
  const green =
    symptoms.from === "log" &&
    outcome === null &&
    word === null &&
    tests !== null &&
    tests.passed > 0 &&
    tests.flaky === 0 &&
    errors.length === 0 &&
    symptoms.ending === "complete" &&
    (exit === null || exit.code === 0);
  if (bad || !(said || green)) return null;
  if (symptoms.from === "report" && tests !== null && (tests.total === 0 || tests.flaky > 0)) return null;
  if (exit !== null && exit.code !== 0) {
    return {
      ...undecided(symptoms, "conclusion/disagrees"),
      nextAction: `See whether a step may fail (continue-on-error, \`|| true\`): the job is said to have passed, yet line ${exit.line} tells of exit code ${exit.code}.`,
    };
  }
  return {
    ...undecided(symptoms, "not-a-failure"),
    confidence: said ? 0.95 : 0.8,
    evidence: lastLine(symptoms),
    nextAction: "Do nothing: it passed, so there is no failure to explain.",
  };
}

/** A report that shows no failure and cannot be whole: it may hide one. */
function inconsistent(symptoms: Symptoms): Verdict | null {
  const { doubt, tests, errors } = symptoms;
  if (doubt === null) return null;
  if (errors.length > 0 || (tests !== null && tests.failed + tests.errored > 0)) return null;
  return {
    ...undecided(symptoms, "inconsistent-report"),
    confidence: 0.2,
    nextAction: `Make the report again, or read the log of the job: ${doubt}; a failure may be missing from it.`,
  };
}

/** True where the file says anything that an answer could rest on. */
function speaks({ errors, tests }: Symptoms): boolean {
  return errors.length > 0 || (tests !== null && tests.total > 0);
}

/** No log, or one that stops in the middle without a word: an answer of its own. */
function silence(symptoms: Symptoms): Verdict | null {
  if (symptoms.ending === "empty") {
    return {
      ...undecided(symptoms, "no-log"),
      confidence: 0.2,
      nextAction:
        "Fetch the file again; where it stays empty, look at the runner, which may never have started the job.",
    };
  }
  if (symptoms.from === "log" && symptoms.ending === "cut") {
    return {
      ...undecided(symptoms, "cut-log"),
      nextAction:
        "Fetch the whole log: it stops in the middle; where that is all there is, look at the runner.",
    };
  }
  return null;
}

function passedOnRetry({ from, tests, outcome }: Symptoms): boolean {
  return (
    tests !== null &&
    tests.flaky > 0 &&
    tests.failed + tests.errored === 0 &&
    (from === "log" || outcome !== "failure")
  );
}

/** Whether a match answers at an earlier stage than the job's conclusion does, or the conclusion only says "failed". */
function answersBefore({ match, weight }: Weighed, concluded: Conclusion): boolean {
  const earlier = RULE_STAGES.indexOf(match.rule.stage) < RULE_STAGES.indexOf(concluded.stage);
  return weight >= (earlier ? FLOOR : concluded.confidence + MARGIN);
}

function byConclusion(symptoms: Symptoms, concluded: Conclusion): Verdict {
  return {
    ...undecided(symptoms, concluded.rule),
    cause: concluded.cause,
    infrastructure: concluded.infrastructure,
    confidence: concluded.confidence,
    nextAction: concluded.nextAction,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
