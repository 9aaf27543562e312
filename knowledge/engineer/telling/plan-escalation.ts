import type { DecidedEffect } from "../../change/planned-effect.ts";
import { personCall } from "../../telling/person-call.ts";
import { say } from "../../telling/say.ts";
import { type Scene, sceneKey } from "../scene.ts";
import type { SortedFailure } from "../sort-failures.ts";
import { checkList } from "./check-list.ts";
import { forgeBody } from "./forge-body.ts";
import { signature } from "./signature.ts";

/** Why a person is called. `blocked`: the step ends on it; `escalation`: the work goes on beside it. */
export type EscalationKind = "blocked" | "escalation";

/**
 * Everything that calls a person to a change, once each: a comment that asks the question and mentions the owners
 * once, the label, the assignment, the webhook where there is one.
 */
export function planEscalation(
  kind: EscalationKind,
  question: string,
  failures: readonly SortedFailure[],
  scene: Scene,
): readonly DecidedEffect[] {
  const { change, labels, owners, hasWebhook } = scene;
  const on = change.number;
  const comment = blockComment(kind, question, failures, scene);
  const assign =
    owners.people.length === 0
      ? []
      : [{ what: "assign" as const, key: sceneKey(scene, kind, "assign"), on, people: owners.people }];
  const { url, title, repository } = change;
  const at = { url, step: scene.step, round: scene.round };
  const call = personCall({ repository, change: at, title, word: kind, question }, scene);
  const webhook = hasWebhook
    ? [{ what: "webhook" as const, key: sceneKey(scene, kind, "webhook"), body: JSON.stringify(call) }]
    : [];
  return [
    comment,
    { what: "label", key: sceneKey(scene, kind, "label"), on, labels: [labels.needsPerson] },
    ...assign,
    ...webhook,
  ];
}

/** The comment alone: the verdict where the step ends, the question, the checks with their logs, the owners. */
function blockComment(
  kind: EscalationKind,
  question: string,
  failures: readonly SortedFailure[],
  scene: Scene,
): DecidedEffect {
  const key = sceneKey(scene, kind);
  const { people, teams } = scene.owners;
  const names = [...people, ...teams].map((name) => `@${name}`);
  const paragraphs = [
    kind === "blocked" ? "**BLOCKED**" : "**A person is needed**",
    say(question, scene, 4_000),
    ...(names.length === 0 ? [] : [`Asked by CODEOWNERS: ${names.join(" ")}`]),
    ...(failures.length === 0 ? [] : [checkList(failures, scene)]),
    "CI is not run again by itself: a person does that, if they choose.",
    signature(scene),
  ];
  const body = forgeBody(
    paragraphs,
    failures.map(({ failed }) => failed),
    { telling: scene, key },
  );
  return { what: "comment", key, on: scene.change.number, body };
}
