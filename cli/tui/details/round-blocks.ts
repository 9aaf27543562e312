import type { ToldRound, ToldVerdict } from "#knowledge";
import { ciWords, foundWords, verdictWords } from "../../format/change-words.ts";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";

const HASH_SHOWN = 12;

/** The record of a step's round: what it found, what it decided, and the evidence that it kept. */
export function roundBlocks(round: ToldRound): Block[] {
  const { head, at, endedAt, spentUSD, ci, attempts, verdict, why, handedOver } = round;
  const found = attempts.at(-1)?.found ?? [];
  const wrote = attempts.flatMap((attempt) => attempt.wrote);
  return [
    ...pair("head", head.slice(0, HASH_SHOWN)),
    ...pair("began", untilSecond(at)),
    ...pair("ended", endedAt === null ? null : [untilSecond(endedAt), why].filter(Boolean).join(", ")),
    ...pair("cost", `$${spentUSD}${attempts.length === 0 ? "" : `, ${counted(attempts.length, "attempt")}`}`),
    ...pair("checks", ci === null ? null : ciWords(ci)),
    ...found.flatMap(({ quote, ...one }, index): Block[] => [
      { kind: "pair", label: index === 0 ? "found" : "", text: foundWords(one) },
      ...(quote === null ? [] : [{ kind: "quote", text: quote } as const]),
    ]),
    ...(verdict === null ? [] : verdictBlocks(verdict)),
    ...wrote.map(({ what, url, done, refused }, index): Block => {
      const open = refused === null ? "not written yet" : `not taken: ${refused}`;
      const text = `${what}: ${url ?? (done ? "done" : open)}`;
      return { kind: "pair", label: index === 0 ? "kept" : "", text };
    }),
    ...pair(
      "handed",
      handedOver === null
        ? null
        : [
            `to ${handedOver.to === "next" ? "the next step" : "a person"} by ${handedOver.by}`,
            handedOver.note,
          ]
            .filter(Boolean)
            .join(": "),
    ),
  ];
}

function verdictBlocks(verdict: ToldVerdict): Block[] {
  const { word, by, check, should, files, quotes } = verdict;
  return [
    { kind: "pair", label: "verdict", text: `${word} (decided by ${by})`, tone: "strong" },
    ...pair("check", check),
    ...pair("says", verdictWords(verdict)),
    ...pair("should", should),
    ...pair("files", files.join(", ")),
    ...quotes.map(({ source, sentence }): Block => ({ kind: "quote", text: `${sentence} (${source})` })),
  ];
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}

function untilSecond(at: string): string {
  return at.replace(/\.\d+Z$/, "Z");
}
