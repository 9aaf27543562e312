import { type ChangeView, ROLE_NAMES } from "#knowledge";
import { changeFacts, earlierWords, roundWords, sayPhase, sayReturns } from "../../format/change-words.ts";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { roundBlocks } from "./round-blocks.ts";

type Step = ChangeView["status"]["steps"][number];

/**
 * A change under QA: how often it was sent back, then its steps, each with the record of its last round and how the
 * rounds before it ended; beside them the records of those rounds.
 */
export function changeDetail(view: ChangeView): Detail {
  const { change, status } = view;
  return {
    path: null,
    blocks: [
      { kind: "title", text: `${change.repository}#${change.number}  ${change.title}` },
      { kind: "text", text: changeFacts(view), tone: "quiet" },
      { kind: "text", text: sayPhase(status), tone: phaseTone(status) },
      { kind: "gap" },
      {
        kind: "text",
        text: sayReturns(status.returnRounds),
        tone: status.returnRounds > 0 ? "warn" : "quiet",
      },
      ...status.steps.flatMap(stepBlocks),
    ],
    evidence: status.steps.flatMap(earlierBlocks),
    links: linksOf(view),
    tests: [],
  };
}

function phaseTone({ phase, ready }: ChangeView["status"]) {
  if (phase === "person") return "warn";
  return ready === null ? "plain" : "name";
}

function stepBlocks(step: Step): Block[] {
  const [last, ...earlier] = step.rounds.toReversed();
  return [
    { kind: "gap" },
    {
      kind: "heading",
      text: [
        step.name,
        roundWords(step),
        ROLE_NAMES[step.agentRole],
        ...(step.isCurrent ? ["open"] : []),
      ].join(" · "),
    },
    ...(last === undefined ? [] : roundBlocks(last)),
    ...(last === undefined ? [] : step.criteria).map(
      (text, index): Block => ({ kind: "pair", label: index === 0 ? "criteria" : "", text }),
    ),
    ...earlier.map((round): Block => ({ kind: "text", text: earlierWords(round) })),
  ];
}

function earlierBlocks({ name, rounds }: Step): Block[] {
  return rounds
    .slice(0, -1)
    .toReversed()
    .flatMap((round): Block[] => [
      { kind: "heading", text: `${name} · earlier round ${round.round}` },
      ...roundBlocks(round),
      { kind: "gap" },
    ]);
}

/** The pull request, then every page that was found or written, each once. */
function linksOf({ change, status }: ChangeView): Link[] {
  const pages = status.steps
    .flatMap(({ rounds }) => rounds.flatMap(({ attempts }) => attempts))
    .flatMap(({ found, wrote }) => [
      ...found.map(({ check, url }) => [check, url] as const),
      ...wrote.map(({ what, url }) => [what, url] as const),
    ]);
  const labels = new Map([[change.url, "pull request"]]);
  for (const [label, url] of pages)
    if (url !== null && /^https?:/.test(url) && !labels.has(url)) labels.set(url, label);
  return [...labels].map(([id, label]) => ({
    label: `${label}  ${id}`,
    subject: { kind: "address", id },
  }));
}
