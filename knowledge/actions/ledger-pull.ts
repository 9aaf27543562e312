import * as z from "zod/mini";
import { remoteOf } from "./ledger-place.ts";
import { type SharingDeps, takeIn } from "./ledger-take-in.ts";
import { remoteField, TakenOut, takenOut } from "./ledger-views.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    remote: remoteField(),
    dry_run: z
      ._default(z.boolean(), false)
      .check(z.describe("tell what would be taken in, and change nothing")),
  }),
);

export const LedgerPulled = z.lazy(() =>
  z.object({ remote: z.string(), dry_run: z.boolean(), taken: TakenOut }),
);
export type LedgerPulled = z.output<typeof LedgerPulled>;

/** Takes in what others pushed to the shared ledger. Errors: those of `takeIn`; config_invalid. */
export const ledgerPull = operation({
  id: "ledger.pull",
  title: "Take in what the team's shared ledger has",
  input: Input,
  output: LedgerPulled,
  writes: true,
  async run(deps: SharingDeps, { remote: named, dry_run }) {
    const remote = await remoteOf(deps, named);
    return { remote, dry_run, taken: takenOut(await takeIn(deps, remote, dry_run)) };
  },
});
