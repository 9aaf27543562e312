import type { ChangeNext } from "#knowledge";
import type { Block } from "../blocks.ts";

/** Whose turn it is and what they do, in order. */
export function nextBlocks({ who, step, round, instructions, running }: ChangeNext): Block[] {
  const place = step === null ? [] : [`step ${step}, round ${round}`];
  return [
    { kind: "title", text: [`turn of: ${who}`, ...place].join(" · ") },
    ...instructions.map((text, at): Block => ({ kind: "pair", label: `${at + 1}.`, text })),
    ...(running.length === 0 ? [] : [{ kind: "pair", label: "running", text: running.join(", ") } as const]),
  ];
}
