import type { Call } from "../http/call.ts";
import { textField, wordField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { annotationShape } from "../shapes/annotation-shape.ts";
import { checkRunShape } from "../shapes/check-run-shape.ts";
import { addCheckRun } from "../state/add-check-run.ts";
import type { AnnotationState, CheckRunState } from "../state/state.ts";
import { needCommit } from "./resolve-commit.ts";

const READ = { permissions: [{ checks: "read" }] } as const;
const WRITE = { permissions: [{ checks: "write" }], appOnly: true, content: true } as const;
const MOST_ANNOTATIONS = 50;
const LONGEST_TEXT = 65_535;
const STATUSES = ["queued", "in_progress", "completed", "waiting", "requested", "pending"] as const;
const CONCLUSIONS = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
] as const;

/** Check runs and their annotations. */
export const checkRoutes = [
  route("GET", "/repos/{owner}/{repo}/commits/{ref+}/check-runs", READ, (call) => {
    const { state, repository, query } = call;
    const { sha } = needCommit(repository, call.params.ref!);
    const [name, status, app] = [query.get("check_name"), query.get("status"), query.get("app_id")];
    const now = state.clock.now();
    const runs = repository.checkRuns
      .filter((run) => run.sha === sha && run.shownAt <= now)
      .filter((run, _, all) => query.get("filter") === "all" || isLatest(run, all))
      .filter((run) => name === null || run.name === name)
      .filter((run) => status === null || run.status === status)
      .map((run) => checkRunShape(state, repository, run))
      .filter((run) => app === null || String(run.app?.id) === app)
      .reverse();
    return page(call, runs, (check_runs, total_count) => ({ total_count, check_runs }));
  }),
  route("GET", "/repos/{owner}/{repo}/check-runs/{check_run_id}", READ, (call) => {
    return { status: 200, json: checkRunShape(call.state, call.repository, needRun(call)) };
  }),
  route("GET", "/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations", READ, (call) => {
    const run = needRun(call);
    return page(
      call,
      run.annotations.map((one) => annotationShape(call.state, call.repository, run, one)),
    );
  }),
  route("POST", "/repos/{owner}/{repo}/check-runs", WRITE, (call) => {
    const { state, repository } = call;
    const name = textField(call, "name", { given: true });
    const { sha } = needCommit(repository, textField(call, "head_sha", { given: true }));
    const conclusion = wordField(call, "conclusion", CONCLUSIONS);
    const status = conclusion === undefined ? (wordField(call, "status", STATUSES) ?? "queued") : "completed";
    if (status === "completed" && conclusion === undefined)
      throw refusal(422, `Invalid request.\n\n"conclusion" wasn't supplied.`);
    const run = addCheckRun(state, repository, sha, {
      name,
      status,
      conclusion,
      app: call.actor.login.replace("[bot]", ""),
      detailsUrl: textField(call, "details_url"),
      externalId: textField(call, "external_id") ?? "",
    });
    takeOutput(call, run);
    return { status: 201, json: checkRunShape(state, repository, run) };
  }),
  route("PATCH", "/repos/{owner}/{repo}/check-runs/{check_run_id}", WRITE, (call) => {
    const run = needRun(call);
    if (call.actor.login !== `${run.app}[bot]`)
      throw refusal(
        403,
        `Invalid app ${run.app}: a check run can only be modified by the GitHub App that created it.`,
      );
    const conclusion = wordField(call, "conclusion", CONCLUSIONS);
    run.status = conclusion === undefined ? (wordField(call, "status", STATUSES) ?? run.status) : "completed";
    run.conclusion = run.status === "completed" ? (conclusion ?? run.conclusion) : null;
    run.completedAt = run.status === "completed" ? call.state.clock.now() : null;
    takeOutput(call, run);
    return { status: 200, json: checkRunShape(call.state, call.repository, run) };
  }),
];

/** The newest run of a name in a suite. */
function isLatest(run: CheckRunState, all: readonly CheckRunState[]): boolean {
  return all.findLast((other) => other.suite === run.suite && other.name === run.name) === run;
}

function needRun({ repository, params }: Call): CheckRunState {
  const run = repository.checkRuns.find((one) => String(one.id) === params.check_run_id);
  if (run === undefined) throw refusal(404, "Not Found");
  return run;
}

/** Takes over `output`; annotations are added to those that are there. */
function takeOutput(call: Call, run: CheckRunState): void {
  const output = call.body.output;
  if (output === undefined) return;
  if (typeof output !== "object" || output === null)
    throw refusal(422, "Invalid request.\n\nFor 'properties/output', it is not an object.");
  const inner = { ...call, body: output as Record<string, unknown> };
  const title = textField(inner, "title", { given: true });
  const summary = textField(inner, "summary", { given: true });
  const text = textField(inner, "text") ?? null;
  if (Math.max(summary.length, text?.length ?? 0) > LONGEST_TEXT) {
    throw refusal(422, `Invalid request.\n\nOnly ${LONGEST_TEXT} characters are allowed.`);
  }
  const annotations = "annotations" in output ? output.annotations : [];
  if (!Array.isArray(annotations))
    throw refusal(422, "Invalid request.\n\nFor 'properties/annotations', it is not an array.");
  if (annotations.length > MOST_ANNOTATIONS) {
    throw refusal(
      422,
      `Invalid request.\n\nNo more than ${MOST_ANNOTATIONS} items are allowed; ${annotations.length} were supplied.`,
    );
  }
  Object.assign(run, { title, summary, text: text ?? run.text });
  run.annotations.push(...(annotations as AnnotationState[]));
}
