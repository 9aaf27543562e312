import * as z from "zod/mini";
import { BLOCKING_MODES, QA_PHASES, SLUG } from "./plan-words.ts";
import { QA_KINDS } from "./qa-kinds.ts";

/** Version of a plan's form; only ever gains keys. */
export const PLAN_VERSION = 1;
/** A plan is one file that a person reads; more belongs into several. */
export const MOST_CASES = 500;
const LONGEST_LINE = 200;
const LONGEST_TEXT = 8_000;

const slug = (meaning: string) => z.string().check(z.regex(SLUG), z.maxLength(100), z.describe(meaning));
const text = (most: number, meaning: string) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/\S/), z.describe(meaning));
const phase = () =>
  z
    .enum(QA_PHASES)
    .check(
      z.describe(
        "when it is due: before the work counts as reviewed, after a deployment, or at a person's sign-off",
      ),
    );
const blocking = () =>
  z.enum(BLOCKING_MODES).check(z.describe("whether it holds anything up; non_blocking is only tracked"));
const environment = () =>
  slug("what it is run against: local, or the name of one of `environments` in .assay/config.yaml");

/** A case as it is written. What its `method_config` has to be is its method's contract. */
export const CaseSchema = z.lazy(() =>
  z.strictObject({
    key: slug("name of the case, once in its plan"),
    title: text(LONGEST_LINE, "what is proved, in a few words"),
    method_id: slug("how it is proved: a built-in method, or one of .assay/methods"),
    instructions: text(LONGEST_TEXT, "what is done"),
    expected_outcome: text(LONGEST_TEXT, "what is to come of it"),
    method_config: z
      .optional(z.record(z.string(), z.unknown()))
      .check(z.describe("what is carried out, by the contract of its method")),
    qa_kind: z.optional(text(100, "kind of the check, in any words")).check(
      z.describe(
        `kind of the check, free text; the method's own by default. Known are: ${Object.entries(QA_KINDS)
          .map(([kind, meaning]) => `${kind} (${meaning})`)
          .join("; ")}`,
      ),
    ),
    qa_phase: z.optional(phase()),
    blocking_mode: z.optional(blocking()),
    target_env: z.optional(environment()),
    success_policy: z
      .optional(z.looseObject({ type: text(100, "type of the policy") }))
      .check(z.describe("when its runs satisfy it; one pass by default")),
    capability_requirements: z
      .optional(z.array(slug("a capability kind")).check(z.maxLength(50)))
      .check(z.describe("capability kinds that it needs beside those of its method, such as docker or ssh")),
    suite_id: z
      .optional(text(LONGEST_LINE, "name of a suite"))
      .check(z.describe("suite that the case graduated to, once it is stable")),
  }),
);
export type CaseFileValue = z.output<typeof CaseSchema>;

/** A plan as it is written. */
export const PlanSchema = z.lazy(() =>
  z.strictObject({
    version: z.optional(z.literal(PLAN_VERSION)).check(z.describe("version of this file's form")),
    slug: slug("name of the plan: that of the file without .yaml"),
    title: text(LONGEST_LINE, "what the plan proves, in a few words"),
    purpose: z.optional(z.string().check(z.maxLength(LONGEST_TEXT))).check(z.describe("why it is there")),
    defaults: z
      .optional(
        z.strictObject({
          qa_phase: z.optional(phase()),
          blocking_mode: z.optional(blocking()),
          target_env: z.optional(environment()),
        }),
      )
      .check(z.describe("what holds for the cases that say nothing themselves")),
    cases: z
      .array(z.unknown())
      .check(z.minLength(1), z.maxLength(MOST_CASES), z.describe("what has to be proved, case by case")),
  }),
);
export type PlanFileValue = z.output<typeof PlanSchema>;
