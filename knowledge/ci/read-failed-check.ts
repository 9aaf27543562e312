import type { Verdict } from "../cause/cause.ts";
import { classify } from "../cause/classify.ts";
import { failsOnBase } from "../cause/fails-on-base.ts";
import { RULES } from "../cause/rules/index.ts";
import type { Context, Symptoms } from "../cause/symptoms.ts";
import { symptomsOfLog } from "../cause/symptoms-of-log.ts";
import { vocabulary } from "../cause/vocabulary.ts";
import { AssayError } from "../errors.ts";
import { pastOf } from "../explain/past-of.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Check } from "./check.ts";
import type { BaseState, FailedCheck } from "./failed-check.ts";
import { logExcerpt } from "./log-excerpt.ts";
import { maskCheck } from "./mask-check.ts";
import { maskedLine } from "./masked-line.ts";
import { type BaseChecks, baseStateOf } from "./read-base.ts";
import { type JobLog, readJobLog } from "./read-job-log.ts";
import { toldAnnotations } from "./told-annotations.ts";
import { unloggedVerdict } from "./unlogged-verdict.ts";

const MOST_TESTS = 50;

/** What is known of a failed check before it is read. */
export interface CheckQuestion {
  readonly repository: RepositoryName;
  readonly commit: string;
  /** The branch that the change goes to, or null. */
  readonly baseBranch: string | null;
  readonly base: BaseChecks;
  /** `failure` also reads the log of the base branch where the check fails there. */
  readonly compareBase: "state" | "failure";
  /** Masks the secrets of the secrets files in all that is told. */
  readonly mask: SecretMask;
}

/**
 * Reads why a check failed: its annotations, where it has some, and its log, once and in memory that does not grow
 * with it; the same rules as everywhere decide the cause. What the forge cannot give of one check is told in its
 * place (`noLog`) and costs nothing else. Writes nothing.
 */
export async function readFailedCheck(
  deps: Pick<Deps, "forge" | "history">,
  check: Check,
  question: CheckQuestion,
): Promise<FailedCheck> {
  const { compareBase, base } = question;
  const there = base?.get(check.key);
  const annotations = await readAnnotations(deps, check, question);
  const { log, noLog } = await readLogOf(deps, check, question.repository);
  const compared =
    compareBase === "failure" && there?.state === "failed" && log !== null
      ? (await readLogOf(deps, there, question.repository)).log
      : null;
  return explainCheck(deps, check, question, { annotations, log, noLog, compared });
}

/** What a failed check says of itself. */
export interface CheckWords {
  readonly annotations: Pick<FailedCheck, "annotations" | "annotationsLeftOut">;
  readonly log: JobLog | null;
  /** Why there is no log, else null. */
  readonly noLog: string | null;
  /** Log of the same check on the base branch, where it failed there and that was asked for. */
  readonly compared: JobLog | null;
}

/** The cause of a failed check by the rules, out of what it says, and how it stands on the base branch. */
export async function explainCheck(
  deps: Pick<Deps, "history">,
  check: Check,
  question: Omit<CheckQuestion, "compareBase" | "repository">,
  { annotations, log, noLog, compared: baseLog }: CheckWords,
): Promise<FailedCheck> {
  const { mask, base } = question;
  const symptoms = log === null ? null : symptomsOfLog(log.digest);
  const compared = baseLog === null ? null : symptomsOfLog(baseLog.digest);
  const context = await contextOf(deps, check, question, symptoms, compared);
  const found = symptoms === null ? unloggedVerdict(check) : classify(symptoms, RULES, context);
  const state = maskedState(baseStateOf(check, base), mask);
  return {
    check: maskCheck(check, mask),
    ...annotations,
    result: toldVerdict(found, mask),
    tests: (symptoms?.tests?.failedNames ?? []).slice(0, MOST_TESTS).map((name) => maskedLine(name, mask)),
    fingerprint: symptoms?.fingerprint ?? null,
    excerpt: log === null ? null : logExcerpt(log.digest, mask, log.broken !== null),
    noLog: noLog === null ? null : maskText(noLog, mask),
    base: symptoms === null || compared === null ? state : comparedState(state, symptoms, compared, mask),
  };
}

async function readAnnotations(
  { forge }: Pick<Deps, "forge">,
  check: Check,
  { repository, mask }: CheckQuestion,
): Promise<Pick<FailedCheck, "annotations" | "annotationsLeftOut">> {
  if (check.checkRun === null || check.annotations === 0) return toldAnnotations([], 0, mask);
  try {
    const annotations = await forge.annotations(repository, check.checkRun);
    return toldAnnotations(annotations, check.annotations, mask);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return toldAnnotations([], check.annotations, mask);
  }
}

async function readLogOf(
  { forge }: Pick<Deps, "forge">,
  check: Check,
  repository: RepositoryName,
): Promise<{ readonly log: JobLog | null; readonly noLog: string | null }> {
  if (check.job === null) return { log: null, noLog: whoKeepsIt(check) };
  try {
    const bytes = await forge.jobLog(repository, check.job);
    if (bytes === null)
      return { log: null, noLog: "the job has no log: it did not begin, is not written yet, or was removed" };
    return { log: await readJobLog(bytes, vocabulary(RULES)), noLog: null };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { log: null, noLog: `${error.message}; ${error.hint}` };
  }
}

function whoKeepsIt({ kind, app, url }: Check): string {
  const place = url !== null && URL.canParse(url) ? new URL(url).host : null;
  if (kind === "status")
    return place === null
      ? "it is a commit status, which has no log and names no page"
      : `it is a commit status of ${place}, which keeps the log`;
  return place === null ? `${app} keeps the log` : `${app} keeps the log, at ${place}`;
}

async function contextOf(
  { history }: Pick<Deps, "history">,
  { name, conclusion }: Check,
  { commit, baseBranch }: Pick<CheckQuestion, "commit" | "baseBranch">,
  symptoms: Symptoms | null,
  base: Symptoms | null,
): Promise<Context> {
  const past =
    symptoms === null
      ? undefined
      : await pastOf(history, symptoms, (error) => {
          if (!(error instanceof AssayError)) throw error;
        });
  return {
    job: name,
    commit,
    ...(conclusion === null ? {} : { conclusion }),
    ...(baseBranch === null ? {} : { defaultBranch: baseBranch }),
    ...(past === undefined ? {} : { history: past }),
    ...(base === null ? {} : { base: shownBy(base) }),
  };
}

function shownBy({ fingerprint, fingerprints, tests, errors }: Symptoms): NonNullable<Context["base"]> {
  const headline = errors[0]?.headline.text;
  return {
    fingerprint,
    fingerprints,
    failedNames: tests?.failedNames ?? [],
    ...(headline === undefined ? {} : { headline }),
  };
}

function maskedState(state: BaseState, mask: SecretMask): BaseState {
  if (state.kind !== "failed" || state.url === null) return state;
  return { ...state, url: maskText(state.url, mask) };
}

function comparedState(state: BaseState, head: Symptoms, base: Symptoms, mask: SecretMask): BaseState {
  if (state.kind !== "failed") return state;
  const there = new Set(base.tests?.failedNames ?? []);
  const tests = (head.tests?.failedNames ?? []).filter((name) => there.has(name));
  return {
    ...state,
    same: failsOnBase(head, { base: shownBy(base) }),
    tests: tests.slice(0, MOST_TESTS).map((name) => maskedLine(name, mask)),
  };
}

function toldVerdict(verdict: Verdict, mask: SecretMask): FailedCheck["result"] {
  const { cause, infrastructure, preExisting, confidence, rule, evidence, nextAction } = verdict;
  const quotes = evidence.map((quote) => ({ ...quote, quote: maskedLine(quote.quote, mask) }));
  return {
    cause,
    infrastructure,
    preExisting,
    confidence,
    rule,
    evidence: quotes,
    nextAction: maskText(nextAction, mask),
  };
}
