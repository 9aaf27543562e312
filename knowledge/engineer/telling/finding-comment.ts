import type { DecidedEffect } from "../../change/planned-effect.ts";
import type { Verdict } from "../../change/step-verdict.ts";
import { say } from "../../telling/say.ts";
import { sayLink } from "../../telling/say-link.ts";
import { type Scene, sceneKey } from "../scene.ts";
import type { SortedFailure } from "../sort-failures.ts";
import { checkList } from "./check-list.ts";
import { forgeBody } from "./forge-body.ts";
import { signature } from "./signature.ts";

export type CodeFinding = Extract<Verdict, { readonly word: "CODE CHANGE NEEDED" }>;

/** What a builder is told first, whatever the finding. */
export const FIRST_INSTRUCTION =
  "Make the failing check pass for the right reason; do not change the test to match.";

/**
 * The comment on a change that hands a finding to its builder, or to the person who opened it: the instruction
 * first, then the check, the cause, the place and what the code should do.
 */
export function findingComment(
  finding: CodeFinding,
  failures: readonly SortedFailure[],
  scene: Scene,
): Extract<DecidedEffect, { readonly what: "comment" }> {
  const named = failures.filter(({ note }) => note.check === finding.check);
  const others = failures.filter(({ note }) => note.check !== finding.check);
  const key = sceneKey(scene, "finding");
  const to = scene.hasBuilder
    ? `Round ${scene.round} ends here; the work goes on in this branch and this change.`
    : "No builder works on this change, so this goes to the person who opened it.";
  const paragraphs = [
    `**${finding.word}**`,
    FIRST_INSTRUCTION,
    [
      `- Failing check: ${sayLink(finding.check, named[0]?.note.url ?? null, scene)}`,
      `- Cause: ${say(finding.cause, scene, 2_000)}`,
      `- Where: ${say(`${finding.file}:${finding.line}`, scene)}`,
      `- What the code should do: ${say(finding.should, scene, 2_000)}`,
    ].join("\n"),
    to,
    ...(others.length === 0 ? [] : [`Other checks that failed:\n\n${checkList(others, scene)}`]),
    signature(scene),
  ];
  return {
    what: "comment",
    key,
    on: scene.change.number,
    body: forgeBody(
      paragraphs,
      named.map(({ failed }) => failed),
      { telling: scene, key },
    ),
  };
}
