import type { GateSummary } from "#knowledge";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import { CLAUSE_SIGNS } from "./work-words.ts";

export type Gate = NonNullable<GateSummary["result"]>["gate"];

/** Things that are owed which are told one by one. */
const MOST_OWED = 50;
const ORDER = { failed: 0, not_evaluated: 1, passed: 2 } as const;

/** A gate: its word, its clauses, those that hold it first, then what is owed with the command that gets out of it. */
export function gateBlocks({ target, is_open, word, clauses, blockers }: Gate): Block[] {
  const more = blockers.length - MOST_OWED;
  return [
    { kind: "heading", text: `gate to ${target}` },
    {
      kind: "pair",
      label: "gate",
      text: is_open ? `open (${word})` : `closed: ${counted(blockers.length, "thing")} owed`,
      tone: is_open ? "good" : "bad",
    },
    ...clauses
      .toSorted((a, b) => ORDER[a.outcome] - ORDER[b.outcome])
      .map(({ clause, outcome, seen }): Block => {
        const { symbol, word: said, tone } = CLAUSE_SIGNS[outcome];
        const told = seen === "" ? (outcome === "not_evaluated" ? said : "") : seen;
        return { kind: "text", text: `${symbol} ${clause}${told === "" ? "" : `: ${told}`}`, tone };
      }),
    ...blockers
      .slice(0, MOST_OWED)
      .flatMap(({ why, recover, code }): Block[] => [
        { kind: "gap" },
        { kind: "pair", label: "owed", text: `${why} [${code}]`, tone: "bad" },
        { kind: "quote", text: recover },
      ]),
    ...(more > 0
      ? [
          {
            kind: "text",
            text: `and ${more.toLocaleString("en")} more that are owed: R lists the requirements`,
          } as const,
        ]
      : []),
  ];
}
