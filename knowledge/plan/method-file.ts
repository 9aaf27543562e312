import * as z from "zod/mini";
import { CONFIG_CONTRACTS, RUNNER_IDS } from "./method.ts";
import { SLUG } from "./plan-words.ts";

/** Version of a method's form; only ever gains keys. */
export const METHOD_VERSION = 1;

const slug = (meaning: string) => z.string().check(z.regex(SLUG), z.maxLength(100), z.describe(meaning));
const text = (most: number, meaning: string) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/\S/), z.describe(meaning));

/** A project's own method as it is written. */
export const MethodSchema = z.lazy(() =>
  z.strictObject({
    version: z.optional(z.literal(METHOD_VERSION)).check(z.describe("version of this file's form")),
    id: slug("name of the method: that of the file without .yaml, and none of a built-in one"),
    title: text(200, "how a case is proved, in a few words"),
    runner_id: z.enum(RUNNER_IDS).check(z.describe("what carries out its cases")),
    config_contract: z
      .enum(CONFIG_CONTRACTS)
      .check(z.describe("form of its cases' method_config; one that the runner carries out")),
    verdict_path: z
      .enum(["automatic", "agent", "person"])
      .check(z.describe("who gives the verdict: the runner, an agent that did not capture it, or a person")),
    evidence_contract: text(2_000, "what a run of it must leave behind, in words"),
    required_capability_kinds: z
      .optional(z.array(slug("a capability kind")).check(z.maxLength(50)))
      .check(z.describe("capability kinds that project and host must have, beside those of the runner")),
    concurrency: z
      .optional(z.enum(["parallel", "serial"]))
      .check(z.describe("whether several of its cases run at a time; that of the runner by default")),
    qa_kind: z
      .optional(text(100, "kind of a case"))
      .check(z.describe("kind of a case that says none; that of the runner's built-in method by default")),
  }),
);
export type MethodFileValue = z.output<typeof MethodSchema>;
