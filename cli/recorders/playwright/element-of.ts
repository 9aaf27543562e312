import type { Locator } from "@playwright/test";
import { type NamedElement, roleAskedFor } from "../named-element.ts";
import { internalCall } from "./internal-call.ts";

/** `nameless`: the element has no role that could name it. `unknown`: nobody can say any more what it was. */
export type SeenElement = NamedElement | "nameless" | "unknown";

/**
 * What the one element is that the locator finds, by Playwright's own reckoning; waits for it, at most so many
 * milliseconds or until `over`. What it asks leaves at once: the browser answers it before
 * anything that is asked of it afterwards, so that what comes next cannot change what is said here, however slow
 * this process is to hear of it.
 */
export async function elementOf(
  locator: Locator,
  timeout: number,
  over: AbortController = new AbortController(),
): Promise<SeenElement> {
  const options = { timeout, depth: 1, signal: over.signal };
  const nodeOf = async (of: Locator): Promise<NamedElement | undefined> =>
    readNode((await internalCall(of, () => of.ariaSnapshot(options))).split("\n", 1)[0] ?? "");
  const asked = roleAskedFor(String(locator));
  try {
    if (asked !== undefined) {
      const node = await nodeOf(locator);
      return node?.role === asked ? node : "nameless";
    }
    // Of an element without a role the snapshot shows what is inside of it, and that is not what was asked for.
    const withRole = locator.and(locator.page().locator(WITH_ROLE));
    return await Promise.race([
      nodeOf(withRole).then((node) => node ?? "nameless"),
      nodeOf(locator).then(() => "nameless" as const),
    ]);
  } catch (error) {
    return /same frame/.test(String(error)) ? "nameless" : "unknown";
  } finally {
    over.abort();
  }
}

/** Elements that have a role of their own and so stand in a snapshot themselves (HTML accessibility mappings). */
const NAMED = ":is([aria-label],[aria-labelledby],[title])";
const ROLES = [
  "[role]:not([role=''])",
  "a[href],area[href],article,aside,blockquote,button,caption,code,datalist,dd,del,details,dfn,dialog,dt,em",
  "fieldset,figure,h1,h2,h3,h4,h5,h6,hr,img:not([alt='']),input:not([type=hidden]),ins,li,main,math,menu",
  "meter,nav,ol,optgroup,option,output,p,progress,search,select,strong,sub,sup,svg,table,tbody,td,textarea",
  `tfoot,th,thead,time,tr,ul,form${NAMED},section${NAMED}`,
];
const WITH_ROLE = `:is(${ROLES.join(",")}):not([role=none],[role=presentation],[role=generic])`;

/** How many elements a locator finds now; undefined where the page is gone. */
export async function countOf(locator: Locator): Promise<number | undefined> {
  try {
    return await internalCall(locator, () => locator.count());
  } catch {
    return undefined;
  }
}

/** A line of Playwright's snapshot, which is YAML: `- role "name" [attributes]: text`, or all of it in quotes. */
export function readNode(line: string): NamedElement | undefined {
  const quoted = /^- '((?:[^']|'')*)'/.exec(line)?.[1]?.replaceAll("''", "'");
  const found = /^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(quoted ?? line.replace(/^- /, ""));
  if (found === null || found[1] === "text") return undefined;
  return { role: found[1] as string, name: found[2] === undefined ? "" : (JSON.parse(found[2]) as string) };
}
