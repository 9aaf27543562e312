import { AssayError } from "../errors.ts";
import { type ProposalFile, readProposalFile } from "../learn/proposal-file.ts";
import type { Proposals, StoredProposal } from "../ports/proposals.ts";
import type { FileProblem } from "../record/record-file.ts";
import { PROPOSALS_FOLDER } from "./knowledge-folder.ts";
import { onlyBeginning } from "./only-beginning.ts";
import { type ToldProblem, tellProposalProblem } from "./told-problem.ts";

/** A proposal with the file that it was read from. */
export interface PlacedProposal {
  readonly stored: StoredProposal;
  readonly proposal: ProposalFile;
}

/** Every proposal in order of id, and what is wrong with the files that are none: they hide no other. */
export async function readProposals(
  proposals: Proposals,
): Promise<{ readonly placed: readonly PlacedProposal[]; readonly problems: readonly ToldProblem[] }> {
  const placed: PlacedProposal[] = [];
  const problems: FileProblem[] = (await proposals.strays()).map((path) => ({
    path,
    line: 1,
    key: null,
    problem: "not a proposal's file, so that nothing reads it",
    hint: "name it as its id, `prop_….yaml`, as a plain file, or remove it",
  }));
  for (const stored of await proposals.list()) {
    const read = await readProposalFile(stored.id, stored.text);
    if ("kind" in read) problems.push(...read.problems);
    else placed.push({ stored, proposal: read });
  }
  return { placed, problems: problems.map(tellProposalProblem) };
}

/** The proposal's file with this id, or the only one whose id begins so. Errors: proposal_missing, proposal_ambiguous. */
export function findProposal<Stored extends { readonly id: string }>(
  id: string,
  stored: readonly Stored[],
): Stored {
  const meant = onlyBeginning(
    id,
    stored.map((one) => one.id),
  );
  if (meant.kind === "several") {
    const { count, named: ids } = meant;
    throw new AssayError("proposal_ambiguous", { id, count, ids });
  }
  const found = meant.kind === "one" ? stored.find((one) => one.id === meant.id) : undefined;
  if (found === undefined) throw new AssayError("proposal_missing", { id });
  return found;
}

/** What the file proposes. Errors: proposal_invalid. */
export async function parseProposal({ id, text }: StoredProposal): Promise<ProposalFile> {
  const read = await readProposalFile(id, text);
  if (!("kind" in read)) return read;
  const [first] = read.problems;
  throw new AssayError("proposal_invalid", {
    file: proposalPath(id),
    line: first?.line ?? 1,
    problem: first?.problem ?? "it is no proposal",
    fix: first?.hint ?? "restore it with git",
  });
}

/** Relative to the top of the work tree. */
export function proposalPath(id: string): string {
  return `${PROPOSALS_FOLDER}/${id}.yaml`;
}
