import type { TriageRan, WatchAnswered } from "#knowledge";
import type { DoneDuty, WatchRan } from "../../do-duties.ts";
import { tellTime } from "../../format/time.ts";
import { checkName, OUTCOME_WORDS } from "../../format/watch-words.ts";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import { byHandBlocks } from "./by-hand-blocks.ts";

/** What a look at one default branch saw, what was done about it, and what stood in the way. */
export function lookedBlocks({ changed, done, undone, problems }: WatchRan): Block[] {
  const news = changed.flatMap(({ commit, outcome, failures }): Block[] => [
    {
      kind: "pair",
      label: "tip",
      text: [commit?.slice(0, 12) ?? "none", ...(outcome === null ? [] : [OUTCOME_WORDS[outcome]])].join(
        ", ",
      ),
    },
    ...failures.map(
      ({ checks }): Block => ({
        kind: "pair",
        label: "failed",
        text: checks.map(checkName).join(", "),
        tone: "bad",
      }),
    ),
  ]);
  return [
    ...(news.length === 0 ? [{ kind: "text", text: "Nothing new was seen." } as const] : news),
    ...done.flatMap(doneBlocks),
    ...undone.map(
      ({ kind, problem }): Block => ({
        kind: "pair",
        label: "not done",
        text: `${kind}, which stays due: ${problem}`,
        tone: "bad",
      }),
    ),
    ...problems.map(({ problem }): Block => ({ kind: "pair", label: "problem", text: problem, tone: "bad" })),
  ];
}

function doneBlocks({ triage, answer, learn }: DoneDuty): Block[] {
  return [
    ...(triage === null ? [] : triageBlocks(triage)),
    ...(answer === null ? [] : [{ kind: "pair", label: "answer", text: answerWords(answer) } as const]),
    ...(learn === null ? [] : learnBlocks(learn)),
  ];
}

function triageBlocks({ kind, decision, issue, why, recover, until, holder, spentUSD }: TriageRan): Block[] {
  if (kind !== "done" || decision === null)
    return [
      {
        kind: "pair",
        label: "triage",
        text: [
          TRIAGE_WORDS[kind],
          why,
          holder === null ? null : `${holder} works on it`,
          until && `until ${tellTime(until)}`,
        ]
          .filter(Boolean)
          .join("; "),
        tone: kind === "refused" ? "bad" : "plain",
      },
      ...pair("way out", recover),
    ];
  const { word, by, why: found, suspect, merged, needsPerson } = decision;
  return [
    ...pair("triage", `${word} (by ${by === "rules" ? "rules" : "a model"}): ${found}`),
    ...pair("merged", merged.length === 0 ? null : `change ${merged.join(", ")}`),
    ...pair("suspect", suspect === null ? null : `change ${suspect}`),
    ...pair("issue", issue === null ? "none" : `${issue.title}, ${issue.url}`),
    ...pair("cost", `$${spentUSD}`),
    ...(needsPerson ? [{ kind: "text", text: "A person is needed.", tone: "warn" } as const] : []),
    ...pair("problem", why),
  ];
}

function learnBlocks({ runs, left, proposed }: NonNullable<DoneDuty["learn"]>): Block[] {
  const taught = runs.filter(({ learned }) => learned.length > 0).length;
  return [
    ...pair("learned", `from ${taught} of ${counted(runs.length, "run")} that CI ended`),
    ...pair("waiting", left === 0 ? null : `${counted(left, "run")} for the next time`),
    ...pair("proposed", proposed?.request.url ?? proposed?.request.branch ?? null),
    ...pair("refused", proposed?.refusal?.why ?? null),
    ...pair("way out", proposed?.refusal?.recover ?? null),
    ...byHandBlocks(proposed?.byHand ?? null),
  ];
}

const TRIAGE_WORDS = {
  done: "nothing was decided",
  answered: "it is answered already",
  "claimed-by-other": "not done",
  skipped: "not done",
  later: "it has to wait",
  refused: "not done: nothing was read",
} as const satisfies Record<TriageRan["kind"], string>;

function answerWords({ kind, answer, issue, url, why, holder, until }: WatchAnswered): string {
  const at = until === null ? "" : ` until ${until}`;
  switch (kind) {
    case "answered":
      return "it was told already";
    case "claimed-by-other":
      return `${holder ?? "another process"} works on it${at}`;
    case "later":
      return `it has to wait${at}`;
    case "done":
      return issue === null
        ? `the forge did not take it: ${why ?? "no reason"}`
        : `issue ${issue} was ${answer === "reopen" ? "opened again for a person" : "told"}${url === null ? "" : `: ${url}`}`;
  }
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}
