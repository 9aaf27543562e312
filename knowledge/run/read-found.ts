import { attempt } from "../attempt.ts";
import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { type ReadRun, readRun } from "./read-run.ts";
import { titleOf } from "./run-facts.ts";
import { findReports } from "./run-reports.ts";

export type ReadFoundDeps = Pick<Deps, "history" | "messages" | "runFiles" | "sources">;

/** How what is found is read. */
export interface ReadingRules {
  readonly config: Config;
  readonly mask: SecretMask;
}

/** Which reports are meant. */
export interface Named {
  readonly reports: readonly string[];
  /** Where there is no report: nothing, rather than an error. */
  readonly allowEmpty: boolean;
}

export interface FoundRun {
  readonly read: ReadRun;
  /** Masked. */
  readonly title: string;
  /** Removes what recorders left, for whom it was recorded: else it would be a part of the next run. */
  clear(): Promise<void>;
}

/**
 * The reports of a run, read; null where there are none and that is allowed. Errors: report_none, and those of
 * {@link readRun} and of the run files.
 */
export async function readFound(
  deps: ReadFoundDeps,
  { config, mask }: ReadingRules,
  { reports, allowEmpty }: Named,
): Promise<FoundRun | null> {
  const { references, left, title } = await findReports(deps, reports);
  if (references.length === 0 && !allowEmpty) throw new AssayError("report_none");
  const read = await readRun(deps, references, {
    mask,
    config,
    ...(allowEmpty ? { unread: (error) => passOver(deps, error) } : {}),
  });
  if (read.outcome.reports > 0)
    return {
      read,
      title: titleOf([title], mask),
      clear: () => attempt(deps, undefined, () => deps.runFiles.remove(left)),
    };
  await read.discard();
  const why = references.length === 0 ? "no recorder left a file in .assay/local/runs" : "there is no report";
  deps.messages.tell({ kind: "note", text: `nothing was recorded: ${why}` });
  return null;
}

/** Where there may be no report, a file that is not there is told; any other fault is one. */
function passOver({ messages }: Pick<Deps, "messages">, error: unknown): void {
  if (!(error instanceof AssayError) || error.code !== "source_missing") throw error;
  messages.tell({ kind: "note", text: error.message });
}
