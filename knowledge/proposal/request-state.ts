import type { LeftWhy } from "./request-events.ts";
import type { RequestKind } from "./request-identity.ts";

/** The rolling request of a repository and kind: what is wanted, and what became of it. */
export interface RequestState {
  /** Empty before the first event. */
  readonly repository: string;
  readonly kind: RequestKind;
  /** In the order in which they were first handed over. */
  readonly wanted: readonly WantedSource[];
  /** Items that are merged or stand on the default branch, the newest last; bounded. */
  readonly settled: readonly string[];
  /** Items of requests that were closed unmerged, the newest last; bounded. */
  readonly declined: readonly string[];
  /** The commit that a process is about to make, or was when it was killed. */
  readonly plan: {
    readonly key: string;
    readonly manifest: string;
    readonly items: readonly string[];
  } | null;
  /** What our last commit left on the branch. */
  readonly placed: { readonly manifest: string; readonly items: readonly string[] } | null;
  /** Our commits to the branch, the newest last; bounded. */
  readonly commits: readonly string[];
  readonly open: OpenRequest | null;
  /** The one that a process of ours is about to close, or was when it was killed. */
  readonly closing: number | null;
  /** The last one that ended. */
  readonly ended: EndedRequest | null;
  /** The highest number that was heard of, 0 before the first: one that is opened again has a lower one. */
  readonly newest: number;
  /** Requests in a row that were closed unmerged. */
  readonly closings: number;
  readonly left: {
    readonly at: string;
    readonly why: LeftWhy;
    readonly number: number | null;
    readonly author: string | null;
  } | null;
  /** Times of the last openings and commits; bounded. */
  readonly openedAt: readonly string[];
  readonly committedAt: readonly string[];
  /** Time of the last event. */
  readonly at: string;
}

export interface WantedSource {
  readonly source: string;
  readonly content: string;
  readonly items: readonly string[];
  readonly at: string;
}

export interface OpenRequest {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  /** Hash of the body that we wrote last, or null where its body is not ours. */
  readonly body: string | null;
  readonly items: readonly string[];
  readonly at: string;
}

export interface EndedRequest {
  readonly number: number;
  readonly url: string;
  readonly outcome: "merged" | "closed";
  readonly by: string | null;
  readonly at: string;
}
