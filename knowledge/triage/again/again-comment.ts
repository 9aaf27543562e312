import { readCheckKey } from "../../ci/check-key.ts";
import type { Owners } from "../../engineer/codeowners.ts";
import { forgeBody } from "../../engineer/telling/forge-body.ts";
import { say } from "../../telling/say.ts";
import type { Telling } from "../../telling/telling.ts";
import type { FailureState } from "../../watch/watch-state.ts";

/** Checks that are named; the rest is counted. */
const NAMED = 20;

/** Why a person is called, after the checks that fail. */
export const CALLS = {
  "closed-lately":
    "This issue was closed less than 14 days ago, and the same checks fail again. Whether the mending did not hold or something else broke them is for a person to say.",
  "own-change":
    "A change that was to close this issue came in, and the branch fails with it. Nothing more is begun by itself: a person takes it on from here.",
} as const;

/**
 * What an issue of ours is told when its checks fail again: where, since when, and whether a person is needed, whom it
 * mentions then. No line of a log is in it, and no change is named. Pure.
 */
export function againComment(
  { branch, commit, checks, lastGreen, answer }: FailureState,
  owners: Owners,
  { telling, key }: { readonly telling: Pick<Telling, "mask">; readonly key: string },
): string {
  const call = answer.kind === "reopen" ? CALLS[answer.why] : null;
  const names = [...owners.people, ...owners.teams].map((name) => `@${name}`);
  const named = checks.slice(0, NAMED).map((check) => `- ${say(readCheckKey(check).name, telling, 120)}`);
  const more = checks.length - named.length;
  const since =
    lastGreen === null
      ? "No tip was seen to pass before it."
      : lastGreen === commit
        ? "It passed at the same commit before."
        : `The newest tip that passed before it is \`${lastGreen.slice(0, 12)}\`.`;
  const paragraphs = [
    ...(call === null ? [] : ["**A person is needed**"]),
    `${say(branch, telling, 100)} fails ${call === null ? "again " : ""}at commit \`${commit.slice(0, 12)}\`. ${since}`,
    [...named, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"),
    ...(call === null ? [] : [call]),
    ...(call === null || names.length === 0 ? [] : [`Asked by CODEOWNERS: ${names.join(" ")}`]),
  ];
  return forgeBody(paragraphs, [], { telling: { ...telling, quotesLogs: false }, key });
}
