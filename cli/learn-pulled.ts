import {
  AssayError,
  type Deps,
  dispatch,
  doPropose,
  learnPull,
  type Pulled,
  type RequestOutcome,
} from "#knowledge";

/** What was learned of a repository without a clone, and what became of its request; null where nothing was to be proposed. */
export interface LearnedPull extends Pulled {
  readonly proposed: RequestOutcome | null;
  /** Why it could not be proposed now, else null. */
  readonly undone: { readonly code: string; readonly problem: string } | null;
  readonly [key: string]: unknown;
}

/** Learns from what runs of a default branch left, and proposes what is new, where `proposes`. Errors: those of learning. */
export async function learnPulled(
  deps: Deps,
  asked: { readonly repository: string; readonly organisation?: string },
  proposes: boolean,
): Promise<LearnedPull> {
  const { repository, organisation } = asked;
  const place = { repository, ...(organisation === undefined ? {} : { organisation }) };
  const pulled = await dispatch(learnPull, deps, place);
  const [due] = proposes ? pulled.due : [];
  if (due === undefined) return { ...pulled, proposed: null, undone: null };
  try {
    return { ...pulled, proposed: await doPropose(deps, due, "knowledge"), undone: null };
  } catch (error) {
    // What was learned is kept, and the next look proposes it.
    if (!(error instanceof AssayError) || error.kind === "bug") throw error;
    const problem = `${error.message}; ${error.hint}`;
    return { ...pulled, proposed: null, undone: { code: error.code, problem } };
  }
}
