import * as z from "zod/mini";
import { EvalFileSchema } from "./eval-file.ts";

/** JSON Schema (2020-12) of a file of the eval corpus, for editors. Pure. */
export function evalsJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...json } = z.toJSONSchema(EvalFileSchema, { io: "input" }) as Record<string, unknown>;
  return { $schema, title: "Assay eval corpus, .assay/evals/<name>.yaml", ...json };
}
