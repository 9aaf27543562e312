import {
  type Deps,
  dispatch,
  learnPull,
  type Pulled,
  proposalRequestOpen,
  type RequestOutcome,
} from "#knowledge";

/** What was learned of a repository without a clone, and what became of its request; null where nothing was to be proposed. */
export interface LearnedPull extends Pulled {
  readonly proposed: RequestOutcome | null;
  readonly [key: string]: unknown;
}

/** Learns from what runs of a default branch left, and proposes what is new, where `proposes`. Errors: those of both. */
export async function learnPulled(
  deps: Deps,
  asked: { readonly repository: string; readonly organisation?: string },
  proposes: boolean,
): Promise<LearnedPull> {
  const pulled = await dispatch(learnPull, deps, asked);
  const [due] = proposes ? pulled.due : [];
  const proposed =
    due === undefined
      ? null
      : await dispatch(proposalRequestOpen, deps, { repository: due.repository, kind: "knowledge" });
  return { ...pulled, proposed };
}
