import type { JsonNode } from "../json/json-node.ts";
import { member, stringAt } from "../json/json-node.ts";
import { toldAt, toldBy } from "../json/json-told.ts";
import type { Failure } from "../test-case.ts";
import { buildFailure } from "./build-test.ts";
import { joinTold } from "./told.ts";

/** Mocha joins suites and title with a blank, so what stands before the title is given as one suite. */
export function mochaSuites(fullTitle: string | undefined, title: string): readonly string[] {
  if (fullTitle === undefined || !fullTitle.endsWith(title)) return [];
  const suite = fullTitle.slice(0, fullTitle.length - title.length).trim();
  return suite === "" ? [] : [suite];
}

/** The failure under `err` (`{}` where there is none); `estack` is mochawesome's word for `stack`. */
export function mochaFailure(node: JsonNode): Failure | undefined {
  const error = member(node, "err");
  const message = toldAt(error, "message") ?? toldBy(error);
  const stack = toldAt(error, "stack") ?? toldAt(error, "estack") ?? toldAt(node, "stack");
  if (error === undefined || (message === undefined && stack === undefined)) return undefined;
  const at = member(error, "message") ?? error;
  return buildFailure({
    type: stringAt(error, "name"),
    message,
    text: joinTold([stack ?? message, toldAt(error, "diff")], "\n\n"),
    line: at.line,
    endLine: error.endLine,
  });
}
