import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import { ORIGINS } from "../record/record.ts";
import { judgeFiles } from "../store/judge-files.ts";
import { ToldProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    base: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe("a commit; what changed since HEAD left it is judged too")),
    by: z._default(z.enum(ORIGINS), "person").check(z.describe("who made the change")),
  }),
);

export const RecordCheck = z.lazy(() =>
  z.object({
    result: z.enum(["ok", "problems"]),
    checked: z.int().check(z.minimum(0), z.describe("files of records and proposals")),
    base: z
      .nullable(z.object({ reference: z.string(), commit: z.string(), files: z.int() }))
      .check(z.describe("what it was compared with; null where changes were not judged")),
    problems: z.array(ToldProblem),
  }),
);
export type RecordCheck = z.output<typeof RecordCheck>;

/**
 * Judges all files of records and proposals, and against a base what was done to the records. Errors: base_missing,
 * git_unavailable, secrets_unreadable, and those of records and proposals.
 */
export const check = operation({
  id: "check",
  title: "Check the records, and what a change did to them",
  input: Input,
  output: RecordCheck,
  writes: false,
  async run(
    deps: Pick<Deps, "proposals" | "records" | "recordBase" | "secrets">,
    { base: reference, by },
  ): Promise<RecordCheck> {
    const base = reference === undefined ? null : await deps.recordBase.at(reference);
    const { checked, problems } = await judgeFiles(deps, base?.files ?? null, by);
    return {
      result: problems.length === 0 ? "ok" : "problems",
      checked,
      base:
        base === null || reference === undefined
          ? null
          : { reference, commit: base.commit, files: base.files.length },
      problems: [...problems],
    };
  },
});
