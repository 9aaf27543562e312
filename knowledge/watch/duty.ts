import type { RepositoryName } from "../ports/forge.ts";

/**
 * Something that is due and that one worker does, once: what an operation answers and a host carries to a worker, by a
 * queue or at once. Asked for again while it is not done, so that a lost one comes back; whoever works on it claims it
 * in the ledger first, so that one that came twice is done once.
 */
export type Duty =
  | {
      readonly kind: "watch";
      readonly organisation: string;
      readonly repositories: readonly RepositoryName[];
    }
  | {
      readonly kind: "triage";
      readonly organisation: string;
      readonly repository: RepositoryName;
      readonly failure: string;
    }
  /** A comment on an issue of ours, or one that is opened again. */
  | {
      readonly kind: "answer";
      readonly organisation: string;
      readonly repository: RepositoryName;
      readonly failure: string;
    }
  /** A look at the changes under QA that wait. */
  | { readonly kind: "step"; readonly organisation: string }
  /** What runs of the default branch left is to be read and learned from. */
  | { readonly kind: "learn"; readonly organisation: string; readonly repository: RepositoryName }
  | { readonly kind: "sweep"; readonly organisation: string; readonly product: string; readonly week: string }
  | { readonly kind: "propose"; readonly organisation: string; readonly repository: RepositoryName };
