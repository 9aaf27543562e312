import * as z from "zod/mini";
import { BLOCKING_MODES, QA_PHASES } from "../../plan/plan-words.ts";
import { REQUIREMENT_SOURCES } from "../../qa/requirement.ts";
import { jsonObject, text } from "./payload-parts.ts";

/** What a requirement that somebody asks for by itself says. */
export const NewRequirementPayload = () =>
  z.strictObject({
    title: text(200).check(z.describe("what has to be proved, in a line")),
    qa_kind: text(100).check(
      z.describe(
        "free text; known: implementation_review, simulation, smoke, e2e, visual-regression, manual-acceptance",
      ),
    ),
    qa_phase: z._default(z.enum(QA_PHASES), "verification"),
    target_env: z
      ._default(z.nullable(text(100)), null)
      .check(z.describe("`local` or an environment of `environments` in .assay/config.yaml")),
    blocking_mode: z._default(z.enum(BLOCKING_MODES), "blocking"),
    requirement_source: z._default(z.enum(REQUIREMENT_SOURCES), "explicit"),
    success_policy: z
      ._default(z.nullable(jsonObject()), null)
      .check(z.describe("null: one qualifying pass satisfies it")),
    capability_requirements: z._default(z.array(text(100)).check(z.maxLength(20)), []),
    suite_id: z._default(z.nullable(text(200)), null),
    method_id: z
      ._default(z.nullable(text(100)), null)
      .check(z.describe("how it is proved; null: it is only judged")),
    instructions: z._default(z.nullable(text(8_000)), null),
    expected_outcome: z._default(z.nullable(text(8_000)), null),
    method_config: z._default(z.nullable(jsonObject()), null),
    replaces: z
      ._default(z.nullable(text(200)), null)
      .check(z.describe("a failed requirement whose place it takes once it has passed")),
  });
