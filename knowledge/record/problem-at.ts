import type { RecordKey } from "./record.ts";
import type { FileProblem, RecordFile } from "./record-file.ts";

/** A problem at the line of a key, or of the claim. */
export function problemAt(
  file: RecordFile,
  key: RecordKey | "claim",
  problem: string,
  hint: string,
): FileProblem {
  const entry = file.entries.find((other) => other.key === key);
  const line = key === "claim" ? claimLine(file) : (entry?.line ?? 1);
  return { path: file.path, line, key: key === "claim" ? null : key, problem, hint };
}

function claimLine({ text, layout }: RecordFile): number {
  const body = text.slice(layout.body);
  const start = layout.body + (body.length - body.trimStart().length);
  return text.slice(0, start).split("\n").length;
}
