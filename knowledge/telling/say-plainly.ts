import { maskText } from "../record/mask-text.ts";
import { plainLine } from "../text/plain-line.ts";
import type { Telling } from "./telling.ts";

/** Somebody else's words where nothing is made of them, as in a title or a message to a service: masked, one sound line. */
export function sayPlainly(text: string, { mask }: Pick<Telling, "mask">): string {
  return plainLine(maskText(text, mask));
}
