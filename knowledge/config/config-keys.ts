import * as z from "zod/mini";
import { ConfigFileSchema } from "./config-schema.ts";

/** A key of `.assay/config.yaml`. */
export interface ConfigKey {
  /** With dots; `[]` stands for each entry of a list, as in `scopes[].name`, `NAME` for each name of a map by name. */
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
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly additionalProperties?: Shape | boolean;
}

/** Every key that can be set, in the order of the schema; a map of keys stands before those in it. */
export function configKeys(): readonly ConfigKey[] {
  return keysOf(z.toJSONSchema(ConfigFileSchema, { io: "input" }) as Shape, "");
}

function keysOf(shape: Shape, prefix: string): ConfigKey[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const key = prefix + name;
    const named = namedShape(inner);
    const below =
      named !== null
        ? keysOf(named, `${key}.NAME.`)
        : inner.items
          ? keysOf(inner.items, `${key}[].`)
          : keysOf(inner, `${key}.`);
    const isMap = inner.type === "object" && named === null;
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

/** Of a map whose keys are names that the team gives, the shape of each value. */
function namedShape({ additionalProperties }: Shape): Shape | null {
  return typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0
    ? additionalProperties
    : null;
}

function typeOf(shape: Shape): string {
  const { type = "any", items, const: only, enum: choices, anyOf } = shape;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (only !== undefined) return String(only);
  if (choices !== undefined) return choices.join(" or ");
  if (type === "object") return namedShape(shape) === null ? "map" : "map by name";
  return items === undefined ? type : `list of ${items.type === "object" ? "maps" : `${items.type}s`}`;
}
