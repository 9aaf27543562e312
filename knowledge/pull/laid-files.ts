import { evidenceHash } from "../proposal/evidence-hash.ts";
import type { RequestContent } from "../proposal/request-content.ts";
import type { RequestState } from "../proposal/request-state.ts";

/** Texts by path from the top of the repository; null for a file that is to go. */
export type LaidFiles = Map<string, string | null>;

/**
 * The files that a request wants and that the default branch does not have yet, as they are wanted last. What is settled
 * stands there by now, as people would have it; what they closed a request with counts as said and is not said again. Pure.
 */
export function laidFiles(
  { settled }: Pick<RequestState, "settled">,
  contents: readonly RequestContent[],
): LaidFiles {
  const done = new Set(settled);
  const laid: LaidFiles = new Map();
  for (const { files, evidence } of contents) {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    for (const item of evidence)
      if (!done.has(evidenceHash(item)))
        for (const path of item.files) laid.set(path, texts.get(path) ?? null);
  }
  return laid;
}

/** Whether something is wanted that no request has, and that people did not refuse. Pure. */
export function isUnproposed({
  wanted,
  settled,
  declined,
  open,
}: Pick<RequestState, "wanted" | "settled" | "declined" | "open">): boolean {
  const told = new Set([...settled, ...declined, ...(open?.items ?? [])]);
  return wanted.some(({ items }) => items.some((item) => !told.has(item)));
}
