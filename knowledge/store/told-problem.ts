import * as z from "zod/mini";
import type { FileProblem } from "../record/record-file.ts";
import { KNOWLEDGE_FOLDER, PROPOSALS_FOLDER } from "./knowledge-folder.ts";

/** What is wrong where in a file of a record or a proposal, and what mends it. */
export const ToldProblem = z.lazy(() =>
  z.object({
    file: z.string().check(z.describe("relative to the top of the work tree")),
    line: z.int().check(z.minimum(1)),
    key: z.nullable(z.string()).check(z.describe("of the front matter; null where it is about none")),
    message: z.string(),
    fix: z.string(),
  }),
);
export type ToldProblem = z.output<typeof ToldProblem>;

export function tellProblem({ path, line, key, problem, hint }: FileProblem): ToldProblem {
  return { file: `${KNOWLEDGE_FOLDER}/${path}`, line, key, message: problem, fix: hint };
}

export function tellProposalProblem({ path, line, key, problem, hint }: FileProblem): ToldProblem {
  return { file: `${PROPOSALS_FOLDER}/${path}`, line, key, message: problem, fix: hint };
}
