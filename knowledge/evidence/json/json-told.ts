import type { Told } from "../shared/told.ts";
import { type JsonNode, member } from "./json-node.ts";

/** A string with the lines that it stands on; undefined where the node is none. */
export function toldBy(node: JsonNode | undefined): Told | undefined {
  if (typeof node?.value !== "string") return undefined;
  // Line breaks that are not escaped are damage that the scanner reads over.
  return { text: node.value, at: [{ row: 0, line: node.line, step: node.line === node.endLine ? 0 : 1 }] };
}

/** The string under `key` with its lines; undefined where there is none or it is of another type. */
export function toldAt(node: JsonNode | undefined, key: string): Told | undefined {
  return toldBy(member(node, key));
}
