import { AssayError } from "../errors.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import type { SharedBatch } from "../ports/ledger-sync.ts";
import { encodeEvents } from "./batch.ts";
import { sharedKind } from "./shared-kinds.ts";

/** Version of the form of a piece. */
const VERSION = 1;

/** Bytes of batches that go into one piece; a single batch always fits. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Batches as the texts of pieces, in order, each a line of its own after the head. Pure. */
export function writePieces(batches: Iterable<SharedBatch>): string[] {
  const pieces: string[][] = [];
  let size = PIECE_BYTES;
  for (const { stream, first, last, at, events } of batches) {
    const line = JSON.stringify({ stream, first, last, at, events });
    const bytes = Buffer.byteLength(line) + 1;
    if (size + bytes > PIECE_BYTES) {
      pieces.push([JSON.stringify({ assay: "ledger", v: VERSION })]);
      size = 0;
    }
    pieces.at(-1)?.push(line);
    size += bytes;
  }
  return pieces.map((lines) => `${lines.join("\n")}\n`);
}

/**
 * The batches of a piece, each well formed: a stream that is shared, numbers that fit its events, at most what one append
 * takes. Errors: ledger_remote_invalid with commit and line, ledger_remote_newer. Pure.
 */
export function readPiece(commit: string, bytes: Uint8Array): SharedBatch[] {
  const refuse = (line: number, problem: string): never => {
    throw invalidPiece(commit, line, problem);
  };
  const lines = textOf(bytes, () => refuse(1, "it is not UTF-8")).split("\n");
  if (lines.pop() !== "") refuse(lines.length + 1, "its last line is cut off");
  const [head, ...rest] = lines.map((line, index) => parsed(line, () => refuse(index + 1, "it is not JSON")));
  if (!isMap(head) || head.assay !== "ledger" || !isWhole(head.v, 1)) return refuse(1, "it is no ledger");
  if (head.v > VERSION) throw new AssayError("ledger_remote_newer", { commit: commit.slice(0, 12) });
  return rest.map((value, index) => batchOf(value, (problem) => refuse(index + 2, problem)));
}

/** What is wrong with a commit of the shared ledger. */
export function invalidPiece(commit: string, line: number, problem: string): AssayError {
  return new AssayError("ledger_remote_invalid", { place: `${commit.slice(0, 12)}, line ${line}`, problem });
}

/** The name of a stream: a kind, and what tells it from others, without anything that a terminal does not show. */
const STREAM = /^[a-z]{1,40}\/[^\p{C}\p{Zl}\p{Zp}]{1,512}$/u;
const TYPE = /^[A-Za-z][\w.-]{0,99}$/;
/** The last millisecond that a date has. */
const LAST_TIME = 8.64e15;

type Refuse = (problem: string) => never;

function batchOf(value: unknown, refuse: Refuse): SharedBatch {
  if (!isMap(value)) return refuse("it is no batch");
  const { stream, first, last, at, events } = value;
  if (typeof stream !== "string" || !STREAM.test(stream)) return refuse("its stream has no name");
  if (sharedKind(stream) === null)
    return refuse(`${stream.slice(0, 80)} is of a kind that is not shared, or a newer Assay wrote it`);
  if (!isWhole(first, 1) || !isWhole(last, first)) return refuse("its sequence numbers are none");
  if (!isWhole(at, 0) || at > LAST_TIME) return refuse("its time is none");
  if (!Array.isArray(events) || events.length !== last - first + 1)
    return refuse("it holds another number of events than its sequence numbers say");
  const read = events.map((event) => eventOf(event, refuse));
  expectFits(stream, read, refuse);
  return { stream, first, last, at, events: read };
}

/** Text that is nested too deep cannot be written out again, and one append takes so many bytes. */
function expectFits(stream: string, events: readonly LedgerEvent[], refuse: Refuse): void {
  try {
    encodeEvents(stream, events);
  } catch (error) {
    if (error instanceof AssayError || error instanceof RangeError) refuse("it is too large");
    throw error;
  }
}

function eventOf(value: unknown, refuse: Refuse): LedgerEvent {
  if (!isMap(value)) return refuse("it holds something that is no event");
  const { type, v, data } = value;
  if (typeof type !== "string" || !TYPE.test(type)) return refuse("it holds an event without a type");
  if (!isWhole(v, 1)) return refuse(`its ${type} has no version`);
  return isMap(data) ? { type, v, data } : refuse(`its ${type} holds no data`);
}

function textOf(bytes: Uint8Array, refuse: () => never): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse();
  }
}

function parsed(line: string, refuse: () => never): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return refuse();
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least;
}
