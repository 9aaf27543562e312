import type { Ledger } from "../ports/ledger.ts";
import { streamKind } from "./batch.ts";

/** Kinds of streams that are of one repository: what its runs taught, and what persons ruled over its records. */
const OF_ONE_REPOSITORY: ReadonlySet<string> = new Set(["learning", "person"]);

/** What tells the streams of a repository from those of others: `<owner>.<name>`, in small letters. */
export function ledgerScope(repository: string): string {
  return repository.replace("/", ".").toLowerCase();
}

/**
 * A ledger that several repositories share, as one of them has it: its streams of kinds `learning` and `person` are named
 * `<kind>/<scope>/<id>` in there, and those of others are left out of whatever lists streams. `scope` null: they are named
 * as they are, and those that have a scope are left out. It is asked for when it first matters; streams of other kinds
 * need none. Errors: those of the ledger and of `scope`.
 */
export function scopedLedger(shared: Ledger, scope: () => Promise<string | null>): Ledger {
  let asked: Promise<Names> | undefined;
  const names = (): Promise<Names> => {
    asked ??= scope().then(namesOf);
    return asked;
  };
  const inside = async (stream: string): Promise<string> =>
    isScoped(stream) ? (await names()).inside(stream) : stream;
  return {
    append: async (stream, expectedSeq, events) => shared.append(await inside(stream), expectedSeq, events),

    async *read(stream, after) {
      for await (const event of shared.read(await inside(stream), after)) yield { ...event, stream };
    },

    async streams(prefix) {
      if (!mayBeScoped(prefix)) return shared.streams(prefix);
      const { outside } = await names();
      const found = await shared.streams(await inside(prefix));
      return found
        .flatMap((stream) => outside(stream) ?? [])
        .filter((stream) => stream.startsWith(prefix))
        .sort();
    },

    async since(position, limit) {
      const { outside } = await names();
      const { events, next } = await shared.since(position, limit);
      return {
        events: events.flatMap((event) => {
          const stream = outside(event.stream);
          return stream === null ? [] : [{ ...event, stream }];
        }),
        next,
      };
    },

    async summaries(kind) {
      const found = await shared.summaries(kind);
      if (!OF_ONE_REPOSITORY.has(kind)) return found;
      const { outside } = await names();
      return found
        .flatMap((summary) => {
          const stream = outside(summary.stream);
          return stream === null ? [] : [{ ...summary, stream }];
        })
        .sort((a, b) => (a.stream < b.stream ? -1 : 1));
    },

    putSummary: async (summary) => shared.putSummary({ ...summary, stream: await inside(summary.stream) }),

    async snapshot(stream, v) {
      const found = await shared.snapshot(await inside(stream), v);
      return found === null ? null : { ...found, stream };
    },

    putSnapshot: async (snapshot) =>
      shared.putSnapshot({ ...snapshot, stream: await inside(snapshot.stream) }),

    close: () => shared.close(),
  };
}

interface Names {
  /** The name in the shared ledger. */
  inside(stream: string): string;
  /** The name as the repository has it, or null where it is another one's. */
  outside(stream: string): string | null;
}

function namesOf(scope: string | null): Names {
  if (scope === null)
    return {
      inside: (stream) => stream,
      outside: (stream) => (isScoped(stream) && stream.split("/").length > 2 ? null : stream),
    };
  const mark = `/${scope}/`;
  return {
    inside: (stream) => stream.replace("/", mark),
    outside(stream) {
      if (!isScoped(stream)) return stream;
      const kind = streamKind(stream);
      return stream.startsWith(`${kind}${mark}`)
        ? `${kind}/${stream.slice(kind.length + mark.length)}`
        : null;
    },
  };
}

/** Whether a stream that begins so can be of one repository. */
function mayBeScoped(prefix: string): boolean {
  return [...OF_ONE_REPOSITORY].some(
    (kind) => `${kind}/`.startsWith(prefix) || prefix.startsWith(`${kind}/`),
  );
}

function isScoped(stream: string): boolean {
  return stream.includes("/") && OF_ONE_REPOSITORY.has(streamKind(stream));
}
