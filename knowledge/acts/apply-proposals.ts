import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { StoredProposal } from "../ports/proposals.ts";
import { primaryAnchor } from "../record/record.ts";
import { readKnownRecords } from "../store/known-records.ts";
import { parseProposal, proposalPath } from "../store/read-proposals.ts";
import { recordsAbout } from "../store/records-about.ts";
import { applyProposal } from "./apply-proposal.ts";
import { expectLedger, keepActs } from "./person-acts.ts";
import { proposalDigests } from "./proposal-input.ts";
import type { Receipt, RecordChange, Refusal } from "./receipt.ts";
import { refuseSecrets, type Said } from "./refuse-secrets.ts";
import { digestsOf, planDrafts, refuseUnseen, writeDrafts } from "./write-drafts.ts";

export type ApplyDeps = Pick<Deps, "records" | "journal" | "proposals" | "ledger" | "secrets">;

export interface Applying {
  /** Whose word it is, and when it was given (ISO 8601). */
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
  readonly dryRun: boolean;
  /** Digests of records and proposals that the person was shown. */
  readonly seen: Readonly<Record<string, string>>;
}

/**
 * Carries out proposals as a person's own changes, one after the other, and removes their files. Where one is
 * refused beforehand, none is carried out. One that was killed on the way is finished by doing it again. Errors:
 * proposal_invalid, proposal_changed, record_changed, secret_refused, and those of the ports.
 */
export async function applyProposals(
  deps: ApplyDeps,
  meant: readonly StoredProposal[],
  { by, at, reason, dryRun, seen }: Applying,
): Promise<Receipt> {
  const { records, proposals, ledger, secrets } = deps;
  await refuseSecrets(secrets, [
    ["the reason", reason ?? undefined],
    ...meant.map(({ id, text }): Said => [proposalPath(id), text]),
  ]);
  const acting = { by, at };
  const plans = [];
  for (const stored of meant) plans.push(await plan(deps, stored, acting));
  refuseUnseen(
    plans.flatMap(({ known }) => known),
    seen,
  );
  const told = {
    ...acting,
    seen: { ...digestsOf(plans.flatMap(({ known }) => known)), ...proposalDigests(meant) },
  };
  const refused = plans.flatMap(({ stored, answer }): Refusal[] => {
    if (answer.kind !== "refused") return [];
    const { code, why, recover } = answer;
    return [{ id: stored.id, code, why, recover }];
  });
  if (refused.length > 0) return { ...told, result: "refused", changes: [], removed: [], refused };
  const removed = meant.map(({ id }) => proposalPath(id));
  if (dryRun) {
    const changes = plans.flatMap(({ known, answer }) =>
      answer.kind === "apply" ? planDrafts(answer.drafts, known) : [],
    );
    return { ...told, result: "planned", changes, removed, refused };
  }

  await expectLedger(ledger);
  const changes: RecordChange[] = [];
  const done: string[] = [];
  for (const stored of meant) {
    // What was carried out before may have changed what this one is decided on.
    const { known, answer } = await plan(deps, stored, acting);
    if (answer.kind === "refused") {
      const { code, why, recover } = answer;
      const late = [{ id: stored.id, code, why, recover }];
      return { ...told, result: "refused", changes, removed: done, refused: late };
    }
    const made = answer.kind === "apply" ? await writeDrafts(records, answer.drafts, known) : [];
    changes.push(...made);
    const [entry] = answer.kind === "apply" ? answer.journal : [];
    await keepActs(ledger, [
      {
        act: "apply",
        record: entry?.record ?? null,
        other: entry?.other ?? null,
        proposal: stored.id,
        ...acting,
        reason,
        before: entry?.before ?? null,
        after: entry?.after ?? null,
      },
    ]);
    if ((await proposals.remove(stored.id, stored.digest)) === "changed")
      throw new AssayError("proposal_changed", { file: proposalPath(stored.id) });
    done.push(proposalPath(stored.id));
  }
  return { ...told, result: "done", changes, removed, refused };
}

async function plan(
  deps: Pick<Deps, "records" | "journal">,
  stored: StoredProposal,
  person: { readonly by: string; readonly at: string },
) {
  const proposal = await parseProposal(stored);
  const { known: about, folders } = await recordsAbout(deps, new Set([primaryAnchor(proposal.candidate)]));
  const cited = about.some(({ file }) => file.record.id === proposal.record)
    ? []
    : (await deps.records.list()).filter((path) => path.endsWith(`/${proposal.record}.md`));
  // A record about something else is told as such, not as one that is not there.
  const known = [...about, ...(await readKnownRecords(deps, cited))];
  return { stored, known, answer: await applyProposal(proposal, known, folders, person) };
}
