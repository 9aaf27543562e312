import { AssayError } from "../../errors.ts";
import { PROPOSAL_ID, type Proposals, type StoredProposal } from "../../ports/proposals.ts";
import { digestOf } from "../files/digest.ts";

/** Proposals that live as long as the process. */
export function memoryProposals(): Proposals {
  const files = new Map<string, string>();
  const stored = (id: string): StoredProposal | null => {
    if (!PROPOSAL_ID.test(id))
      throw new AssayError("proposal_path_refused", { path: id, reason: "it is no proposal's id" });
    const text = files.get(id);
    return text === undefined ? null : { id, text, digest: digestOf(text) };
  };

  return {
    async list() {
      return [...files.keys()].sort().flatMap((id) => stored(id) ?? []);
    },
    async strays() {
      return [];
    },
    async read(id) {
      return stored(id);
    },
    async add(id, text) {
      if (stored(id) !== null) return "there";
      files.set(id, text.toWellFormed());
      return "written";
    },
    async remove(id, expected) {
      const proposal = stored(id);
      if (proposal === null) return "gone";
      if (proposal.digest !== expected) return "changed";
      files.delete(id);
      return "removed";
    },
  };
}
