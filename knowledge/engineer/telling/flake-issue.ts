import type { DecidedEffect } from "../../change/planned-effect.ts";
import { issueTitle } from "../../telling/issue-title.ts";
import { type Scene, sharedKey } from "../scene.ts";
import type { SortedFailure } from "../sort-failures.ts";
import { checkList } from "./check-list.ts";
import { failureIdentity } from "./failure-identity.ts";
import { forgeBody } from "./forge-body.ts";

type IssueEffect = Extract<DecidedEffect, { readonly what: "issue" }>;

/** The issue about a flaky test, with the label for it and its log; one for each failure, whichever change met it. */
export function flakeIssue(failure: SortedFailure, scene: Scene): IssueEffect {
  const { failed, note } = failure;
  const key = sharedKey(scene, "flake", failureIdentity(failure));
  const paragraphs = [
    `This test failed on #${scene.change.number}, and its history says that it is flaky: it passes and fails at one revision.`,
    checkList([failure], scene),
    "To be mended: what the test depends on beside the code. It is not to be skipped, nor run until it passes.",
  ];
  return {
    what: "issue",
    key,
    title: issueTitle("Flaky", failed.tests[0] ?? note.check, scene),
    body: forgeBody(paragraphs, [failed], { telling: scene, key }),
    labels: [scene.labels.flaky],
  };
}
