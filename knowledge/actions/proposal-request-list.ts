import * as z from "zod/mini";
import { summaryRows } from "../ledger/summary-rows.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { REQUEST, type RequestSummary } from "../proposal/request.ts";
import { REQUEST_KINDS, requestBranchName } from "../proposal/request-identity.ts";
import type { RequestState } from "../proposal/request-state.ts";
import { operation } from "./operation.ts";

const RequestList = z.lazy(() =>
  z.object({
    requests: z.array(
      z.object({
        repository: z.string(),
        kind: z.enum(REQUEST_KINDS),
        branch: z.string(),
        state: z.enum(["none", "open", "merged", "closed"]),
        number: z.nullable(z.int()),
        url: z.nullable(z.string()),
        title: z.nullable(z.string()),
        items: z.int(),
        wanted: z.int(),
        left: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
  }),
);
export type RequestList = z.output<typeof RequestList>;

/** The requests that the ledger knows, open ones first, then the newest; the forge is not asked. Errors: those of the ledger. */
export const proposalRequestList = operation({
  id: "proposal.request.list",
  title: "List the proposal requests",
  input: z.object({}),
  output: RequestList,
  writes: false,
  async run({ ledger }: Pick<Deps, "ledger">): Promise<RequestList> {
    const rows = (await summaryRows<RequestSummary, RequestState>(ledger, REQUEST))
      .map(({ row }) => row)
      .toSorted((a, b) => Number(b.state === "open") - Number(a.state === "open") || (a.at < b.at ? 1 : -1));
    return {
      requests: rows.map(({ openedAt: _, ...row }) => ({
        ...row,
        branch: requestBranchName({ repository: row.repository as RepositoryName, kind: row.kind }),
      })),
    };
  },
});
