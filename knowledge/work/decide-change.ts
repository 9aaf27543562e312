import { changeStream } from "../change/change-events.ts";
import { CHANGE_RUN } from "../change/change-run.ts";
import { type Decision, decide } from "../ledger/decide.ts";
import type { Deps } from "../ports/deps.ts";
import { asChange, type ChangeId, type ReadChange } from "./read-change.ts";

/** As {@link decide}, of a change that was started. Errors: change_unknown, ledger_contended, those of the ledger. */
export async function decideChange<Answer>(
  { ledger }: Pick<Deps, "ledger">,
  id: ChangeId,
  choose: (now: ReadChange) => Decision<Answer>,
): Promise<ReadChange & { readonly answer: Answer }> {
  const stream = changeStream(id.repository, id.number);
  const decided = await decide(ledger, stream, CHANGE_RUN, (now) => choose(asChange(id, now)));
  return { ...asChange(id, decided), answer: decided.answer };
}
