import { dispatch, proposalRequestOpen } from "#knowledge";
import { queueHandler } from "../shared/run.ts";
import { ProposeMessage } from "./event.ts";

/** Both of a repository's rolling requests; one for which nothing waits costs a read of the ledger. */
const KINDS = ["knowledge", "sweep"] as const;

/** Brings a repository's requests to what is wanted; only one of these runs at a time. */
export const handler = queueHandler({
  lambda: "propose",
  message: ProposeMessage,
  repositories: ({ repository }) => [repository],
  async carryOut({ repository }, deps) {
    const told: Record<string, string> = {};
    for (const kind of KINDS) {
      const { result, refusal } = await dispatch(proposalRequestOpen, deps, { repository, kind });
      told[kind] = refusal === null ? result : refusal.code;
    }
    // A cap an hour leaves room again before the message is given up.
    return { due: [], told, again: Object.values(told).some((code) => code.startsWith("too-many-")) };
  },
});
