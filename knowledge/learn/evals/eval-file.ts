import * as z from "zod/mini";
import { SLUG } from "../../plan/plan-words.ts";
import { CAUTION_CAUSES, FACT_TYPES } from "../../record/record.ts";
import { LONGEST_CLAIM } from "../../record/record-problems.ts";

/** Where the eval corpus stands, relative to the top of the work tree: any number of `<name>.yaml`. */
export const EVALS_FOLDER = ".assay/evals";

/** Version of an eval file's form; only ever gains keys. */
export const EVALS_VERSION = 1;

const MOST_CASES = 500;
const MOST_CLAIMS = 50;

const line = (meaning: string) =>
  z.string().check(z.minLength(1), z.maxLength(500), z.regex(/\S/), z.describe(meaning));

/** A file of the eval corpus as it is written: places of which it is known what is right. */
export const EvalFileSchema = z.lazy(() =>
  z.strictObject({
    version: z.optional(z.literal(EVALS_VERSION)).check(z.describe("version of this file's form")),
    title: z.optional(line("what the cases are about")),
    cases: z
      .array(
        z.strictObject({
          key: z
            .string()
            .check(z.regex(SLUG), z.maxLength(100), z.describe("name of the case, once in its file")),
          anchor: line("the place, as the first anchor of a record names it"),
          kind: z
            .optional(z.enum(["fact", "caution"]))
            .check(z.describe("which records it is about; fact by default")),
          type: z
            .optional(z.enum(FACT_TYPES))
            .check(z.describe("which facts of the place it is about; all of them by default")),
          root_cause: z
            .optional(z.enum(CAUTION_CAUSES))
            .check(z.describe("which cautions of the place it is about; all of them by default")),
          right: z
            .array(z.string().check(z.minLength(1), z.maxLength(LONGEST_CLAIM), z.regex(/\S/)))
            .check(
              z.maxLength(MOST_CLAIMS),
              z.describe("all claims that are right there, word for word; whatever else is claimed is wrong"),
            ),
        }),
      )
      .check(
        z.minLength(1),
        z.maxLength(MOST_CASES),
        z.describe("places of which it is known what is right"),
      ),
  }),
);
export type EvalFileValue = z.output<typeof EvalFileSchema>;
