import type { WatchStatus } from "#knowledge";
import { tellTime } from "../../format/time.ts";
import { checkName, LOST_WORDS, OUTCOME_WORDS } from "../../format/watch-words.ts";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { failureBlocks } from "./failure-blocks.ts";

const COMMIT_SHOWN = 12;

/** A watched default branch: what CI says of its tip, then its failures with their answers; beside it our issues. */
export function watchDetail(status: WatchStatus): Detail {
  const { repository, product, branch, seen, failures } = status;
  return {
    path: null,
    blocks: [
      { kind: "title", text: repository },
      { kind: "text", text: [product, branch ?? "no branch known"].join(" · "), tone: "quiet" },
      { kind: "gap" },
      ...(seen
        ? tipBlocks(status)
        : [{ kind: "text", text: "No look has been at it yet: u looks now." } as const]),
      ...(seen && failures.length === 0
        ? [{ kind: "gap" } as const, { kind: "text", text: "It was never seen to fail." } as const]
        : []),
      ...failures.flatMap(failureBlocks),
    ],
    evidence: issueBlocks(status),
    links: linksOf(status),
    tests: [],
  };
}

function tipBlocks({
  head,
  lastGreen,
  lost,
  renamedTo,
  vanished,
  overtaken,
  changedAt,
}: WatchStatus): Block[] {
  const tip =
    head === null ? null : `${shown(head.commit)}, ${OUTCOME_WORDS[head.outcome]} since ${tellTime(head.at)}`;
  return [
    ...(lost === null
      ? []
      : [
          {
            kind: "pair",
            label: "lost",
            text: `${LOST_WORDS[lost.why]}, since ${tellTime(lost.at)}`,
            tone: "bad",
          } as const,
        ]),
    ...pair("now", renamedTo),
    ...(tip === null
      ? []
      : [
          {
            kind: "pair",
            label: "tip",
            text: tip,
            tone: head?.outcome === "failed" ? "bad" : head?.outcome === "passed" ? "good" : "plain",
          } as const,
        ]),
    ...pair(
      "green",
      lastGreen === null
        ? "no tip was seen to pass"
        : lastGreen === head?.commit
          ? null
          : `last at ${shown(lastGreen)}`,
    ),
    ...overtaken.flatMap(({ commit, since }, index) =>
      pair(index === 0 ? "overtaken" : "", `${shown(commit)}, where CI ran on, seen ${tellTime(since)}`),
    ),
    ...pair(
      "vanished",
      vanished === null
        ? null
        : `checks that ${shown(vanished.commit)} had no more: ${vanished.checks.map(checkName).join(", ")}`,
    ),
    ...pair("changed", changedAt === null ? null : tellTime(changedAt)),
  ];
}

function issueBlocks({ issues }: WatchStatus): Block[] {
  return [
    { kind: "heading", text: "our issues" },
    ...(issues.length === 0 ? [{ kind: "text", text: "None was opened." } as const] : []),
    ...issues.flatMap(({ issue, url, checks, state, closedAt }): Block[] => [
      {
        kind: "text",
        text: `issue ${issue}, ${state}${closedAt === null ? "" : ` since ${tellTime(closedAt)}`}`,
        tone: state === "open" ? "warn" : "plain",
      },
      { kind: "text", text: checks.map(checkName).join(", ") },
      ...(url === null ? [] : [{ kind: "text", text: url, tone: "quiet" } as const]),
      { kind: "gap" },
    ]),
  ];
}

/** Issues that are open first, each page once. */
function linksOf({ issues, failures }: WatchStatus): Link[] {
  const open = issues.filter(({ state }) => state === "open");
  const labels = new Map<string, string>();
  const add = (url: string | null, label: string) => {
    if (url !== null && /^https?:/.test(url) && !labels.has(url)) labels.set(url, label);
  };
  for (const { url, issue, state } of [...open, ...issues]) add(url, `issue ${issue}, ${state}`);
  for (const { url, answer } of failures) add(url, answer.kind);
  return [...labels].map(([id, label]) => ({ label: `${label}  ${id}`, subject: { kind: "address", id } }));
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}

function shown(commit: string): string {
  return commit.slice(0, COMMIT_SHOWN);
}
