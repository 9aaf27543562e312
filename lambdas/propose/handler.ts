import { DUTIES, doPropose } from "#knowledge";
import { eachOf } from "../shared/each-of.ts";
import { queueHandler } from "../shared/run.ts";
import { asksAgain } from "./asks-again.ts";

/** Both of a repository's rolling requests; one for which nothing waits costs a read of the ledger. */
const KINDS = ["knowledge", "sweep"] as const;

/** Brings a repository's requests to what is wanted; only one of these runs at a time. */
export const handler = queueHandler({
  lambda: "propose",
  message: DUTIES.propose(),
  repositories: ({ repository }) => [repository],
  async carryOut(duty, deps) {
    const told: Record<string, string> = {};
    // One of them that is stuck keeps the other from nothing.
    await eachOf(KINDS, async (kind) => {
      const { result, refusal } = await doPropose(deps, duty, kind);
      told[kind] = refusal === null ? result : refusal.code;
    });
    return { due: [], told, again: asksAgain(Object.values(told)) };
  },
});
