import type { Call } from "../http/call.ts";
import { textField, textsField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal, validationFailed } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { labelShape } from "../shapes/label-shape.ts";
import { makeLabel } from "../state/make-label.ts";
import type { LabelState } from "../state/state.ts";
import { checkLabels } from "./check-labels.ts";
import { needIssue } from "./need-issue.ts";

const READ = { permissions: [{ issues: "read" }, { pull_requests: "read" }] } as const;
const WRITE = { permissions: [{ issues: "write" }, { pull_requests: "write" }] } as const;
const ON_ISSUE = "/repos/{owner}/{repo}/issues/{issue_number}/labels";

/** Labels of a repository and those on an issue or a pull request. */
export const labelRoutes = [
  route("GET", "/repos/{owner}/{repo}/labels", READ, (call) => {
    return page(
      call,
      shapes(
        call,
        [...call.repository.labels].sort((a, b) => (a.name < b.name ? -1 : 1)),
      ),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/labels/{name}", READ, (call) => {
    const label = call.repository.labels.find((one) => isNamed(one, call.params.name!));
    if (label === undefined) throw refusal(404, "Not Found");
    return { status: 200, json: labelShape(call.state, call.repository, label) };
  }),
  route("POST", "/repos/{owner}/{repo}/labels", { ...WRITE, content: true }, (call) => {
    const { state, repository } = call;
    const name = textField(call, "name", { given: true });
    checkLabels([name]);
    if (repository.labels.some((label) => isNamed(label, name))) {
      throw validationFailed({ resource: "Label", code: "already_exists", field: "name" });
    }
    const label = makeLabel(state, repository, name);
    label.color = textField(call, "color") ?? label.color;
    label.description = textField(call, "description") ?? null;
    const json = labelShape(state, repository, label);
    return { status: 201, json, headers: { location: json.url } };
  }),
  route("GET", ON_ISSUE, READ, (call) => page(call, shapes(call, needIssue(call).labels))),
  route("POST", ON_ISSUE, { ...WRITE }, (call) => {
    const issue = needIssue(call);
    const names = textsField(call, "labels") ?? [];
    checkLabels(names);
    return setLabels(call, [
      ...issue.labels,
      ...names.map((name) => makeLabel(call.state, call.repository, name)),
    ]);
  }),
  route("PUT", ON_ISSUE, { ...WRITE }, (call) => {
    const names = textsField(call, "labels") ?? [];
    checkLabels(names);
    return setLabels(
      call,
      names.map((name) => makeLabel(call.state, call.repository, name)),
    );
  }),
  route("DELETE", `${ON_ISSUE}/{name}`, WRITE, (call) => {
    const issue = needIssue(call);
    if (!issue.labels.some((label) => isNamed(label, call.params.name!)))
      throw refusal(404, "Label does not exist");
    return setLabels(
      call,
      issue.labels.filter((label) => !isNamed(label, call.params.name!)),
    );
  }),
];

function setLabels(call: Call, labels: readonly LabelState[]) {
  const issue = needIssue(call);
  issue.labels = [...new Set(labels)];
  issue.updatedAt = call.state.clock.now();
  return { status: 200, json: shapes(call, issue.labels) };
}

function shapes({ state, repository }: Call, labels: readonly LabelState[]) {
  return labels.map((label) => labelShape(state, repository, label));
}

function isNamed(label: LabelState, name: string): boolean {
  return label.name.toLowerCase() === name.toLowerCase();
}
