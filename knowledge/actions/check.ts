import * as z from "zod/mini";
import { checkRecords } from "../record/check-records.ts";
import { ORIGINS } from "../record/record.ts";
import type { FileProblem } from "../record/record-file.ts";
import type { Deps } from "./deps.ts";
import { operation } from "./operation.ts";
import { readTexts } from "./read-records.ts";
import { ToldProblem, tellProblem } from "./told-problem.ts";

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
    checked: z.int().check(z.minimum(0), z.describe("record files")),
    base: z
      .nullable(z.object({ reference: z.string(), commit: z.string(), files: z.int() }))
      .check(z.describe("what it was compared with; null where changes were not judged")),
    problems: z.array(ToldProblem),
  }),
);
export type RecordCheck = z.output<typeof RecordCheck>;

/**
 * Judges all record files, and against a base what was done to them. Errors: base_missing, git_unavailable, and
 * those of the records.
 */
export const check = operation({
  id: "check",
  title: "Check the records, and what a change did to them",
  input: Input,
  output: RecordCheck,
  writes: false,
  async run(
    { records, recordBase }: Pick<Deps, "records" | "recordBase">,
    { base: reference, by },
  ): Promise<RecordCheck> {
    const base = reference === undefined ? null : await recordBase.at(reference);
    const files = await readTexts(records);
    const strays = (await records.strays()).map(strayProblem);
    const problems = [...strays, ...(await checkRecords({ files, base: base?.files ?? null, by }))];
    return {
      result: problems.length === 0 ? "ok" : "problems",
      checked: files.length,
      base:
        base === null || reference === undefined
          ? null
          : { reference, commit: base.commit, files: base.files.length },
      problems: problems.map(tellProblem),
    };
  },
});

/** Nothing reads such a file, so that whoever wrote it must be told. */
function strayProblem(path: string): FileProblem {
  return {
    path,
    line: 1,
    key: null,
    problem: "not a record's path, so that nothing reads it",
    hint: "move it to <scope>/<anchor>/<id>.md as a plain file, or out of the knowledge folder",
  };
}
