import * as z from "zod/mini";
import { remoteOf } from "./ledger-place.ts";
import { lookAt } from "./ledger-seen.ts";
import type { SharingDeps } from "./ledger-take-in.ts";
import { unpushedOf } from "./ledger-unpushed.ts";
import { remoteField, SetAsideOut, setAsideOut } from "./ledger-views.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() => z.object({ remote: remoteField() }));

export const LedgerStatus = z.lazy(() =>
  z.object({
    remote: z.string(),
    stands: z
      .enum(["same", "other", "none", "unreachable"])
      .check(z.describe("how the remote stands to what was taken in last; other: a pull or a push is due")),
    why: z.nullable(z.string()).check(z.describe("why the remote cannot be looked at, else null")),
    tip: z.nullable(z.string()),
    head: z.nullable(z.string()).check(z.describe("commit that was taken in last")),
    looked_at: z.nullable(z.iso.datetime()).check(z.describe("when the remote was last seen to stand there")),
    unpushed: z.array(z.object({ stream: z.string(), events: z.int() })),
    waiting: z.array(z.string()).check(z.describe("runs whose jobs are not done")),
    set_aside: z.array(SetAsideOut).check(z.describe("all that ever was, oldest first")),
  }),
);
export type LedgerStatus = z.output<typeof LedgerStatus>;

/** Tells how this clone stands to the shared ledger; a remote that is not there or does not answer is an answer. Errors: config_invalid, those of the ledger. */
export const ledgerStatus = operation({
  id: "ledger.status",
  title: "Tell how this clone stands to the team's shared ledger",
  input: Input,
  output: LedgerStatus,
  writes: false,
  async run(deps: SharingDeps, { remote: named }) {
    const remote = await remoteOf(deps, named);
    const { head, lookedAt } = await deps.ledgerSync.standing();
    const { tip, why } = await lookAt(deps.ledgerRemote, remote);
    const stands: LedgerStatus["stands"] =
      why !== null ? "unreachable" : tip === null ? "none" : tip === head ? "same" : "other";
    const { streams, waiting } = await unpushedOf(deps);
    const setAside = await deps.ledgerSync.setAside();
    return {
      remote,
      stands,
      why,
      tip,
      head,
      looked_at: lookedAt === null ? null : new Date(lookedAt).toISOString(),
      unpushed: [...streams],
      waiting: [...waiting],
      set_aside: setAside.map(setAsideOut),
    };
  },
});
