import { record } from "./json-reads.ts";
import type { ModelRequest } from "./model-script.ts";

/** Keywords that one provider or another answers 400 to. */
const LIMITS = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "oneOf",
  "default",
]);

/** What a picture of each kind begins with, in hexadecimal. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/webp": /^52494646.{8}57454250/,
  "image/gif": /^47494638/,
};

/** Why a provider would not take the request, in its manner; null where it would. */
export function refusedRequest(request: ModelRequest): string | null {
  const { messages, tools, maxOutputTokens } = request;
  if (maxOutputTokens === null || maxOutputTokens < 1) return "max_tokens: must be 1 or more";
  for (const { name, description, schema } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return `tools: ${name}: is no name of a tool`;
    if (description === "") return `tools: ${name}: has no description`;
    if (record(schema).type !== "object") return `tools: ${name}: input_schema.type: must be object`;
    const keyword = limitIn(schema);
    if (keyword !== null) return `tools: ${name}: input_schema: the property '${keyword}' is not supported`;
  }
  if (messages[0]?.role !== "user") return "messages: the first one must be the user's";
  for (const [index, message] of messages.entries()) {
    const { role, text, calls, results } = message;
    const before = messages[index - 1];
    if (before?.role === role) return `messages.${index}: roles must alternate`;
    if (text.trim() === "" && calls.length === 0 && results.length === 0)
      return `messages.${index}: text content blocks must be non-empty`;
    for (const { mediaType, bytes } of role === "user" ? message.images : [])
      if (PICTURES[mediaType]?.test(bytes.subarray(0, 12).toString("hex")) !== true)
        return `messages.${index}: image: could not be processed as ${mediaType || "a picture"}`;
    const asked = (before?.calls ?? []).map(({ id }) => id).toSorted();
    const given = results.map(({ id }) => id).toSorted();
    if (asked.join() !== given.join())
      return `messages.${index}: each tool_use must have one tool_result in the next message (${asked} and ${given})`;
  }
  return messages.at(-1)?.role === "assistant" ? "messages: must end with the user's" : null;
}

/** A keyword of the schema, at any depth, that limits values. */
function limitIn(schema: unknown): string | null {
  if (Array.isArray(schema)) return schema.map(limitIn).find((found) => found !== null) ?? null;
  for (const [keyword, value] of Object.entries(record(schema))) {
    if (LIMITS.has(keyword)) return keyword;
    const isNamed = keyword === "properties" || keyword === "$defs";
    const inner = isNamed ? limitIn(Object.values(record(value))) : limitIn(value);
    if (inner !== null) return inner;
  }
  return null;
}
