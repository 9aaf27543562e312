import { AssayError } from "../errors.ts";
import type { Ledger } from "../ports/ledger.ts";
import { onlyBeginning } from "../store/only-beginning.ts";
import { runRows } from "./run-queue.ts";

const ID_SHOWN = 12;

/** The run with this id, or the only one whose id begins so. Errors: run_missing, run_ambiguous, those of the ledger. */
export async function findRun(ledger: Ledger, run: string): Promise<string> {
  const ids = (await runRows(ledger)).map((row) => row.run);
  const meant = onlyBeginning(run, ids, (id) => id.slice(0, ID_SHOWN));
  if (meant.kind === "none") throw new AssayError("run_missing", { run });
  if (meant.kind === "several") {
    const { count, named: runs } = meant;
    throw new AssayError("run_ambiguous", { run, count, runs });
  }
  return meant.id;
}
