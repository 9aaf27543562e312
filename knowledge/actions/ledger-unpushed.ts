import { LEARNING_RUN, waitingJobs } from "../learn/learning-run.ts";
import { readState } from "../ledger/read-state.ts";
import { sharedKind } from "../ledger/shared-kinds.ts";
import type { Deps } from "../ports/deps.ts";

interface Unpushed {
  /** Streams with events that the remote has not, by name. */
  readonly streams: readonly { readonly stream: string; readonly events: number }[];
  /** Runs whose jobs are not done; they are pushed once they are. */
  readonly waiting: readonly string[];
}

/** What a push would bring to the remote. Errors: those of the ledger. */
export async function unpushedOf({
  ledger,
  ledgerSync,
}: Pick<Deps, "ledger" | "ledgerSync">): Promise<Unpushed> {
  const streams: { stream: string; events: number }[] = [];
  const waiting: string[] = [];
  for (const { stream, shared, last } of await ledgerSync.unpushed()) {
    const kind = sharedKind(stream);
    if (kind === null) continue;
    if (kind === "learning" && shared === 0 && !(await isDone(ledger, stream))) waiting.push(stream);
    else streams.push({ stream, events: last - shared });
  }
  return { streams, waiting };
}

async function isDone(ledger: Deps["ledger"], stream: string): Promise<boolean> {
  const { state } = await readState(ledger, stream, LEARNING_RUN);
  return state.recorded !== null && waitingJobs(state).length === 0;
}
