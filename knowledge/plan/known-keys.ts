import type * as z from "zod/mini";
import type { KeyPath } from "./plan-problem.ts";

/** The part of zod's definitions that the schemas of this room use. */
type Def =
  | { readonly type: "object"; readonly shape: Readonly<Record<string, z.core.$ZodType>> }
  | { readonly type: "array"; readonly element: z.core.$ZodType }
  | { readonly type: "record"; readonly valueType: z.core.$ZodType }
  | { readonly type: "optional" | "nullable" | "default"; readonly innerType: z.core.$ZodType }
  | { readonly type: "lazy"; readonly getter: () => z.core.$ZodType }
  | { readonly type: "union"; readonly options: readonly z.core.$ZodType[] }
  | { readonly type: "literal"; readonly values: readonly unknown[] };

/** Keys that the schema knows at a place of the value; none where no map is expected there. Pure. */
export function knownKeys(schema: z.core.$ZodType, at: KeyPath, value: unknown): readonly string[] {
  const def = schema._zod.def as Def;
  if (def.type === "optional" || def.type === "nullable" || def.type === "default")
    return knownKeys(def.innerType, at, value);
  if (def.type === "lazy") return knownKeys(def.getter(), at, value);
  if (def.type === "union")
    return [
      ...new Set(def.options.filter((one) => mayBe(one, value)).flatMap((one) => knownKeys(one, at, value))),
    ];
  const [step, ...rest] = at;
  if (step === undefined) return def.type === "object" ? Object.keys(def.shape) : [];
  const below = (inner: z.core.$ZodType | undefined) =>
    inner === undefined
      ? []
      : knownKeys(inner, rest, (value as Record<string | number, unknown> | null)?.[step]);
  if (def.type === "object") return below(Object.hasOwn(def.shape, step) ? def.shape[step] : undefined);
  if (def.type === "array") return below(def.element);
  return def.type === "record" ? below(def.valueType) : [];
}

/** Whether none of the words that tell the forms of a union apart says otherwise. */
function mayBe(schema: z.core.$ZodType, value: unknown): boolean {
  const def = schema._zod.def as Def;
  if (def.type === "union") return def.options.some((one) => mayBe(one, value));
  if (def.type !== "object" || typeof value !== "object" || value === null) return false;
  return Object.entries(def.shape).every(([key, inner]) => {
    const { type, ...more } = inner._zod.def as Def;
    return (
      type !== "literal" || (more as { values: readonly unknown[] }).values.includes((value as never)[key])
    );
  });
}
