import * as z from "zod/mini";

/** How often runs confirmed a record, as the ledger has it. */
export const Confirmed = z.lazy(() =>
  z.object({
    count: z.int().check(z.minimum(0), z.describe("runs, each once")),
    last: z.nullable(z.string()).check(z.describe("time of the newest of these runs")),
  }),
);
