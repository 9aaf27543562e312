import * as z from "zod/mini";

/**
 * Assay's run format, version 1: what a recorder writes while tests run.
 *
 * NDJSON: a header line, then one event a line in the order in which things happened; or one JSON object with
 * the header's keys and the events under `events`. A file without `run.finished` was cut off. Times are
 * milliseconds. Values are text, and the recorder masks secrets in every field before it writes. Keys and event
 * types that a reader does not know are skipped; version 1 only ever gains optional ones.
 */
export const RUN_FORMAT_VERSION = 1;

// Schemas are built when the first run is read: building them would delay the start of every command.

const optionalText = (description: string) => z.optional(z.string()).check(z.describe(description));
const positive = () => z.int().check(z.minimum(1));
const testId = () =>
  z.string().check(z.minLength(1), z.describe("The test's id in this file; any text, unique within it."));
const attemptNumber = () =>
  positive().check(z.describe("1 for the first try of the test, 2 for the first retry, …"));
const ms = () => z.number().check(z.minimum(0), z.describe("Milliseconds."));
const outcome = () => z.enum(["passed", "failed", "errored", "skipped"]);
const OUTCOMES_TOLD = "failed: a check said no; errored: the test could not be carried out.";

const header = () => ({
  assay: z.literal("run"),
  v: positive().check(z.describe("Version of the format; this schema describes 1.")),
  recorder: optionalText("Who wrote the file, e.g. `assay/playwright`."),
  recorderVersion: z.optional(z.string()),
  runner: optionalText("The test runner and its version, e.g. `playwright 1.57.0`."),
  startedAt: z.optional(z.int().check(z.minimum(0))).check(z.describe("Milliseconds since the epoch, UTC.")),
  commit: z.optional(z.string()),
  branch: z.optional(z.string()),
  part: z
    .optional(z.object({ index: positive(), of: positive() }))
    .check(z.describe("Which shard of the run this is.")),
});

export const RunHeader = z.lazy(() =>
  z.object(header()).check(z.meta({ title: "RunHeader", description: "The first line." })),
);
export type RunHeader = z.output<typeof RunHeader>;

const runFailure = () =>
  z.object({
    type: z.optional(z.string()),
    message: z.optional(z.string()),
    text: optionalText("Stack, diff, log of the call."),
  });

const testStarted = () =>
  z.object({
    type: z.literal("test.started"),
    test: testId(),
    name: z.string(),
    suites: z.optional(z.array(z.string())).check(z.describe("Enclosing suites, outermost first.")),
    className: z.optional(z.string()),
    file: optionalText("Source file, relative to the repository."),
    line: z.optional(positive()),
  });

const stepFinished = () =>
  z.object({
    type: z.literal("step.finished"),
    test: testId(),
    attempt: z.optional(attemptNumber()),
    action: z
      .string()
      .check(
        z.minLength(1),
        z.describe("What was done: `click`, `fill`, `goto`, `getByRole`, `expect.toHaveText`, …"),
      ),
    locator: optionalText("How the element was found, in the runner's own words."),
    element: optionalText(
      "What the element is and is called: `role[accessible name]`, e.g. `button[Place order]`.",
    ),
    matched: z
      .optional(z.int().check(z.minimum(0)))
      .check(z.describe("Elements that the locator matched when the step acted.")),
    urlBefore: z.optional(z.string()),
    urlAfter: z.optional(z.string()),
    expected: z.optional(z.string()),
    actual: z.optional(z.string()),
    check: z
      .optional(z.enum(["passed", "failed"]))
      .check(z.describe("What the step's check said; absent where it checked nothing.")),
    reported: z
      .optional(
        z.object({
          name: z.string().check(z.minLength(1)),
          value: z.union([z.string(), z.number()]),
          unit: z.optional(z.string()),
        }),
      )
      .check(z.describe("A value that the step reported, e.g. a duration or a count.")),
    error: optionalText("Why the step could not be carried out, or its check's message."),
    durationMs: z.optional(ms()),
  });

const attemptFinished = () =>
  z.object({
    type: z.literal("attempt.finished"),
    test: testId(),
    attempt: attemptNumber(),
    outcome: outcome().check(z.describe(OUTCOMES_TOLD)),
    durationMs: z.optional(ms()),
    failure: z.optional(runFailure()),
  });

const testFinished = () =>
  z.object({
    type: z.literal("test.finished"),
    test: testId(),
    outcome: outcome().check(z.describe("The runner's last word on the test.")),
    durationMs: z.optional(ms()),
  });

const runFinished = () =>
  z.object({
    type: z.literal("run.finished"),
    tests: z.int().check(z.minimum(0), z.describe("Tests that this file tells of.")),
    durationMs: z.optional(ms()),
    error: optionalText("An error outside of any test: set-up, tear-down, a file that did not load."),
  });

export const RunEvent = z.lazy(() =>
  z
    .discriminatedUnion("type", [
      testStarted(),
      stepFinished(),
      attemptFinished(),
      testFinished(),
      runFinished(),
    ])
    .check(z.meta({ title: "RunEvent", description: "Every line after the first." })),
);
export type RunEvent = z.output<typeof RunEvent>;

export const RunDocument = z.lazy(() =>
  z
    .object({ ...header(), events: z.array(RunEvent) })
    .check(z.meta({ title: "RunDocument", description: "The whole run as one JSON object." })),
);

/** The published JSON Schema of a line, or of the one-document form: `docs/run.schema.json`. */
export function runJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(z.union([RunDocument, RunHeader, RunEvent]), {
    io: "input",
  });
  const { $schema, ...rest } = schema;
  return {
    $schema,
    title: "Assay run format, version 1",
    description: "A line of an NDJSON run (the header first, then events), or a whole run as one object.",
    ...rest,
  };
}
