import { parse } from "yaml";

/** The file of a workflow as plain data; null where it is no YAML. Apart, so that the parser is loaded when it is needed. */
export function parseWorkflow(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: "silent" });
  } catch {
    return null;
  }
}
