import * as z from "zod/mini";
import { spentInAll } from "../budget/account.ts";
import { usdOf } from "../budget/micros.ts";
import { readAccount } from "../budget/read-account.ts";
import { changeAccount } from "../change/change-events.ts";
import { goneHolders } from "../ledger/gone-holders.ts";
import { isHeld } from "../ledger/lease.ts";
import type { Deps } from "../ports/deps.ts";
import { changeRows } from "../work/change-rows.ts";
import { operation } from "./operation.ts";
import { ReadyView } from "./views/ready-view.ts";

const ChangeList = z.lazy(() =>
  z.object({
    changes: z.array(
      z.object({
        repository: z.string(),
        number: z.int(),
        title: z.string(),
        url: z.string(),
        run: z.int(),
        workflow: z.string(),
        step: z.nullable(z.string()),
        round: z.int(),
        returnRounds: z.int(),
        outcome: z.nullable(z.enum(["done", "person", "closed"])),
        word: z.nullable(z.string()),
        why: z.nullable(z.string()),
        at: z.string(),
        waitingSince: z.nullable(z.string()),
        /** Null also while somebody holds it. */
        ready: z.nullable(ReadyView),
        /** Who works on it now, and until when at most. */
        claim: z.nullable(z.object({ holder: z.string(), until: z.string() })),
        costUSD: z.string(),
      }),
    ),
    total: z.int(),
  }),
);
export type ChangeList = z.output<typeof ChangeList>;

/** The changes under QA, newest first; those that wait for a person before the others. Errors: those of the ledger. */
export const changeList = operation({
  id: "change.list",
  title: "List the changes under QA",
  input: z.object({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 50),
    offset: z._default(z.int().check(z.minimum(0)), 0),
  }),
  output: ChangeList,
  writes: false,
  async run(
    { ledger, clock, holder }: Pick<Deps, "clock" | "holder" | "ledger">,
    { limit, offset },
  ): Promise<ChangeList> {
    const rows = await changeRows({ ledger });
    const page = rows.slice(offset, offset + limit);
    const claimed = page.flatMap(({ claim }) => (claim === null ? [] : [claim.holder]));
    const time = { now: clock.now(), isGone: await goneHolders({ holder }, claimed) };
    const changes = await Promise.all(
      page.map(async (row) => {
        const account = await readAccount(ledger, changeAccount(row.repository, row.number, row.run));
        // One that ended early holds nothing, whatever its lease says.
        const claim = isHeld(row.claim, time) ? { ...row.claim } : null;
        const ready = row.ready === null || claim !== null ? null : { ...row.ready };
        return { ...row, ready, claim, costUSD: usdOf(spentInAll(account).micros) };
      }),
    );
    return { changes, total: rows.length };
  },
});
