import { readState } from "../ledger/read-state.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { Ledger } from "../ports/ledger.ts";
import { REQUEST } from "./request.ts";
import { REQUEST_KINDS, type RequestKind, requestBranchName, requestStream } from "./request-identity.ts";

/** What the ledger knows of a repository's request of one kind, for a forge that keeps no requests itself. */
interface KnownRequest {
  readonly branch: string;
  readonly state: "none" | "open" | "merged" | "closed";
  /** Of the open one, else of the last one that ended. */
  readonly number: number | null;
  /** Number of the next one, which no other kind gives. */
  readonly next: number;
  readonly title: string;
  readonly commits: readonly string[];
  readonly at: string;
}

/** The requests that a ledger knows, one a kind, read anew each time. Errors: those of the ledger. */
export function knownRequests(ledger: Ledger): {
  of(repository: RepositoryName): Promise<readonly KnownRequest[]>;
} {
  return {
    of: (repository) => Promise.all(REQUEST_KINDS.map((kind) => readKnown(ledger, repository, kind))),
  };
}

async function readKnown(
  ledger: Ledger,
  repository: RepositoryName,
  kind: RequestKind,
): Promise<KnownRequest> {
  const place = { repository, kind };
  const { state } = await readState(ledger, requestStream(place), REQUEST);
  const { open, ended, commits } = state;
  const number = open?.number ?? ended?.number ?? null;
  return {
    branch: requestBranchName(place),
    state: open !== null ? "open" : (ended?.outcome ?? "none"),
    number,
    next: numberAfter(number ?? 0, kind),
    title: open?.title ?? "",
    commits,
    at: open?.at ?? ended?.at ?? "",
  };
}

/** The least number above that is one of this kind's: kinds take turns. */
function numberAfter(last: number, kind: RequestKind): number {
  const kinds = REQUEST_KINDS.length;
  let number = last + 1;
  while (number % kinds !== (REQUEST_KINDS.indexOf(kind) + 1) % kinds) number += 1;
  return number;
}
