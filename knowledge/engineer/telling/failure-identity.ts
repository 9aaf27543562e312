import { createHash } from "node:crypto";
import type { SortedFailure } from "../sort-failures.ts";

/** What makes a failure the same for every change that meets it: its fingerprint, or its check and its first line. */
export function failureIdentity({ failed, note }: SortedFailure): string {
  if (note.fingerprint !== null) return note.fingerprint;
  const text = [failed.check.key, note.cause, failed.tests[0] ?? "", note.quote ?? ""].join("\0");
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
