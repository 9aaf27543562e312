import type { CommitReports, CommitStatus } from "../ports/forge.ts";
import { withoutInvisible, withoutSequences } from "../text/terminal-text.ts";
import type { Check, CheckState } from "./check.ts";
import { readCheckKey } from "./check-key.ts";
import { newestOfEach } from "./newest-of-each.ts";
import { type ToldRun, tellApart } from "./tell-apart.ts";

/** Characters of what a check says of itself. */
const SAYS = 200;

/** The order in which a person reads checks, and of two that bear one name the one that decides, but for the second pair. */
const ORDER = ["failed", "running", "unclear", "passed"] as const satisfies readonly CheckState[];

/** What GitHub's words mean (schemas.md §3); a word that nobody knows is no pass. */
const CONCLUDED: ReadonlyMap<string | null, CheckState> = new Map([
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["startup_failure", "failed"],
  ["action_required", "failed"],
  ["success", "passed"],
  ["neutral", "passed"],
  ["skipped", "passed"],
  ["cancelled", "unclear"],
  ["stale", "unclear"],
]);

const STATED = {
  failure: "failed",
  error: "failed",
  success: "passed",
  pending: "running",
} as const satisfies Record<CommitStatus["state"], CheckState>;

/**
 * The checks of a commit, each once: the newest check run of an app and name (of each workflow and event that has one
 * of the name), the newest status of a context, and one for both where they bear one name, which then must pass in
 * both. Failed first, then running, unclear and passed, each by name. Pure; the order of the reports makes no difference.
 */
export function checksOf({ checkRuns, statuses }: CommitReports): readonly Check[] {
  const runs = tellApart(checkRuns).map(checkOfRun);
  const told = new Map(
    newestOfEach(statuses, ({ context }) => context, isNewerStatus).map((status) => [status.context, status]),
  );
  const twice = new Set<string>();
  const joined = runs.toSorted(byKey).map((check) => {
    const { name } = readCheckKey(check.key);
    const status = told.get(name);
    // Two apps or workflows may use one name; a status of it is no third check, and it is told once.
    if (status === undefined || twice.has(name)) return check;
    twice.add(name);
    return both(check, checkOfStatus(status));
  });
  const alone = [...told.values()].filter(({ context }) => !twice.has(context)).map(checkOfStatus);
  return [...joined, ...alone].sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || compare(a.name, b.name) || byKey(a, b),
  );
}

function isNewerStatus(one: CommitStatus, other: CommitStatus): boolean {
  const [now, then] = [Date.parse(one.at), Date.parse(other.at)];
  if (now !== then) return now > then;
  const worse = ORDER.indexOf(STATED[one.state]) - ORDER.indexOf(STATED[other.state]);
  return worse !== 0 ? worse < 0 : compare(JSON.stringify(one), JSON.stringify(other)) > 0;
}

function checkOfRun({ run, key, name }: ToldRun): Check {
  const { app, status, conclusion, url, job, workflowRun, annotations } = run;
  const isDone = status === "completed";
  return {
    key,
    name,
    app,
    kind: "check-run",
    state: isDone ? (CONCLUDED.get(conclusion) ?? "unclear") : "running",
    conclusion: isDone ? conclusion : null,
    url,
    checkRun: run.id,
    job,
    workflowRun,
    annotations,
    says: oneLine(run.title.trim() === "" ? run.summary : run.title),
    startedAt: run.startedAt,
    completedAt: isDone ? run.completedAt : null,
  };
}

function checkOfStatus({ context, state, description, url, at }: CommitStatus): Check {
  const isDone = state !== "pending";
  return {
    key: `status/${context}`,
    name: context,
    app: "status",
    kind: "status",
    state: STATED[state],
    conclusion: isDone ? state : null,
    url,
    checkRun: null,
    job: null,
    workflowRun: null,
    annotations: 0,
    says: oneLine(description),
    startedAt: null,
    completedAt: isDone ? at : null,
  };
}

/** The check run, with the state, word and link of whichever of the two decides. */
function both(run: Check, status: Check): Check {
  const decides = ORDER.indexOf(status.state) < ORDER.indexOf(run.state) ? status : run;
  const ends = [run.completedAt, status.completedAt];
  const isDone = run.state !== "running" && status.state !== "running";
  return {
    ...run,
    kind: "both",
    state: decides.state,
    conclusion: decides.conclusion,
    url: decides.url ?? run.url ?? status.url,
    says: decides.says === "" ? run.says || status.says : decides.says,
    completedAt: isDone
      ? (ends
          .filter((end) => end !== null)
          .sort(byTime)
          .at(-1) ?? null)
      : null,
  };
}

function oneLine(text: string): string {
  const line = withoutSequences(text.slice(0, SAYS * 10).toWellFormed()).replace(/\s+/g, " ");
  const shown = [...withoutInvisible(line).trim()];
  return shown.length <= SAYS ? shown.join("") : `${shown.slice(0, SAYS - 1).join("")}…`;
}

function byTime(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}

function byKey(a: Check, b: Check): number {
  return compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
