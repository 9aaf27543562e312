import type { WatchStatus } from "#knowledge";
import { tellTime } from "./time.ts";

type Failure = WatchStatus["failures"][number];
type Answer = Failure["answer"];

/** What CI says of a tip. */
export const OUTCOME_WORDS = {
  passed: "green",
  failed: "red",
  running: "CI runs",
  unclear: "neither green nor red: a check was cancelled or is stale",
  none: "no CI reports",
} as const;

/** Why a repository cannot be looked at. */
export const LOST_WORDS = {
  missing: "not there, or not for this token",
  empty: "empty",
  archived: "archived",
} as const;

const WHY: Readonly<Record<string, string>> = {
  "closed-lately": "it was closed less than 14 days before",
  "own-change": "a change that was to close it fails",
  "flake-lately": "a flake was found less than a day before",
  "refused-lately": "the forge did not take the issue less than a day before",
  "being-answered": "a triage of these checks is under way",
  "told-already": "its issue was told of this commit",
  old: "it was red for long when it was first looked at",
};

/** What a failure is answered with, in a sentence. */
export function answerWords({ kind, issue, why }: Answer): string {
  const because = why === null ? "" : (WHY[why] ?? why);
  switch (kind) {
    case "triage":
      return "a triage";
    case "comment":
      return `a comment on issue ${issue ?? "?"}`;
    case "reopen":
      return `issue ${issue ?? "?"} is opened again for a person: ${because}`;
    case "none":
      return `nothing is done: ${because}`;
  }
}

/** How far an answer that is still to be written has come. */
export const STANDING_WORDS = {
  due: () => "due",
  claimed: ({ holder }) => `${holder ?? "somebody"} works on it`,
  waits: ({ waitsUntil }) => `due, and no money for it: it waits until ${tellTime(waitsUntil ?? "")}`,
} as const satisfies Partial<Record<Failure["state"], (failure: Failure) => string>>;

/** `github-actions/build (*)` as people call it. */
export function checkName(key: string): string {
  return key.slice(key.indexOf("/") + 1);
}
