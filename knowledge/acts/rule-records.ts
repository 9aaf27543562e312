import * as z from "zod/mini";
import type { RecordRuled } from "../learn/learning-events.ts";
import type { Deps } from "../ports/deps.ts";
import type { KnowledgeRecord } from "../record/record.ts";
import { findRecord } from "../store/find-record.ts";
import { readKnownRecords } from "../store/known-records.ts";
import { readRecords } from "../store/read-records.ts";
import { expectLedger, keepActs } from "./person-acts.ts";
import { actFlags, type Receipt, type Refusal } from "./receipt.ts";
import { refuseSecrets, type Said } from "./refuse-secrets.ts";
import { type PersonAct, ruleRecord } from "./rule-record.ts";
import { digestsOf, planDrafts, refuseUnseen, writeDrafts } from "./write-drafts.ts";

/** Records, and what a person says to them. */
export const RulingInput = z.lazy(() =>
  z.object({
    ids: z
      .array(z.string().check(z.minLength(1)))
      .check(z.minLength(1), z.describe("records, each by its id or the only beginning of one")),
    ...actFlags,
  }),
);

export type RulingDeps = Pick<Deps, "records" | "journal" | "ledger" | "person" | "clock" | "secrets">;

/**
 * Carries out what a person rules over records: all of them or none, on the disk and in the ledger when it returns.
 * The same locally and in CI. Errors: record_missing, record_ambiguous; record_changed where a record is not what
 * was shown or somebody else wrote it meanwhile; secret_refused where the reason, or a record that is taken as true,
 * holds a secret; those of records and ledger.
 */
export async function ruleRecords(
  { records, journal, ledger, person, clock, secrets }: RulingDeps,
  act: PersonAct,
  { ids, reason: given, dryRun, seen }: z.output<typeof RulingInput>,
): Promise<Receipt> {
  const reason = given ?? null;
  const { placed, problems } = await readRecords(records);
  const paths = new Set(ids.map((id) => findRecord(id, placed, problems).path));
  const known = await readKnownRecords({ records, journal }, [...paths]);
  refuseUnseen(known, seen);
  const taken = act === "accept" ? known : [];
  await refuseSecrets(secrets, [
    ["the reason", given],
    ...taken.map(({ file }): Said => [`record ${file.record.id}`, file.text]),
  ]);
  const by = await person.name();
  const at = new Date(clock.now()).toISOString();
  const told = { by, at, removed: [], seen: digestsOf(known) };

  const refused: Refusal[] = [];
  const ruled = [];
  for (const one of known) {
    const { record } = one.file;
    const { id } = record;
    const ruling = isRuled(record, act)
      ? ({ kind: "apply", drafts: [] } as const)
      : await ruleRecord(one, act, { by, at, reason });
    if (ruling.kind === "refused") {
      const { code, why, recover } = ruling;
      refused.push({ id, code, why, recover });
    } else ruled.push({ id, digest: one.digest, drafts: ruling.drafts });
  }
  if (refused.length > 0) return { ...told, result: "refused", changes: [], refused };

  const drafts = ruled.flatMap((one) => one.drafts);
  if (dryRun) {
    const result = drafts.length === 0 ? "unchanged" : "planned";
    return { ...told, result, changes: planDrafts(drafts, known), refused };
  }
  await expectLedger(ledger);
  const changes = await writeDrafts(records, drafts, known);
  await keepActs(
    ledger,
    ruled.map(({ id, digest, drafts: own }): RecordRuled => {
      const change = changes.find(({ record }) => record === id);
      const other = own.find(({ record }) => record.id !== id)?.record.id ?? null;
      const { before = digest, after = digest } = change ?? {};
      return { act, record: id, other, by, at, reason, before, after };
    }),
  );
  return { ...told, result: changes.length === 0 ? "unchanged" : "done", changes, refused };
}

/** Whether the act was done before: to say it again is no fault, and adds to the ledger what a kill kept from it. */
function isRuled({ kind, status, promotion, ruled }: KnowledgeRecord, act: PersonAct): boolean {
  if (act === "accept" && kind !== "unknown")
    return status === "active" && promotion?.path === "user-sovereign";
  return (status === "deprecated" || status === "resolved") && ruled?.act === act;
}
