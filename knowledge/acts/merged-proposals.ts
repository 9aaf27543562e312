import { AssayError } from "../errors.ts";
import { isDropped } from "../learn/curate/is-dropped.ts";
import { isPersons } from "../learn/curate/is-persons.ts";
import type { Deps } from "../ports/deps.ts";
import type { Journal } from "../ports/journal.ts";
import type { Brought } from "../ports/repository.ts";
import { PROPOSALS_FOLDER } from "../store/knowledge-folder.ts";
import { readKnownRecords } from "../store/known-records.ts";
import { type PlacedProposal, proposalPath, readProposals } from "../store/read-proposals.ts";
import { type ApplyDeps, applyProposals } from "./apply-proposals.ts";
import { droppedProposals } from "./person-acts.ts";
import type { Receipt, Refusal } from "./receipt.ts";

export type MergedDeps = ApplyDeps & Pick<Deps, "repository">;

/** A proposal that is to be carried out without being asked for, as the word of whoever merged it. */
export interface MergedProposal {
  readonly id: string;
  /** Why it cannot be; null where it can. */
  readonly refusal: Refusal | null;
  /** Carries it out. Errors: those of {@link applyProposals}. */
  apply(): Promise<Receipt>;
}

/** What CI would have done itself on a developer's machine: no check kept it, and so nobody has to look again. */
const OF_CI = "ci-mode";

/**
 * The proposals of CI that somebody merged into the branch that the team shares, and that nobody dropped here. What
 * a check kept, what only lies in a work tree and what is another file there waits for a person. Errors: those of
 * the ports.
 */
export async function mergedProposals(deps: MergedDeps): Promise<readonly MergedProposal[]> {
  const waiting = (await readProposals(deps.proposals)).placed.filter(
    ({ proposal }) => proposal.reason === OF_CI,
  );
  if (waiting.length === 0) return [];
  const files = await deps.repository.shared(PROPOSALS_FOLDER);
  const shared = new Map(files.map(({ path, text }) => [path, text]));
  const dropped = await droppedProposals(deps.ledger);
  const merged: MergedProposal[] = [];
  for (const placed of waiting) {
    const { id, text } = placed.stored;
    const { record, candidate } = placed.proposal;
    if (shared.get(proposalPath(id)) !== text || isDropped(dropped, record, candidate.digest)) continue;
    const brought = await deps.repository.broughtBy(proposalPath(id));
    if (brought !== null) merged.push(await planned(deps, placed, brought));
  }
  return merged;
}

async function planned(
  deps: MergedDeps,
  { stored, proposal }: PlacedProposal,
  { by, at }: Brought,
): Promise<MergedProposal> {
  const { id } = stored;
  const { records, proposals, ledger, secrets } = deps;
  const uncounted = { records, proposals, ledger, secrets, journal: UNCOUNTED };
  const cited = (await records.list()).filter((path) => path.endsWith(`/${proposal.record}.md`));
  const known = await readKnownRecords(uncounted, cited);
  const seen = Object.fromEntries(known.map(({ file, digest }) => [file.record.id, digest]));
  const apply = (dryRun: boolean) =>
    applyProposals(uncounted, [stored], {
      by,
      at,
      reason: "merged into the default branch",
      dryRun,
      seen: { ...seen, [id]: stored.digest },
    });
  const persons = known.find(({ file }) => isPersons(file.record))?.file.record.id;
  const refusal = persons === undefined ? await refusalOf(id, () => apply(true)) : outranked(id, persons);
  return { id, refusal, apply: () => apply(false) };
}

async function refusalOf(id: string, plan: () => Promise<Receipt>): Promise<Refusal | null> {
  try {
    return (await plan()).refused[0] ?? null;
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "secret_refused") throw error;
    return { id, code: error.code, why: error.message, recover: error.hint };
  }
}

/** How often a record was confirmed is known to this clone alone, and every clone must write the same. */
const UNCOUNTED: Journal = { confirmations: async () => new Map(), of: async () => [] };

/** Whoever merged it decided on what a run saw, and somebody else stands behind the record since. */
function outranked(id: string, record: string): Refusal {
  return {
    id,
    code: "outranked-by-a-person",
    why: `a person wrote or accepted ${record}`,
    recover: `\`assay proposal apply ${id}\` or \`assay proposal drop ${id}\``,
  };
}
