import type { Deps } from "../ports/deps.ts";

/** What carrying out a request reads and writes. */
export type RequestDeps = Pick<
  Deps,
  "artifacts" | "changeRequests" | "clock" | "forge" | "ledger" | "requestBranch"
>;
