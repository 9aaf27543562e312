import * as z from "zod/mini";
import type { RepositoryName } from "../ports/forge.ts";
import { repositoryName, word } from "../text/name-forms.ts";

/** A name that the form takes has its slash. */
const repository = () => repositoryName() as unknown as z.ZodMiniType<RepositoryName, RepositoryName>;
const failure = () => z.string().check(z.minLength(1), z.maxLength(200));

/**
 * Something that is due and that one worker does, once: what an operation answers, and a host carries to a worker, as a
 * message of a queue or at once. Asked for again while it is not done, so that a lost one comes back; whoever works on
 * it claims it in the ledger first, so that one that came twice is done once.
 */
export const DUTIES = {
  /** A look at an organisation's default branches: all of them, or these. */
  watch: () =>
    z.strictObject({
      kind: z.literal("watch"),
      organisation: word(),
      repositories: z.optional(z.array(repository()).check(z.minLength(1), z.maxLength(500))),
    }),
  /** A new failure of a default branch is to be answered by a run of its own. */
  triage: () =>
    z.strictObject({
      kind: z.literal("triage"),
      organisation: word(),
      repository: repository(),
      failure: failure(),
    }),
  /** A comment on an issue of ours, or one that is opened again. */
  answer: () =>
    z.strictObject({
      kind: z.literal("answer"),
      organisation: word(),
      repository: repository(),
      failure: failure(),
    }),
  /** A look at the changes of an organisation's repositories that are under QA and wait. */
  step: () => z.strictObject({ kind: z.literal("step"), organisation: word() }),
  /** What runs of the default branch left is to be read and learned from. */
  learn: () => z.strictObject({ kind: z.literal("learn"), organisation: word(), repository: repository() }),
  /** A sweep of a product: of the newest week whose Monday has come, or of the one that is named. */
  sweep: () =>
    z.strictObject({
      kind: z.literal("sweep"),
      organisation: word(),
      product: word(),
      week: z.optional(z.string().check(z.regex(/^\d{4}-W\d{2}$/))),
    }),
  /** Files wait to be proposed for a repository. */
  propose: () =>
    z.strictObject({ kind: z.literal("propose"), organisation: word(), repository: repository() }),
} as const;

export type DutyKind = keyof typeof DUTIES;
export type DutyOf<Kind extends DutyKind> = z.output<ReturnType<(typeof DUTIES)[Kind]>>;
export type Duty = { readonly [Kind in DutyKind]: Readonly<DutyOf<Kind>> }[DutyKind];
