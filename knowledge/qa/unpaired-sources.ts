import type { StoredEvent } from "../ports/ledger.ts";
import type { QaEvents } from "./qa-events.ts";
import { REQUIREMENT_SOURCES, type RequirementSource } from "./requirement.ts";
import type { SubjectState } from "./subject-state.ts";

/** Rows and events of one source that do not pair. */
export interface UnpairedSource {
  readonly source: RequirementSource;
  readonly rows: number;
  readonly events: number;
}

/**
 * Compares the rows that a subject's state holds with the events that made them, source by source: were they counted
 * together, one way of recording that emits twice would hide another that emits nothing. What was never committed counts
 * on neither side. None where all pair. Pure.
 */
export function unpairedSources(
  state: Pick<SubjectState, "requirements">,
  events: readonly Pick<StoredEvent, "type" | "data">[],
): readonly UnpairedSource[] {
  const committed = new Set(
    events.flatMap(({ type, data }) =>
      type === "QAMaterializationCommitted" ? [String(data.materialization)] : [],
    ),
  );
  const made = new Map<string, RequirementSource>();
  for (const { type, data } of events) {
    if (type !== "QARequirementCreated") continue;
    const { row, materialization } = data as unknown as QaEvents["QARequirementCreated"];
    if (materialization === null || committed.has(materialization)) made.set(row.id, row.requirement_source);
  }
  const rows = Object.values(state.requirements).map(({ row }) => row.requirement_source);
  const emitted = [...made.values()];
  const count = (all: readonly string[], source: string) => all.filter((one) => one === source).length;
  return REQUIREMENT_SOURCES.map((source) => ({
    source,
    rows: count(rows, source),
    events: count(emitted, source),
  })).filter((one) => one.rows !== one.events);
}
