import * as z from "zod/mini";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords that say what a value is made of. All others say which values are good, and providers refuse many. */
const SHAPE = new Set(["type", "description", "required", "enum", "const", "$ref"]);
/** Keywords with one schema, a list of schemas, and schemas by name. */
const ONE = new Set(["items", "additionalProperties"]);
const LIST = new Set(["anyOf", "allOf", "prefixItems"]);
const NAMED = new Set(["properties", "$defs"]);

/**
 * The JSON Schema of what a schema takes, without limits on values: no least or most, length, pattern, format or
 * default. For tools and answers of a model; whoever gets the answer checks it with the schema itself.
 */
export function plainSchema(schema: z.core.$ZodType): JsonSchema {
  return plain(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

function plain(schema: unknown): JsonSchema {
  // `true` and `false` are schemas, of anything and of nothing.
  if (typeof schema !== "object" || schema === null) return schema as JsonSchema;
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // Of two forms that exclude each other a value is one; providers know `anyOf` alone.
    const name = keyword === "oneOf" ? "anyOf" : keyword;
    if (SHAPE.has(name)) kept[name] = value;
    else if (ONE.has(name)) kept[name] = plain(value);
    else if (LIST.has(name)) kept[name] = (value as unknown[]).map(plain);
    else if (NAMED.has(name))
      kept[name] = Object.fromEntries(
        Object.entries(value as object).map(([key, inner]) => [key, plain(inner)]),
      );
  }
  return Array.isArray(kept.type) ? anyOfTypes(kept, kept.type) : kept;
}

/** A value of several types, in the form that all providers know. */
function anyOfTypes({ type: _, description, ...rest }: JsonSchema, types: readonly unknown[]): JsonSchema {
  const anyOf = types.map((type) => (type === "null" ? { type } : { type, ...rest }));
  return description === undefined ? { anyOf } : { description, anyOf };
}
