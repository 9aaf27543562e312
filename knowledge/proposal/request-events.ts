import type { LedgerEvent } from "../ports/ledger.ts";
import type { RequestPlace } from "./request-identity.ts";

/**
 * What happens to the rolling request of a repository and kind, one stream {@link requestStream}. Times are ISO 8601 in
 * UTC; items are hashes of evidence. Every event also names repository and kind. All v1.
 */
export interface RequestEvents {
  /** A source hands over what it proposes, in place of what it handed over before. */
  "request.wanted": {
    readonly at: string;
    readonly by: string;
    /** What it comes from, e.g. a run or a week. */
    readonly source: string;
    /** Digest of the artifact that holds it. */
    readonly content: string;
    readonly items: readonly string[];
  };
  "request.withdrawn": { readonly at: string; readonly by: string; readonly source: string };
  /** A commit is about to be made; `head` null: the branch is made anew. */
  "request.planned": {
    readonly at: string;
    /** The commit's message ends in it. */
    readonly key: string;
    readonly branch: string;
    readonly base: string;
    readonly head: string | null;
    /** Digest of the artifact that lists the paths which the branch then has beside its base. */
    readonly manifest: string;
    readonly items: readonly string[];
  };
  "request.committed": { readonly at: string; readonly key: string; readonly commit: string };
  /** A request is open; `found`: it was opened or opened again by somebody else, or by a process that did not tell. */
  "request.opened": {
    readonly at: string;
    readonly number: number;
    readonly url: string;
    readonly title: string;
    /** Hash of the body that was written, or null where the body is not ours. */
    readonly body: string | null;
    readonly items: readonly string[];
    readonly found: boolean;
  };
  "request.edited": {
    readonly at: string;
    readonly number: number;
    /** As we would have it: one that a person gave it stays. */
    readonly title: string;
    readonly body: string;
    readonly items: readonly string[];
  };
  /** We are about to close it, as nothing is left to propose; null: it is open all the same. */
  "request.closing": { readonly at: string; readonly number: number | null };
  /** What these say stands on the default branch without a request. */
  "request.settled": { readonly at: string; readonly items: readonly string[] };
  /** It is left alone, and why; told once. */
  "request.left": {
    readonly at: string;
    readonly why: LeftWhy;
    readonly number: number | null;
    readonly author: string | null;
  };
  /** A person asks for what was declined, again. */
  "request.asked": { readonly at: string; readonly by: string };
  /** `by` null: somebody did it at the forge. */
  "request.merged": {
    readonly at: string;
    readonly by: string | null;
    readonly number: number;
    readonly url: string;
    readonly commit: string | null;
    readonly items: readonly string[];
  };
  /** `nothing-left`: closed by us, as there was nothing to propose any more; else people do not want its items. */
  "request.closed": {
    readonly at: string;
    readonly by: string | null;
    readonly number: number;
    readonly url: string;
    readonly why: "declined" | "nothing-left";
    readonly reason: string | null;
    readonly items: readonly string[];
  };
}

/** Why a request is left alone. */
export type LeftWhy =
  /** A commit of somebody else is on the branch. */
  | "others-commit"
  /** All that is wanted was in a request that was closed unmerged. */
  | "closed"
  /** Two in a row were closed unmerged: nothing is opened until a person asks for it. */
  | "closed-twice"
  /** The repository is archived: nobody can write there. */
  | "archived"
  /** The repository has no default branch yet. */
  | "no-default-branch"
  /** The branch is the default one. */
  | "default-branch";

export type RequestEventType = keyof RequestEvents;

/** An event of a request, as it is appended. */
export function requestEvent<Type extends RequestEventType>(
  { repository, kind }: RequestPlace,
  type: Type,
  data: RequestEvents[Type],
): LedgerEvent {
  return { type, v: 1, data: { ...data, repository, kind } as unknown as LedgerEvent["data"] };
}
