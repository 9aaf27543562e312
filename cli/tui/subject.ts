import type { Subject } from "./screen.ts";

const CHANGE = /^[^/\s]+\/[^/#\s]+#\d+$/;
const RECORD = /^(?:fact|caution|proc|unk)_/;

/** What an id names, by its form: ids of records and proposals carry their kind, a change is `owner/name#12`. */
export function subjectOf(id: string): Subject {
  if (id.startsWith("prop_")) return { kind: "proposal", id };
  if (CHANGE.test(id)) return { kind: "change", id };
  return RECORD.test(id) ? { kind: "record", id, path: null, status: null } : { kind: "run", id };
}

/** What an entry of the inbox is about; its kind tells what its id's form does not. */
export function subjectOfEntry({ kind, id }: { readonly kind: string; readonly id: string }): Subject {
  if (kind === "failure") return { kind: "watched", id };
  if (kind !== "request") return subjectOf(id);
  const [repository = "", proposes] = id.split(" ");
  return {
    kind: "request",
    id,
    request: { repository, kind: proposes === "sweep" ? "sweep" : "knowledge" },
  };
}

/** Enough of a run's id to know it by. */
export function shortId(id: string): string {
  return id.length > 12 ? id.slice(0, 8) : id;
}
