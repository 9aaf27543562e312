import { createHash } from "node:crypto";
import { canonicalJson } from "../text/canonical-json.ts";
import { cutLine, plainLine } from "../text/plain-line.ts";
import { visibleText } from "../text/terminal-text.ts";
import { subjectOf } from "./decisions/subject-columns.ts";
import type { ExportedAttempt, ExportedState, ExportedTest } from "./exported-test.ts";
import type { GateReadOut } from "./gate.ts";
import { unsettledBlocker } from "./gate-blocker.ts";
import { type RowInGate, rowsInGate, taskNumOf } from "./gate-rows.ts";
import type { GateTarget } from "./gate-target.ts";
import type { QaArtifact, QaRun } from "./qa-run.ts";
import type { Requirement } from "./requirement.ts";
import type { StandingContext } from "./standing.ts";
import { standingOf } from "./standing-of.ts";
import type { Subject } from "./subject.ts";
import type { SubjectState } from "./subject-state.ts";
import type { Clause } from "./success-policy.ts";

/** What an export is made of: the read-out of a subject's fold, and nothing else. */
export interface ExportSource {
  readonly subject: Subject;
  /** `SHOP-12`, `SHOP-12 task 2`, `exec-7k3f9x2m0a`. */
  readonly name: string;
  /** Title of the item; null for an execution. */
  readonly title: string | null;
  /** The newest commit that its runs are asked for, whole; null where there is none. */
  readonly commit: string | null;
  /** The gate that was asked, or null. */
  readonly gate: Pick<GateReadOut, "target" | "word"> | null;
  /** Requirements in the order of their creation, those that the gate looks at where one was asked, and then the gate. */
  readonly tests: readonly ExportedTest[];
  /** Milliseconds since the epoch: from the first run's start, else from when the subject was made, to the last thing known. */
  readonly start: number;
  readonly stop: number;
}

export interface ExportAsk {
  readonly subject: Subject;
  readonly state: SubjectState;
  readonly context: StandingContext;
  readonly title: string | null;
  readonly commit: string | null;
  readonly gate: GateReadOut | null;
  /** When the subject was made, ISO 8601; null where nobody knows. */
  readonly since: string | null;
  /** Takes out what must not leave. */
  mask(text: string): string;
}

/** Longest name and message of a test, in UTF-16 units. */
const NAME_LIMIT = 200;
const MESSAGE_LIMIT = 2_000;

/**
 * The tests of a subject: a requirement is one, and so is the gate that was asked, so that what it owes beside its rows is
 * no pass either. Pure.
 */
export function exportSource(ask: ExportAsk): ExportSource {
  const { subject, state, context, commit, gate } = ask;
  const shown = (text: string, limit = MESSAGE_LIMIT) =>
    cutLine(plainLine(ask.mask(visibleText(text))), limit);
  const task_num = subject.kind === "task" ? subject.task_num : null;
  const target = (gate?.target ?? "done") as GateTarget;
  const rows = rowsInGate(state, { target, task_num }, context).filter(({ isDue }) => gate === null || isDue);
  const own = rows.map((row) => testOf(row, ask, target, shown));
  const tests = gate === null ? own : [...own, gateTest(gate, ask, shown)];
  const since = ask.since === null ? 0 : Date.parse(ask.since);
  const starts = tests.flatMap(({ start }) => start ?? []);
  const stops = tests.flatMap(({ stop }) => stop ?? []);
  const start = starts.length === 0 ? since : Math.min(...starts);
  return {
    subject,
    name: nameOfSubject(subject),
    title: ask.title === null ? null : shown(ask.title, NAME_LIMIT),
    commit,
    gate: gate === null ? null : { target: gate.target, word: gate.word },
    tests,
    start,
    stop: Math.max(start, ...stops),
  };
}

type Shown = (text: string, limit?: number) => string;

function nameOfSubject(subject: Subject): string {
  switch (subject.kind) {
    case "item":
      return subject.item_id;
    case "task":
      return `${subject.epic_id} task ${subject.task_num}`;
    case "execution":
      return subject.execution_id;
  }
}

function testOf(
  one: RowInGate,
  { state, context, commit }: ExportAsk,
  target: GateTarget,
  shown: Shown,
): ExportedTest {
  const { row, runs, standing } = one;
  const exported = stateOf(one);
  const owed = exported === "passed" || exported === "skipped" ? null : unsettledBlocker(one, state, target);
  const attempts = runs.map((run) => attemptOf(run, one, shown));
  const deciding = runs.findLast(({ id }) => standing.qualifying.includes(id)) ?? runs.at(-1);
  const ofCommit = { ...context, acceptedRevisions: new Set([commit ?? ""]) };
  const isOfCommit =
    commit !== null && exported === "passed" && standingOf(one, state, ofCommit).word === "satisfied";
  return {
    id: row.id,
    name: shown(row.title, NAME_LIMIT) || row.id,
    suites: suitesOf(row, shown),
    state: exported,
    word: standing.word,
    message: owed === null ? dischargeOf(one, shown) : shown(`${owed.why}${saidBy(deciding)}`),
    recover: owed === null ? null : shown(owed.recover),
    clauses: clausesOf(standing.readOut?.clauses ?? [], shown),
    isGate: false,
    isBlocking: row.blocking_mode === "blocking",
    isOfCommit,
    commit: commitOf(one, isOfCommit ? commit : null),
    kind: shown(row.qa_kind, NAME_LIMIT),
    method: row.method_id === null ? null : shown(row.method_id, NAME_LIMIT),
    planCase:
      row.plan_case === null
        ? null
        : {
            plan: shown(row.plan_case.plan, NAME_LIMIT),
            key: shown(row.plan_case.case_key, NAME_LIMIT),
          },
    digest: digestOf(row),
    attempts,
    durationMs: Math.round(deciding?.duration_ms ?? 0),
    start: attempts.length === 0 ? null : Math.min(...attempts.map(({ start }) => start)),
    stop: attempts.length === 0 ? null : Math.max(...attempts.map(({ start, stop }) => stop ?? start)),
  };
}

/** Commit of the run that decides: of a pass, of one that passed, and of `preferred` where there is such a one. */
function commitOf({ runs, standing }: RowInGate, preferred: string | null): string | null {
  const counting = runs.filter(({ id }) => standing.qualifying.includes(id));
  const passes = standing.word === "satisfied" ? counting.filter(({ verdict }) => verdict === "pass") : [];
  const commits = (passes.length > 0 ? passes : counting).map(
    ({ raw_result }) => raw_result.code_identity?.sha ?? null,
  );
  return preferred !== null && commits.includes(preferred) ? preferred : (commits.at(-1) ?? null);
}

function stateOf({ standing, runs }: RowInGate): ExportedState {
  switch (standing.word) {
    case "satisfied":
      return "passed";
    case "failed": {
      const counting = runs.filter(({ id }) => standing.qualifying.includes(id));
      const isBroken = counting.some(({ verdict }) => verdict === "error");
      return isBroken && !counting.some(({ verdict }) => verdict === "fail") ? "error" : "failed";
    }
    case "undetermined":
    case "pending":
    case "unmet":
      return standing.word;
    case "waived":
    case "superseded":
    case "retracted":
      return standing.isSettled ? "skipped" : "unmet";
  }
}

/** What the run that decides gave as its reason. */
function saidBy(run: QaRun | undefined): string {
  return run?.verdict_reason == null ? "" : `; ${run.id} says: ${run.verdict_reason}`;
}

/** Who let it off, when and why; null for a pass. */
function dischargeOf({ row, standing: { word } }: RowInGate, shown: Shown): string | null {
  switch (word) {
    case "retracted":
      return shown(`withdrawn at ${row.retracted_at}: ${row.retraction_reason}`);
    case "superseded":
      return shown(
        `superseded by ${row.superseded_by_requirement_id} (${row.supersession_source}) at ${row.superseded_at}: ${row.supersession_rationale}`,
      );
    case "waived": {
      const end = row.waiver_expires_at === null ? "" : ` until ${row.waiver_expires_at}`;
      return shown(
        `waived by ${row.waived_by} (${row.waiver_source}) at ${row.waived_at}${end}: ${row.waiver_rationale}`,
      );
    }
    default:
      return null;
  }
}

function suitesOf(row: Requirement, shown: Shown): readonly string[] {
  const task = taskNumOf(row);
  return [
    nameOfSubject(task === null ? subjectOf(row) : { kind: "item", item_id: row.epic_id ?? "" }),
    ...(task === null ? [] : [`task ${task}`]),
    ...(row.plan_case === null ? [] : [shown(row.plan_case.plan, NAME_LIMIT)]),
  ];
}

function clausesOf(clauses: readonly Clause[], shown: Shown): readonly Clause[] {
  return clauses.map(({ clause, outcome, seen }) => ({ clause: shown(clause), outcome, seen: shown(seen) }));
}

function attemptOf(run: QaRun, { standing }: RowInGate, shown: Shown): ExportedAttempt {
  return {
    run: run.id,
    verdict: run.verdict,
    reason: run.verdict_reason === null ? null : shown(run.verdict_reason),
    uncounted: standing.qualifying.includes(run.id)
      ? null
      : (standing.unqualified.find((one) => one.run === run.id)?.why ?? "discharged"),
    decidedBy: run.decided_by,
    commit: run.raw_result.code_identity?.sha ?? null,
    start: Date.parse(run.started_at),
    stop: run.completed_at === null ? null : Date.parse(run.completed_at),
    durationMs: run.duration_ms === null ? null : Math.round(run.duration_ms),
    attachments: run.artifacts
      .filter(({ pruned_at }) => pruned_at === undefined)
      .map((artifact) => attachmentOf(artifact, shown)),
  };
}

function attachmentOf({ handle }: QaArtifact, shown: Shown) {
  const key = shown(handle.backend === "local" ? handle.path : handle.key);
  return {
    name: key.split("/").at(-1) ?? key,
    contentType: shown(handle.content_type ?? "application/octet-stream", NAME_LIMIT),
    path: handle.backend === "local" ? key : `s3://${shown(handle.bucket, NAME_LIMIT)}/${key}`,
  };
}

/** What is asked for, whoever asks for it. */
function digestOf(row: Requirement): string {
  const { title, qa_kind, qa_phase, blocking_mode, target_env, success_policy, capability_requirements } =
    row;
  const { method_id, method_config, instructions, expected_outcome } = row;
  return sha256(
    canonicalJson({
      ...{ title, qa_kind, qa_phase, blocking_mode, target_env, success_policy, capability_requirements },
      ...{ method_id, method_config, instructions, expected_outcome },
    }),
  );
}

/** What a gate says is a test of its own: it fails where it is refused, whatever its rows say. */
function gateTest(gate: GateReadOut, { subject, commit }: ExportAsk, shown: Shown): ExportedTest {
  const name = nameOfSubject(subject);
  const [first] = gate.blockers;
  const all = gate.blockers.map(({ why }) => why).join("; ");
  return {
    id: `${name.replaceAll(" ", "-")}/gate-${gate.target}`,
    name: `gate before ${gate.target}`,
    suites: [name],
    state: GATE_STATES[gate.word],
    word: gate.word,
    message:
      gate.word === "accepted"
        ? null
        : gate.word === "discharged"
          ? "nothing passed: all that it asks for is waived or superseded"
          : shown(all),
    recover: first === undefined ? null : shown(first.recover),
    clauses: clausesOf(gate.clauses, shown),
    isGate: true,
    isBlocking: true,
    isOfCommit: commit !== null && gate.word === "accepted",
    commit: null,
    kind: "gate",
    method: null,
    planCase: null,
    digest: sha256(canonicalJson({ gate: gate.target })),
    attempts: [],
    durationMs: 0,
    start: null,
    stop: null,
  };
}

const GATE_STATES = {
  accepted: "passed",
  discharged: "skipped",
  refused: "failed",
} as const satisfies Record<GateReadOut["word"], ExportedState>;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
