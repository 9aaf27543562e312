import type { Deps } from "../ports/deps.ts";

/** What a run is to be read from. */
export interface RunReports {
  /** References for `Sources`, as given or found. */
  readonly references: readonly string[];
  /** Those of them that a recorder left for whoever comes to read them. */
  readonly left: readonly string[];
  /** What was asked for, for people. */
  readonly title: string;
}

/** Says that runs were killed and nobody has read what they left. */
export function killedWait(runs: number): string {
  const what = runs === 1 ? "a run that was killed left" : `${runs} runs that were killed left`;
  return `${what} run files in .assay/local/runs: \`assay ingest\` learns from ${runs === 1 ? "them" : "one at a time"}`;
}

/** What tells a pattern from a path. */
const PATTERN = /[*?{]/;

/**
 * The reports that are named, with the files that each pattern names; where none is named, what recorders left, else
 * what the first of the killed runs did. A pattern that names no file stays as it is, for it may be a path. Errors: those of the run files.
 */
export async function findReports(
  { runFiles, messages }: Pick<Deps, "messages" | "runFiles">,
  named: readonly string[],
): Promise<RunReports> {
  if (named.length === 0) {
    const [first, ...others] = await runFiles.left();
    if (first?.by === "killed-run")
      messages.tell({ kind: "note", text: "what is read is of a run that was killed: it may be cut off" });
    if (others.length > 0) messages.tell({ kind: "note", text: killedWait(others.length) });
    const left = first?.files ?? [];
    const title = first?.by === "killed-run" ? "what a killed run left" : "what recorders left";
    return { references: left, left, title };
  }
  const references: string[] = [];
  for (const name of named) {
    const found = PATTERN.test(name) ? await runFiles.reports([name], 0) : [];
    references.push(...(found.length === 0 ? [name] : found));
  }
  return { references, left: [], title: named.join(" ") };
}
