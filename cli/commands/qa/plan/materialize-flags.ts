import { option, string } from "@oclif/core/flags";
import { AssayError, QA_WORDS } from "#knowledge";

/** Which plans, and what their cases replace. */
export const materializeFlags = {
  plan: string({ helpValue: "SLUG", required: true, multiple: true, description: "a plan of .assay/plans" }),
  "requirement-source": option({
    options: QA_WORDS.requirementSources,
    default: "explicit" as const,
    description: "whence new requirements come",
  })(),
  replaces: string({
    helpValue: "CASE_KEY=ID",
    multiple: true,
    description: "a case that corrects a failed requirement",
  }),
};

interface MaterializeFlags {
  readonly plan: readonly string[];
  readonly "requirement-source": (typeof QA_WORDS.requirementSources)[number];
  readonly replaces?: readonly string[] | undefined;
}

/** What the flags say, as a call has it. Errors: usage_invalid. */
export function materializeOf(flags: MaterializeFlags, command: string) {
  return {
    plan_ids: [...flags.plan],
    requirement_source: flags["requirement-source"],
    replaces: (flags.replaces ?? []).map((pair) => {
      const [, case_key, requirement_id] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (case_key !== undefined && requirement_id !== undefined) return { case_key, requirement_id };
      throw new AssayError("usage_invalid", { problem: `--replaces ${pair} is not CASE_KEY=ID`, command });
    }),
  };
}
