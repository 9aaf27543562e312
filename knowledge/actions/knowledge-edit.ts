import * as z from "zod/mini";
import { expectLedger, keepActs } from "../acts/person-acts.ts";
import { actFlags, receiptFields } from "../acts/receipt.ts";
import { refuseSecrets } from "../acts/refuse-secrets.ts";
import { digestsOf, planDrafts, refuseUnseen, writeDrafts } from "../acts/write-drafts.ts";
import { AssayError } from "../errors.ts";
import type { KnownRecord, RecordDraft } from "../learn/curate/curation.ts";
import type { Deps } from "../ports/deps.ts";
import { checkRecords } from "../record/check-records.ts";
import { holdsSecret, maskText } from "../record/mask-text.ts";
import type { RecordText } from "../record/read-record-files.ts";
import type { KnowledgeRecord } from "../record/record.ts";
import { editRecordFile, type FileProblem, readRecordFile } from "../record/record-file.ts";
import { findRecord } from "../store/find-record.ts";
import { readKnownRecords } from "../store/known-records.ts";
import { readRecords, readTexts } from "../store/read-records.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { ToldProblem, tellProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    id: z.string().check(z.minLength(1), z.describe("an id, or the beginning of one only")),
    claim: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe("the new claim; without it the record's file is opened in the person's editor")),
    ...actFlags,
  }),
);

export const EditReceipt = z.lazy(() =>
  z.object({
    ...receiptFields(),
    problems: z.array(ToldProblem).check(z.describe("what is wrong with the text, where it was refused")),
    draft: z
      .nullable(z.string())
      .check(
        z.describe("file that holds what was typed, where it could not be used; relative to the work tree"),
      ),
  }),
);
export type EditReceipt = z.output<typeof EditReceipt>;

/**
 * A person words a record anew, in their editor or at once. What may not be is refused and nothing is written; what
 * was typed is then a draft. The record is the person's from then on. Errors: record_missing, record_ambiguous,
 * record_changed, secret_refused, editor_missing, editor_failed, and those of records and ledger.
 */
export const knowledgeEdit = operation({
  id: "knowledge.edit",
  title: "Word a record anew",
  input: Input,
  output: EditReceipt,
  writes: true,
  async run(
    deps: Pick<Deps, "records" | "journal" | "ledger" | "person" | "clock" | "editor" | "drafts" | "secrets">,
    { id, claim, reason, dryRun, seen },
  ): Promise<EditReceipt> {
    const { records, ledger, person, clock, drafts, secrets } = deps;
    const { placed, problems: unread } = await readRecords(records);
    const [known] = await readKnownRecords(deps, [findRecord(id, placed, unread).path]);
    if (known === undefined) throw new AssayError("record_changed", { records: id });
    refuseUnseen([known], seen);
    const by = await person.name();
    const at = new Date(clock.now()).toISOString();
    const told = {
      ...{ by, at, changes: [], removed: [], refused: [], problems: [], draft: null },
      seen: digestsOf([known]),
    };

    await refuseSecrets(secrets, [
      ["the reason", reason],
      ["the new claim", claim],
    ]);
    const typed = claim === undefined ? await openEditor(deps, known) : retold(known, claim);
    if (typed === null || typed === known.file.text) return { ...told, result: "unchanged" };
    const mask = await secretsMask(secrets);
    if (holdsSecret(typed, mask)) {
      const draft = await drafts.keep(`${known.file.record.id}.md`, maskText(typed, mask));
      const way = `what was typed is in ${draft}, with the secret masked`;
      throw new AssayError("secret_refused", { place: "what was typed", way });
    }
    const keepDraft = async () =>
      claim === undefined ? drafts.keep(`${known.file.record.id}.md`, typed) : null;

    const judged = await judge(await readTexts(records), known, typed, { by, at });
    if (judged.kind === "bad") {
      const problems = judged.problems.map(tellProblem);
      return { ...told, result: "refused", problems, draft: await keepDraft() };
    }
    if (dryRun) {
      const changes = planDrafts([judged.draft], [known]);
      return { ...told, result: "planned", changes, draft: await keepDraft() };
    }
    await expectLedger(ledger);
    const changes = await writeDrafts(records, [judged.draft], [known]).catch((error: unknown) => {
      if (error instanceof AssayError && error.code === "record_changed") return error;
      throw error;
    });
    if (changes instanceof AssayError) {
      const { code, message: why, hint: recover } = changes;
      const refused = [{ id: known.file.record.id, code, why, recover }];
      return { ...told, result: "refused", refused, draft: await keepDraft() };
    }
    await keepActs(ledger, [
      {
        act: "edit",
        record: known.file.record.id,
        by,
        at,
        reason: reason ?? null,
        before: known.digest,
        after: changes[0]?.after ?? null,
      },
    ]);
    return { ...told, result: "done", changes };
  },
});

function openEditor({ editor }: Pick<Deps, "editor">, { file }: KnownRecord): Promise<string | null> {
  return editor.edit(`${file.record.id}.md`, file.text);
}

/** The file's text with another claim; null where it is the same. */
function retold({ file }: KnownRecord, claim: string): string | null {
  const next = claim.replace(/\r\n?/g, "\n").trim();
  if (next === file.record.claim) return null;
  const body = file.text.slice(file.layout.body);
  const from = file.layout.body + (body.length - body.trimStart().length);
  const to = file.layout.body + body.trimEnd().length;
  return file.text.slice(0, from) + next.replaceAll("\n", file.layout.eol) + file.text.slice(to);
}

type Judged =
  | { readonly kind: "sound"; readonly draft: RecordDraft }
  | { readonly kind: "bad"; readonly problems: readonly FileProblem[] };

/** Whether what was typed may take the place of the record: by form, by the rules, and as a change of this one file. */
async function judge(
  files: readonly RecordText[],
  known: KnownRecord,
  typed: string,
  person: { readonly by: string; readonly at: string },
): Promise<Judged> {
  const { path } = known.file;
  const read = await readRecordFile(path, typed);
  if (read.kind === "bad") return { kind: "bad", problems: read.problems };
  const record = theirs(read.record, known.file.record, person);
  const others = files.filter((file) => file.path !== path);
  const before = [...others, { path, text: known.file.text }];
  const wrongBefore = new Set((await checkRecords({ files: before, base: null, by: "person" })).map(nameOf));
  const problems = await checkRecords({
    files: [...others, { path, text: typed }],
    base: before,
    by: "person",
  });
  const made = problems.filter((problem) => !wrongBefore.has(nameOf(problem)));
  if (made.length > 0) return { kind: "bad", problems: made };
  return {
    kind: "sound",
    draft: { path, text: editRecordFile(read, record), expected: known.digest, record },
  };
}

/** Another claim is the person's, and so is the decision that an active record holds. */
function theirs(
  record: KnowledgeRecord,
  old: KnowledgeRecord,
  { by, at }: { readonly by: string; readonly at: string },
): KnowledgeRecord {
  if (record.claim === old.claim) return record;
  const worded: KnowledgeRecord = { ...record, curated_by: "person" };
  return record.status === "active" ? { ...worded, promotion: { path: "user-sovereign", at, by } } : worded;
}

/** Lines move while a person types. */
function nameOf({ path, key, problem }: FileProblem): string {
  return JSON.stringify([path, key, problem]);
}
