import { cutLine, plainLine } from "../../learn/see/plain-line.ts";
import { maskText } from "../../record/mask-text.ts";
import { withoutInvisible } from "../../text/terminal-text.ts";
import type { Telling } from "../scene.ts";

/** A title of at most 200 characters, one line; titles are shown as they are, without Markdown or mentions. */
export function issueTitle(begin: string, name: string, { mask }: Pick<Telling, "mask">): string {
  return cutLine(`${begin}: ${withoutInvisible(plainLine(maskText(name, mask)))}`, 200);
}
