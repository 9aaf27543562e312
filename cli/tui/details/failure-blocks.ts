import type { WatchStatus } from "#knowledge";
import { tellTime } from "../../format/time.ts";
import { answerWords, checkName, STANDING_WORDS } from "../../format/watch-words.ts";
import type { Block } from "../blocks.ts";

type Failure = WatchStatus["failures"][number];

/** A failure of a default branch: its checks, what it is answered with, and what a triage found. */
export function failureBlocks(failure: Failure): Block[] {
  const { failure: id, at, commit, checks, endedAt, lastGreen, decision, url, refused } = failure;
  const isOpen = endedAt === null;
  return [
    { kind: "gap" },
    { kind: "heading", text: `failure · ${isOpen ? "open" : "over"}` },
    { kind: "pair", label: "checks", text: checks.map(checkName).join(", "), tone: isOpen ? "bad" : "plain" },
    ...pair("at", `${commit.slice(0, 12)}, ${tellTime(at)}`),
    ...pair("over", endedAt === null ? null : tellTime(endedAt)),
    ...pair("green", lastGreen === null ? null : `before at ${lastGreen.slice(0, 12)}`),
    { kind: "pair", label: "answer", text: answered(failure), tone: standing(failure) },
    ...(decision === null ? [] : decisionBlocks(decision)),
    ...pair("page", url),
    ...(refused === null ? [] : [{ kind: "pair", label: "refused", text: refused, tone: "bad" } as const]),
    { kind: "pair", label: "id", text: id, tone: "quiet" },
  ];
}

function decisionBlocks({ word, by, why, suspect, merged }: NonNullable<Failure["decision"]>): Block[] {
  return [
    {
      kind: "pair",
      label: "found",
      text: `${word} (by ${by === "rules" ? "rules" : "a model"})`,
      tone: "strong",
    },
    ...pair("why", why),
    ...pair("merged", merged.length === 0 ? "no change is known" : `change ${merged.join(", ")}`),
    ...(suspect === null
      ? []
      : [{ kind: "pair", label: "suspect", text: `change ${suspect}`, tone: "warn" } as const]),
  ];
}

function answered(failure: Failure): string {
  const { answer, state, issue, doneAt } = failure;
  const stands = {
    ...STANDING_WORDS,
    due: () => "due: u looks now and does it",
    done: () => `done${doneAt === null ? "" : ` ${tellTime(doneAt)}`}`,
    none: () => "",
  }[state](failure);
  const opened = answer.kind === "triage" && issue !== null ? `, issue ${issue}` : "";
  return `${answerWords(answer)}${opened}${stands === "" ? "" : ` (${stands})`}`;
}

function standing({ state, answer }: Failure): "warn" | "plain" {
  const isLeft = state === "due" || state === "claimed" || state === "waits";
  return isLeft || answer.kind === "reopen" ? "warn" : "plain";
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}
