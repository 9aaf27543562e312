import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { changeStream } from "./change-events.ts";
import { CHANGE_RUN } from "./change-run.ts";

/** The issues that began a change, as its runs have noted them; none of one that was never under QA. Errors: those of the ledger. */
export async function begunBy(
  { ledger }: Pick<Deps, "ledger">,
  repository: string,
  number: number,
): Promise<readonly number[]> {
  const { state } = await readState(ledger, changeStream(repository, number), CHANGE_RUN);
  return [...new Set(state.runs.flatMap(({ issue }) => issue ?? []))];
}
