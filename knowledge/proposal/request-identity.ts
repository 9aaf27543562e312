import { createHash } from "node:crypto";
import type { RepositoryName } from "../ports/forge.ts";

/** What a request proposes: what was learned, or what a sweep reports. */
export const REQUEST_KINDS = ["knowledge", "sweep"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** What there is at most one open request for. */
export interface RequestPlace {
  readonly repository: RepositoryName;
  readonly kind: RequestKind;
}

/** Names the one rolling request of a repository and kind, whoever asks and however often: 16 hexadecimal digits. */
export function requestFingerprint({ repository, kind }: RequestPlace): string {
  return createHash("sha256").update(`${kind}\n${repository.toLowerCase()}`).digest("hex").slice(0, 16);
}

/** Its branch, which nothing else is written to. */
export function requestBranchName(place: RequestPlace): string {
  return `assay/${place.kind}/${requestFingerprint(place)}`;
}

/** Its labels: the one of all requests, and the one that names it. */
export function requestLabels(place: RequestPlace, label: string): readonly string[] {
  return [...new Set([label, `assay:${place.kind}:${requestFingerprint(place)}`])];
}

/** Its stream in the ledger. */
export function requestStream({ repository, kind }: RequestPlace): string {
  return `request/${repository.replace("/", ".").toLowerCase()}.${kind}`;
}
