import type { DecidedEffect } from "../../change/planned-effect.ts";
import { issueTitle } from "../../telling/issue-title.ts";
import { say } from "../../telling/say.ts";
import { sayLink } from "../../telling/say-link.ts";
import type { Scene } from "../scene.ts";
import type { SortedFailure } from "../sort-failures.ts";
import { baseKey } from "./base-key.ts";
import { checkList } from "./check-list.ts";
import { forgeBody } from "./forge-body.ts";

/**
 * The issue about a check that fails on the base branch; one for each failure, whichever change met it. Its label
 * and its author tell it from one that an outsider wrote with the same mark.
 */
export function baseIssue(
  failure: SortedFailure,
  scene: Scene,
): Extract<DecidedEffect, { readonly what: "issue" }> {
  const { failed, note } = failure;
  const branch = scene.change.baseBranch;
  const key = baseKey(failure, scene);
  const url = failed.base.kind === "failed" ? failed.base.url : null;
  const where = url === null ? "" : ` (${sayLink("its run there", url, scene)})`;
  const paragraphs = [
    `This check fails on ${say(branch, scene, 100)} already${where}. It was met on #${scene.change.number}, which did not cause it.`,
    checkList([failure], scene),
  ];
  return {
    what: "issue",
    key,
    title: issueTitle(`Fails on ${branch}`, note.check, scene),
    body: forgeBody(paragraphs, [failed], { telling: scene, key }),
    labels: [scene.labels.triage],
  };
}
