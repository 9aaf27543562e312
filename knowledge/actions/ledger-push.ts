import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import { eventsOf } from "../ledger/go-on.ts";
import { writePieces } from "../ledger/pieces.ts";
import type { SharedBatch } from "../ports/ledger-sync.ts";
import { remoteOf } from "./ledger-place.ts";
import { type SharingDeps, type TakenIn, takeIn } from "./ledger-take-in.ts";
import { unpushedOf } from "./ledger-unpushed.ts";
import { remoteField, TakenOut, takenOut } from "./ledger-views.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    remote: remoteField(),
    dry_run: z
      ._default(z.boolean(), false)
      .check(z.describe("tell what would be pushed, and change nothing")),
  }),
);

export const LedgerPushed = z.lazy(() =>
  z.object({
    remote: z.string(),
    dry_run: z.boolean(),
    tip: z.nullable(z.string()).check(z.describe("commit at which the shared ledger stands now")),
    pushed: z.array(z.object({ stream: z.string(), events: z.int() })),
    taken: z
      .array(TakenOut)
      .check(z.describe("what others had pushed first: taken in, and the rest decided again, each time")),
    waiting: z
      .array(z.string())
      .check(z.describe("runs whose jobs are not done; they are pushed once they are: `assay learn`")),
    skipped: z
      .nullable(z.string())
      .check(z.describe("why nothing was done, else null: a hook of a push that is under way asked for it")),
  }),
);
export type LedgerPushed = z.output<typeof LedgerPushed>;

/** Times that others may push first before the command gives up. */
const ATTEMPTS = 50;
/** Streams whose tails are held at a time. */
const AT_ONCE = 500;

/**
 * Brings to the shared ledger what this clone appended; where others pushed first, takes theirs in and decides again. In
 * a hook of such a push nothing is done. Errors: ledger_contended, ledger_push_refused, those of `takeIn`; config_invalid.
 */
export const ledgerPush = operation({
  id: "ledger.push",
  title: "Bring what was recorded here to the team's shared ledger",
  input: Input,
  output: LedgerPushed,
  writes: true,
  async run(deps: SharingDeps, { remote: named, dry_run }) {
    const remote = await remoteOf(deps, named);
    if (await deps.ledgerRemote.isPushing()) {
      const skipped = "a push of the shared ledger is under way, and a hook of it asked for another one";
      return { remote, dry_run, tip: null, pushed: [], taken: [], waiting: [], skipped };
    }
    const taken: TakenIn[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const now = await takeIn(deps, remote, dry_run);
      if (now.streams.length > 0) taken.push(now);
      const told = { remote, dry_run, taken: taken.map(takenOut), skipped: null };
      const { streams, waiting } = await unpushedOf(deps);
      if (dry_run) return { ...told, tip: now.tip, pushed: [...streams], waiting: [...waiting] };
      const written = await write(
        deps,
        streams.map(({ stream }) => stream),
      );
      if (written === null) continue;
      const { head, commit, ends, pushed } = written;
      if (commit === null || commit === now.tip)
        return { ...told, tip: now.tip, pushed: [], waiting: [...waiting] };
      if ((await deps.ledgerRemote.push(remote, now.tip, commit)) === "moved") continue;
      // Where another process of this clone took in first what was pushed here, it knew it for its own.
      const at = deps.clock.now();
      await deps.ledgerSync.confirm({ from: head, to: commit, at, streams: ends });
      await deps.ledgerRemote.keep(commit);
      return { ...told, tip: commit, pushed, waiting: [...waiting] };
    }
    throw new AssayError("ledger_contended", { stream: "the shared ledger", attempts: ATTEMPTS });
  },
});

interface Written {
  /** What was taken in last, on top of which it was written. */
  readonly head: string | null;
  /** The last commit; null where there is nothing to push, and never was. */
  readonly commit: string | null;
  readonly ends: { readonly stream: string; readonly shared: number }[];
  readonly pushed: { readonly stream: string; readonly events: number }[];
}

/** Writes the tails of these streams as commits; null where another process took something in meanwhile. */
async function write(
  { ledgerRemote, ledgerSync }: SharingDeps,
  streams: readonly string[],
): Promise<Written | null> {
  const { head } = await ledgerSync.standing();
  const written = { head, ends: [] as Written["ends"], pushed: [] as Written["pushed"] };
  let commit = head;
  for (let start = 0; start < streams.length; start += AT_ONCE) {
    const read = await ledgerSync.tails(streams.slice(start, start + AT_ONCE));
    if (read.head !== head) return null;
    const batches: SharedBatch[] = [];
    for (const { stream, batches: tail } of read.tails) {
      const last = tail.at(-1)?.last;
      if (last === undefined) continue;
      for (const batch of tail) batches.push(batch);
      written.ends.push({ stream, shared: last });
      written.pushed.push({ stream, events: eventsOf(tail) });
    }
    const message = `assay ledger: ${batches.length} batches of ${read.tails.length} streams\n`;
    for (const text of writePieces(batches)) commit = await ledgerRemote.write(commit, text, message);
  }
  return { ...written, commit };
}
