import type { DecidedEffect } from "../../change/planned-effect.ts";
import { say } from "../../telling/say.ts";
import { type Scene, sceneKey } from "../scene.ts";
import type { SortedFailure } from "../sort-failures.ts";
import { baseKey } from "./base-key.ts";
import { checkList } from "./check-list.ts";
import { forgeBody } from "./forge-body.ts";
import { signature } from "./signature.ts";

/** Issues that are linked; the rest has its own words about the change. */
const LINKED = 20;

/**
 * The note on a change about checks that fail on its base branch already, with the address of the issue that each has,
 * as it is known when the note is written.
 */
export function baseNote(
  failures: readonly SortedFailure[],
  scene: Scene,
): Extract<DecidedEffect, { readonly what: "comment" }> {
  const key = sceneKey(scene, "base-note");
  const branch = say(scene.change.baseBranch, scene, 100);
  const issues = new Map(failures.map((failure) => [baseKey(failure, scene), failure.note.check]));
  const links = [...issues]
    .slice(0, LINKED)
    .map(([issue, check]) => `- ${say(check, scene, 120)}: <{url:${issue}}>`);
  const more = issues.size - links.length;
  const paragraphs = [
    `These checks fail on ${branch} already, so they are no part of this change.`,
    checkList(failures, scene),
    `Each has an issue of its own:\n\n${[...links, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n")}`,
    signature(scene),
  ];
  return {
    what: "comment",
    key,
    on: scene.change.number,
    body: forgeBody(paragraphs, [], { telling: scene, key }),
  };
}
