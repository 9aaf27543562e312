import * as z from "zod/mini";
import { commitMessage } from "../acts/commit-message.ts";
import { refuseSecrets } from "../acts/refuse-secrets.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { ChangedFile } from "../ports/repository.ts";
import { judgeFiles } from "../store/judge-files.ts";
import { KNOWLEDGE_FOLDER, PROPOSALS_FOLDER } from "../store/knowledge-folder.ts";
import { readTexts } from "../store/read-records.ts";
import { ToldProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";

/** What Assay owns in a work tree; nothing else is ever committed. */
const OWNED = [KNOWLEDGE_FOLDER, PROPOSALS_FOLDER, ".assay/plans", ".assay/decisions"] as const;

const Input = z.lazy(() =>
  z.object({
    message: z
      .optional(z.string().check(z.regex(/\S/), z.maxLength(50_000)))
      .check(z.describe("else it is composed from what became of the records")),
    dryRun: z._default(z.boolean(), false).check(z.describe("only say what would be committed")),
    head: z
      .optional(z.nullable(z.string()))
      .check(z.describe("the commit that the person was shown; another one now is refused")),
  }),
);

export const CommitReceipt = z.lazy(() =>
  z.object({
    result: z
      .enum(["done", "planned", "unchanged", "refused"])
      .check(z.describe("`unchanged`: there is nothing to commit; `refused`: the files have problems")),
    branch: z.nullable(z.string()).check(z.describe("null where HEAD is detached")),
    isDefault: z.boolean().check(z.describe("whether that is the default branch")),
    head: z.nullable(z.string()).check(z.describe("the commit before; null where there is none yet")),
    commit: z.nullable(z.string()).check(z.describe("the new commit")),
    message: z.string(),
    files: z.array(z.object({ path: z.string(), change: z.enum(["added", "modified", "removed"]) })),
    problems: z.array(ToldProblem),
  }),
);
export type CommitReceipt = z.output<typeof CommitReceipt>;

/**
 * Commits what Assay keeps and what of it changed, by an explicit act of a person, as one commit on the current
 * branch. Files with problems are refused. Errors: git_failed, head_moved, git_unavailable, repository_missing,
 * secret_refused, and those of records and proposals.
 */
export const commit = operation({
  id: "commit",
  title: "Commit what was learned, and nothing else",
  input: Input,
  output: CommitReceipt,
  writes: true,
  async run(
    deps: Pick<Deps, "records" | "recordBase" | "proposals" | "repository" | "secrets">,
    { message: given, dryRun, head: seen },
  ): Promise<CommitReceipt> {
    const { records, recordBase, repository, secrets } = deps;
    await refuseSecrets(secrets, [["the message", given]]);
    const { commit: head, branch } = await repository.head();
    if (seen !== undefined && seen !== head) throw new AssayError("head_moved", { branch: branch ?? "HEAD" });
    const files: ChangedFile[] = [];
    for (const folder of OWNED) files.push(...(await repository.changed(folder)));
    const isDefault = branch !== null && branch === (await repository.defaultBranch());
    const told = { branch, isDefault, head, commit: null, files: [...files], problems: [] };
    if (files.length === 0) return { ...told, result: "unchanged", message: given ?? "" };

    const base = head === null ? [] : (await recordBase.at(head)).files;
    const message = given ?? (await commitMessage(files, base, await readTexts(records)));
    const { problems } = await judgeFiles(deps, head === null ? null : base, "person");
    if (problems.length > 0) return { ...told, result: "refused", message, problems: [...problems] };
    if (dryRun) return { ...told, result: "planned", message };
    const made = await repository.commit(
      files.map(({ path }) => path),
      message,
    );
    return { ...told, result: "done", message, commit: made };
  },
});
