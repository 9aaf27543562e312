import * as z from "zod/mini";
import { ConfigFileSchema } from "./config-schema.ts";

/** A key of `.assay/config.yaml`. */
export interface ConfigKey {
  /** With dots; `[]` stands for each entry of a list, as in `scopes[].name`. */
  readonly key: string;
  /** As JSON Schema names it: number, string, array of string, … */
  readonly type: string;
  readonly description: string;
  /** Undefined where a key has none, since the entry that it belongs to is optional. */
  readonly default?: unknown;
}

/** The part of JSON Schema that the settings use. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** Every key that can be set, in the order of the schema; a map of keys stands before those in it. */
export function configKeys(): readonly ConfigKey[] {
  return keysOf(z.toJSONSchema(ConfigFileSchema, { io: "input" }) as Shape, "");
}

function keysOf(shape: Shape, prefix: string): ConfigKey[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const key = prefix + name;
    const below = inner.items ? keysOf(inner.items, `${key}[].`) : keysOf(inner, `${key}.`);
    const isMap = inner.type === "object";
    return [
      {
        key,
        type: typeOf(inner),
        description: inner.description ?? "",
        ...("default" in inner && !isMap ? { default: inner.default } : {}),
      },
      ...below,
    ];
  });
}

function typeOf({ type = "any", items, const: only }: Shape): string {
  if (only !== undefined) return String(only);
  if (type === "object") return "map";
  return items === undefined ? type : `list of ${items.type === "object" ? "maps" : `${items.type}s`}`;
}
