import { AssayError } from "../errors.ts";
import { type GoneOn, goOn } from "../ledger/go-on.ts";
import { invalidPiece, readPiece } from "../ledger/pieces.ts";
import { type SharedKind, sharedKind } from "../ledger/shared-kinds.ts";
import type { Deps } from "../ports/deps.ts";
import type { SetAside, SharedBatch, Tail, TakenStream } from "../ports/ledger-sync.ts";
import { isWellFormed, SHARED_PROJECTIONS } from "./ledger-kinds.ts";
import { isOfStream, isStreamName } from "./ledger-names.ts";
import { readOutsOf } from "./ledger-read-outs.ts";

/** Ports that a ledger is shared through. */
export type SharingDeps = Pick<Deps, "clock" | "configFile" | "ledger" | "ledgerRemote" | "ledgerSync">;

/** What was taken in of the remote. */
export interface TakenIn {
  /** How the remote stands to what was taken in before; `none`: nobody has pushed there. */
  readonly stands: "same" | "ahead" | "behind" | "none";
  /** Commit at which it stands. */
  readonly tip: string | null;
  readonly streams: readonly TakenRow[];
  readonly setAside: readonly SetAside[];
}

interface TakenRow {
  readonly stream: string;
  /** Events that were not here. */
  readonly received: number;
  /** Events of this clone that were put after them, and those that were set aside. */
  readonly kept: number;
  readonly set_aside: number;
}

/** Times that another process of this clone may come first before the command gives up. */
const ATTEMPTS = 50;
/** Bytes that are taken in at a time, at least one piece. */
const PORTION = 8 * 1024 * 1024;

/**
 * Takes in what the remote has and this clone has not, stream by stream in the remote's order; all of it is checked
 * before the first is taken. `isDry`: tells what would be taken and changes nothing but git's objects. Errors:
 * ledger_remote_invalid, ledger_remote_newer, ledger_remote_apart, ledger_contended, those of the ports.
 */
export async function takeIn(deps: SharingDeps, remote: string, isDry: boolean): Promise<TakenIn> {
  const { clock, ledgerRemote, ledgerSync } = deps;
  const sum = new Sum();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { head } = await ledgerSync.standing();
    const tip = await ledgerRemote.tip(remote);
    if (tip === null) return sum.told("none", tip);
    const stands = await ledgerRemote.fetch(remote, head, tip);
    if (stands === "apart")
      throw new AssayError("ledger_remote_apart", { remote, known: head?.slice(0, 12) ?? "none" });
    if (stands === "behind") return sum.told(stands, tip);
    if (stands === "same") {
      if (!isDry) await ledgerSync.looked(tip, clock.now());
      return sum.told(sum.isEmpty ? "same" : "ahead", tip);
    }
    const shared = await sharedAt(deps, head);
    if (shared === null) continue;
    await expectSound(deps, shared, { from: head, until: tip });
    if (!(await takePieces(deps, { from: head, until: tip, isDry }, sum))) continue;
    if (!isDry) await ledgerRemote.keep(tip);
    return sum.told("ahead", tip);
  }
  throw new AssayError("ledger_contended", { stream: "the shared ledger", attempts: ATTEMPTS });
}

/** Up to where each stream was taken in with this head; null where another process of this clone has gone on since. */
async function sharedAt(
  { ledgerSync }: SharingDeps,
  head: string | null,
): Promise<ReadonlyMap<string, number> | null> {
  const shared = await ledgerSync.shared();
  return (await ledgerSync.standing()).head === head ? shared : null;
}

/** Reads all that is new without taking any of it. */
async function expectSound(
  { ledgerRemote }: SharingDeps,
  shared: ReadonlyMap<string, number>,
  { from, until }: Omit<Range, "isDry">,
): Promise<void> {
  const heads = new Map(shared);
  const unfinished = new Map<string, { readonly commit: string; readonly line: number }>();
  for await (const { commit, bytes } of ledgerRemote.pieces(from, until))
    for (const [index, batch] of readPiece(commit, bytes).entries()) {
      const line = index + 2;
      const { stream, first, last, events } = batch;
      const head = heads.get(stream) ?? 0;
      if (first !== head + 1)
        throw invalidPiece(commit, line, `${stream} goes on at ${first}, and it ended at ${head}`);
      const kind = sharedKind(stream);
      const wrong = kind === null ? null : whatIsWrong(kind, batch);
      if (wrong !== null) throw invalidPiece(commit, line, wrong);
      if (kind === "learning") {
        if (first === 1) unfinished.set(stream, { commit, line });
        if (events.some(({ type }) => type === "proposals.finished")) unfinished.delete(stream);
      }
      heads.set(stream, last);
    }
  for (const [stream, { commit, line }] of unfinished)
    throw invalidPiece(commit, line, `${stream} is a run whose jobs are not done`);
}

/** Why a batch of this kind cannot be taken in, or null. */
function whatIsWrong(kind: SharedKind, { stream, events }: SharedBatch): string | null {
  if (!isStreamName(kind, stream)) return `${stream.slice(0, 80)} is no name of such a stream`;
  const formless = events.find((event) => !isWellFormed(kind, event));
  if (formless !== undefined)
    return `the ${formless.type} of ${stream} has another form than this Assay knows`;
  const strange = events.find((event) => !isOfStream(kind, stream, event));
  return strange === undefined ? null : `the ${strange.type} of ${stream} is of another stream`;
}

interface Range {
  readonly from: string | null;
  readonly until: string;
  readonly isDry: boolean;
}

/** Whether all was taken; false where another process of this clone came first, and what is left is looked at anew. */
async function takePieces(deps: SharingDeps, { from, until, isDry }: Range, sum: Sum): Promise<boolean> {
  const tails = new Map<string, Tail>();
  let head = from;
  let batches: SharedBatch[] = [];
  let size = 0;
  const take = async (to: string): Promise<boolean> => {
    const isTaken = await takePortion(deps, { head, to, batches, tails, isDry }, sum);
    head = to;
    batches = [];
    size = 0;
    return isTaken;
  };
  for await (const { commit, bytes } of deps.ledgerRemote.pieces(from, until)) {
    for (const batch of readPiece(commit, bytes)) batches.push(batch);
    size += bytes.length;
    if ((size >= PORTION || commit === until) && !(await take(commit))) return false;
  }
  return true;
}

interface Portion {
  readonly head: string | null;
  readonly to: string;
  readonly batches: readonly SharedBatch[];
  /** Where nothing is changed: the tails as they would be by now. */
  readonly tails: Map<string, Tail>;
  readonly isDry: boolean;
}

async function takePortion(
  deps: SharingDeps,
  { head, to, batches, tails, isDry }: Portion,
  sum: Sum,
): Promise<boolean> {
  const { clock, ledger, ledgerSync } = deps;
  const byStream = Map.groupBy(batches, ({ stream }) => stream);
  const read = await ledgerSync.tails([...byStream.keys()]);
  if (!isDry && read.head !== head) return false;
  const at = clock.now();
  const gone: [string, GoneOn][] = [];
  const streams: TakenStream[] = [];
  for (const fresh of read.tails) {
    const { stream } = fresh;
    const kind = sharedKind(stream);
    if (kind === null) continue;
    const tail = tails.get(stream) ?? fresh;
    const next = goOn(kind, tail, byStream.get(stream) ?? [], at);
    gone.push([stream, next]);
    if (isDry) {
      const kept = next.added.filter(({ first }) => first > next.shared);
      const left = next.added.length === 0 ? tail.batches.filter(({ first }) => first > next.shared) : kept;
      tails.set(stream, { stream, shared: next.shared, batches: left });
      continue;
    }
    const { keptTo, added, shared, setAside } = next;
    const readOuts = await readOutsOf(ledger, SHARED_PROJECTIONS[kind], { stream, keptTo, added }, () => {
      throw invalidPiece(to, 1, `what it brings of ${stream} cannot be folded`);
    });
    const was = { shared: tail.shared, last: tail.batches.at(-1)?.last ?? tail.shared };
    streams.push({ stream, was, keptTo, added, shared, setAside, ...readOuts });
  }
  if (!isDry && (await ledgerSync.integrate({ from: head, to, at, streams })) === "moved") return false;
  for (const [stream, next] of gone) sum.add(stream, next);
  return true;
}

/** What was taken in so far, by stream. */
class Sum {
  readonly #rows = new Map<string, TakenRow>();
  readonly #setAside: SetAside[] = [];

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  add(stream: string, { received, movedOn, setAside }: GoneOn): void {
    if (received === 0) return;
    const row = this.#rows.get(stream);
    this.#rows.set(stream, {
      stream,
      received: (row?.received ?? 0) + received,
      kept: movedOn,
      set_aside: (row?.set_aside ?? 0) + setAside.reduce((count, { events }) => count + events.length, 0),
    });
    this.#setAside.push(...setAside);
  }

  told(stands: TakenIn["stands"], tip: string | null): TakenIn {
    const streams = [...this.#rows.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
    return { stands, tip, streams, setAside: this.#setAside };
  }
}
