import { cutLine } from "../text/plain-line.ts";
import { withoutInvisible } from "../text/terminal-text.ts";
import { sayPlainly } from "./say-plainly.ts";
import type { Telling } from "./telling.ts";

/** A title of at most 200 characters, one line; titles are shown as they are, without Markdown or mentions. */
export function issueTitle(begin: string, name: string, telling: Pick<Telling, "mask">): string {
  return cutLine(`${begin}: ${withoutInvisible(sayPlainly(name, telling))}`, 200);
}
