import * as z from "zod/mini";
import { RUN_VERDICTS } from "../learn/run-evidence.ts";
import type { Deps } from "../ports/deps.ts";
import { runRows } from "../run/run-queue.ts";
import { RunList, toRunSummary } from "../run/run-summary.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 20),
    offset: z._default(z.int().check(z.minimum(0)), 0),
    verdict: z.optional(z.enum(RUN_VERDICTS)),
    branch: z.optional(z.string().check(z.minLength(1))),
  }),
);

/** A window of the runs that pass the filter, newest first. Errors: those of the ledger. */
export const runsList = operation({
  id: "runs.list",
  title: "List the runs that were recorded",
  input: Input,
  output: RunList,
  writes: false,
  async run({ ledger }: Pick<Deps, "ledger">, { limit, offset, verdict, branch }): Promise<RunList> {
    const runs = (await runRows(ledger))
      .filter((row) => verdict === undefined || row.verdict === verdict)
      .filter((row) => branch === undefined || row.branch === branch)
      .sort((a, b) => (a.at === b.at ? (a.run < b.run ? -1 : 1) : a.at < b.at ? 1 : -1));
    return { runs: runs.slice(offset, offset + limit).map(toRunSummary), total: runs.length };
  },
});
