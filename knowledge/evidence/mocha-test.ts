import { buildFailure } from "./build-test.ts";
import type { JsonNode } from "./json-node.ts";
import { member, stringAt } from "./json-node.ts";
import type { Failure } from "./test-case.ts";

/** Mocha joins suites and title with a blank, so what stands before the title is given as one suite. */
export function mochaSuites(fullTitle: string | undefined, title: string): readonly string[] {
  if (fullTitle === undefined || !fullTitle.endsWith(title)) return [];
  const suite = fullTitle.slice(0, fullTitle.length - title.length).trim();
  return suite === "" ? [] : [suite];
}

/** The failure under `err` (`{}` where there is none); `estack` is mochawesome's word for `stack`. */
export function mochaFailure(node: JsonNode): Failure | undefined {
  const error = member(node, "err");
  const message = stringAt(error, "message") ?? (typeof error?.value === "string" ? error.value : undefined);
  const stack = stringAt(error, "stack") ?? stringAt(error, "estack") ?? stringAt(node, "stack");
  if (error === undefined || (message === undefined && stack === undefined)) return undefined;
  const diff = stringAt(error, "diff");
  const at = member(error, "message") ?? error;
  return buildFailure({
    type: stringAt(error, "name"),
    message,
    text: [stack ?? message, diff].filter((part) => part !== undefined && part !== "").join("\n\n"),
    line: at.line,
    endLine: error.endLine,
  });
}
