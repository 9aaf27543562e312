import type { RequestDiff } from "#knowledge";
import type { Block } from "../blocks.ts";
import type { Tone } from "../theme.ts";

/** Lines that are shown; `assay proposal request diff` prints all of them. */
const LINES_SHOWN = 5_000;

/** What merging a request changes: its files one after the other, added and removed lines by sign and colour. */
export function diffBlocks({ into, base, head, files }: RequestDiff): Block[] {
  const blocks: Block[] = [
    { kind: "text", text: `${head.slice(0, 12)} against ${into} at ${base.slice(0, 12)}`, tone: "quiet" },
    ...(files.length === 0 ? [{ kind: "text", text: "Merging it changes nothing." } as const] : []),
    ...files.flatMap(fileBlocks),
  ];
  const left = blocks.length - LINES_SHOWN;
  if (left <= 0) return blocks;
  const more = `and ${left.toLocaleString("en")} more lines: assay proposal request diff`;
  return [...blocks.slice(0, LINES_SHOWN), { kind: "text", text: more, tone: "warn" }];
}

function fileBlocks({ path, change, diff }: RequestDiff["files"][number]): Block[] {
  const title: Block[] = [{ kind: "gap" }, { kind: "pair", label: change, text: path, tone: "strong" }];
  if (diff === null) return [...title, { kind: "text", text: "This is no text." }];
  const lines = diff.replace(/\n$/, "").split("\n");
  // Names and commits stand above already.
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return [...title, ...lines.slice(Math.max(first, 0)).map(lineBlock)];
}

function lineBlock(text: string): Block {
  return { kind: "line", text, tone: TONES[text[0] ?? ""] ?? "plain" };
}

const TONES: Readonly<Record<string, Tone>> = { "+": "good", "-": "bad", "@": "name", "\\": "quiet" };
