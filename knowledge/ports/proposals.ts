/** An id of a proposal, which is its file's stem. */
export const PROPOSAL_ID = /^prop_[0-9A-Za-z][0-9A-Za-z-]{3,63}$/;

/**
 * Files of unapplied changes, `<id>.yaml` under one folder, as text.
 *
 * Errors of every call: proposals_unavailable, proposal_path_refused (an id that is none, a link).
 */
export interface Proposals {
  /** Sorted by id; links and files of other names are left out. */
  list(): Promise<readonly StoredProposal[]>;
  /** Names of what stands among the proposals and is none, sorted: YAML files of other names, and links. */
  strays(): Promise<readonly string[]>;
  read(id: string): Promise<StoredProposal | null>;
  /** Writes a file durably unless it is there; says which. */
  add(id: string, text: string): Promise<"written" | "there">;
  /** Removes the file if it still is what its reader saw. */
  remove(id: string, expected: string): Promise<"removed" | "gone" | "changed">;
}

export interface StoredProposal {
  readonly id: string;
  readonly text: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly digest: string;
}
