import type { SweepRan } from "#knowledge";
import { REQUEST_DONE } from "../../format/request-words.ts";
import { tellTime } from "../../format/time.ts";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Sweeping } from "../operations.ts";
import { byHandBlocks } from "./by-hand-blocks.ts";

const WORDS = {
  swept: "swept",
  already: "was swept before",
  "claimed-by-other": "is being swept",
  skipped: "not swept",
  refused: "not swept: no money is left",
  later: "not all is written yet",
  early: "not swept yet",
  missed: "not swept",
} as const satisfies Record<SweepRan["kind"], string>;

/** How a sweep ended, what it found, and how its report was proposed. */
export function sweepingBlocks({ ran, proposed }: Sweeping): Block[] {
  const { kind, swept, why, recover, until, holder } = ran;
  const issue = swept?.issue ?? null;
  return [
    { kind: "text", text: WORDS[kind], tone: kind === "swept" ? "good" : "warn" },
    ...pair("why", why),
    ...pair("holder", holder),
    ...pair("ask again", until === null ? null : tellTime(until)),
    ...pair("way out", recover),
    ...pair("found", swept === null ? null : counted(swept.findings.length, "finding")),
    ...pair("first", swept?.findings[0]?.says ?? null),
    ...pair("issue", issue === null ? (swept?.noIssue ?? null) : `${issue.title}, ${issue.url}`),
    ...(proposed === null ? [] : proposedBlocks(proposed)),
  ];
}

function proposedBlocks({ request, steps, refusal, byHand }: NonNullable<Sweeping["proposed"]>): Block[] {
  return [
    ...pair("report", steps.map((step) => REQUEST_DONE[step]).join(", ")),
    ...pair("branch", `${request.branch} of ${request.repository}`),
    ...pair("page", request.url),
    ...(refusal === null
      ? []
      : [
          { kind: "pair", label: "refused", text: refusal.why, tone: "bad" } as const,
          ...pair("way out", refusal.recover),
        ]),
    ...byHandBlocks(byHand),
  ];
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}
