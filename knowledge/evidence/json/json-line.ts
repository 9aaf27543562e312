import type { JsonNode } from "./json-node.ts";

/** The JSON value that a line of an NDJSON file holds, or null where it holds none or a broken one. */
export function jsonLine(text: string, line: number): JsonNode | null {
  const start = text.trimStart().charAt(0);
  if (start !== "{" && start !== "[") return null;
  try {
    return located(JSON.parse(text), line);
  } catch {
    return null;
  }
}

function located(value: unknown, line: number): JsonNode {
  const node = (inner: JsonNode["value"]): JsonNode => ({
    value: inner,
    line,
    endLine: line,
    whole: true,
  });
  if (Array.isArray(value)) return node(value.map((item) => located(item, line)));
  if (typeof value === "object" && value !== null) {
    return node(new Map(Object.entries(value).map(([key, item]) => [key, located(item, line)])));
  }
  return node(value as string | number | boolean | null);
}
