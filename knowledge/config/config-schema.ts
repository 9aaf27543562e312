import * as z from "zod/mini";
import { CONFIG_VERSION, DEFAULT_CONFIG } from "./config.ts";

/** Whether a glob pattern stays inside the work tree. */
const inside = (pattern: string) =>
  pattern !== "" && !/^(?:[/\\]|[A-Za-z]:)/.test(pattern) && !pattern.split(/[/\\]/).includes("..");

const pattern = () =>
  z.string().check(z.refine(inside, "is not a glob pattern relative to the top of the work tree"));

/** `.assay/config.yaml` as it is written. A key that is not there has its default; what a key means is its description. */
export const ConfigFileSchema = z.lazy(() =>
  z.strictObject({
    version: z
      ._default(z.literal(CONFIG_VERSION), DEFAULT_CONFIG.version)
      .check(z.describe("version of this file's form")),
    reports: z
      ._default(z.array(pattern()), [...DEFAULT_CONFIG.reports])
      .check(
        z.describe(
          "glob patterns of the reports that a test run writes, relative to the top of the work tree, such as test-results/*.xml; recorders need none",
        ),
      ),
    scopes: z
      ._default(
        z.array(
          z.strictObject({
            name: z.string().check(z.regex(/\S/), z.describe("name of the area")),
            paths: z
              .array(pattern())
              .check(z.minLength(1), z.describe("glob patterns of the test files that belong to it")),
          }),
        ),
        [],
      )
      .check(
        z.describe(
          "areas of the product; what a test teaches goes to the first area that its file matches, else to the one of its top-level suite",
        ),
      ),
    learning: z
      ._default(
        z.strictObject({
          budget_seconds: z
            ._default(z.number().check(z.minimum(0), z.maximum(60)), DEFAULT_CONFIG.learning.budgetSeconds)
            .check(
              z.describe(
                "seconds that analysis, curation and proposals may take together after a verdict, 0 to 60; what is left over waits for the next run",
              ),
            ),
        }),
        { budget_seconds: DEFAULT_CONFIG.learning.budgetSeconds },
      )
      .check(z.describe("what happens after a verdict")),
  }),
);
export type ConfigFileValue = z.output<typeof ConfigFileSchema>;
