import type { RecordEvent } from "../ports/journal.ts";
import type { StoredEvent } from "../ports/ledger.ts";

/** What one event of the ledger tells of single records. */
export interface RecordNews {
  /** Time of a run, which its later events go by. */
  readonly runTime: { readonly run: string; readonly at: string } | null;
  /** Records that a run confirmed, and when. */
  readonly confirmed: {
    readonly run: string;
    readonly at: string;
    readonly records: readonly string[];
  } | null;
  /** In the order in which they happened. */
  readonly events: readonly { readonly record: string; readonly event: RecordEvent }[];
}

/** What earlier events told of a run: its time, and the records to which something happened in it. */
export interface KnownRun {
  readonly at: string | null;
  readonly records: readonly string[];
}

/** Streams that tell of records. */
const RUN_PREFIX = "learning/";
const PERSON_STREAM = "person/acts";

const NO_NEWS: RecordNews = { runTime: null, confirmed: null, events: [] };

/**
 * Reads an event for what it says of records. Here and not in `learn/`, so that the adapters of the journal read
 * alike; what an older or newer Assay wrote otherwise is passed over, never an error. Pure.
 */
export function recordNews(event: StoredEvent, runOf: (run: string) => KnownRun): RecordNews {
  const { stream, type, data } = event;
  if (stream === PERSON_STREAM) return type === "record.ruled" ? ruled(event) : NO_NEWS;
  if (!stream.startsWith(RUN_PREFIX)) return NO_NEWS;
  const run = stream.slice(RUN_PREFIX.length);
  if (type === "run.recorded")
    return { ...NO_NEWS, runTime: { run, at: timeOf(data.at) ?? timeOf(event.at) ?? "" } };
  if (type === "curation.finished") {
    const at = runOf(run).at ?? appended(event);
    const events = entriesOf(data.journal).flatMap((entry) => happened(entry, { run, at, by: null }));
    const records = [...new Set(textsOf(data.confirmed))].sort();
    const told = new Set(
      events.filter(({ event: { what } }) => what === "Confirm").map(({ record }) => record),
    );
    const untold = records.filter((record) => !told.has(record));
    return {
      runTime: null,
      confirmed: { run, at, records },
      events: [...events, ...untold.map((record) => ({ record, event: confirmedIn(run, at) }))],
    };
  }
  if (type === "proposals.finished") {
    const at = runOf(run).at ?? appended(event);
    return {
      ...NO_NEWS,
      events: entriesOf(data.journal).flatMap((entry) => happened(entry, { run, at, by: null })),
    };
  }
  return type === "run.marked" ? marked(event, run, runOf(run)) : NO_NEWS;
}

/** A mark is told of every record to which the run did something; what the mark did itself comes after it. */
function marked(event: StoredEvent, run: string, { records }: KnownRun): RecordNews {
  const { mark, by, at: given, reason, journal } = event.data;
  const at = timeOf(given) ?? appended(event);
  const person = text(by) ?? "";
  const done = entriesOf(journal).flatMap((entry) => happened(entry, { run, at, by: person }));
  const touched = new Set([...records, ...done.map(({ record }) => record)]);
  const said = [text(mark), text(reason)].filter((part) => part !== null).join(": ");
  const what: RecordEvent = {
    ...PLAIN,
    at,
    what: "Mark",
    run,
    by: person,
    outcome: "applied",
    reason: said || null,
  };
  return {
    ...NO_NEWS,
    events: [...[...touched].map((record) => ({ record, event: what })), ...done],
  };
}

function ruled(event: StoredEvent): RecordNews {
  const { act, record, other, by, at, reason, before, after } = event.data;
  const what: RecordEvent = {
    at: timeOf(at) ?? appended(event),
    what: text(act) ?? "",
    run: null,
    by: text(by) ?? "",
    outcome: "applied",
    reason: text(reason),
    other: text(other),
    before: text(before),
    after: text(after),
  };
  return { ...NO_NEWS, events: bothEnds(text(record), what, what.what) };
}

interface Occasion {
  readonly run: string;
  readonly at: string;
  /** Who is behind what a person did. */
  readonly by: string | null;
}

const OUTCOMES = ["applied", "proposed", "refused"] as const satisfies readonly RecordEvent["outcome"][];
const PLAIN = { reason: null, other: null, before: null, after: null } as const;

function happened(entry: Readonly<Record<string, unknown>>, { run, at, by }: Occasion): RecordNews["events"] {
  const source = text(entry.source) ?? "";
  const outcome = OUTCOMES.find((known) => known === entry.outcome);
  const what = text(entry.op);
  if (outcome === undefined || what === null) return [];
  const event: RecordEvent = {
    at,
    what,
    run,
    by: source === "person" && by !== null ? by : source,
    outcome,
    reason: text(entry.reason),
    other: text(entry.other),
    before: text(entry.before),
    after: text(entry.after),
  };
  return bothEnds(text(entry.record), event, what === "Supersede" ? "Superseded" : what);
}

/** The event at its record, and, by the word `back`, at the other end; the digests are of the first one's file. */
function bothEnds(record: string | null, event: RecordEvent, back: string): RecordNews["events"] {
  const here = record === null ? [] : [{ record, event }];
  if (event.other === null || event.other === record) return here;
  const there: RecordEvent = { ...event, what: back, other: record, before: null, after: null };
  return [...here, { record: event.other, event: there }];
}

function confirmedIn(run: string, at: string): RecordEvent {
  return { ...PLAIN, at, what: "Confirm", run, by: "template", outcome: "applied" };
}

function appended({ at }: StoredEvent): string {
  return new Date(at).toISOString();
}

/** A time in its one spelling, so that times compare as texts. */
function timeOf(value: unknown): string | null {
  const time = typeof value === "number" ? value : Date.parse(typeof value === "string" ? value : "");
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string" && item !== "") : [];
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}
