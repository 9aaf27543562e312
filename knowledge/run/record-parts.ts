import { runVerdict } from "../learn/see/run-verdict.ts";
import { keepRun } from "./keep-run.ts";
import { type Named, type ReadingRules, readFound } from "./read-found.ts";
import type { RecordDeps, Recorded } from "./record-whole.ts";
import { type Given, placeOf } from "./run-facts.ts";
import { keepPart, mergeParts, missingParts, type PartNumber } from "./run-parts.ts";
import { readLearningRun } from "./run-queue.ts";

/** A part of a run, or the word that no more come. */
export interface GivenPart extends Named, Given {
  readonly run: string;
  /** Which part the reports are; null where none is given. */
  readonly part: PartNumber | null;
  /** Records the run without the parts that are missing. */
  readonly close: boolean;
}

/**
 * Keeps a part, and records the run once all are there or it is closed. Errors: those of {@link readFound}, of the
 * repository, the artifacts and the ledger; part_refused; parts_missing where a run without parts is closed.
 */
export async function recordParts(
  deps: RecordDeps,
  rules: ReadingRules,
  given: GivenPart,
): Promise<Recorded> {
  const { run, part, close } = given;
  if (part !== null && !(await recordPart(deps, rules, given, part))) return { kind: "nothing" };
  const state = await readLearningRun(deps.ledger, run);
  const missing = missingParts(state);
  if (missing.length > 0 && !close) {
    const text = `run ${run}: kept; it is learned from once part ${missing.join(", ")} is there, or with --close`;
    deps.messages.tell({ kind: "note", text });
    return { kind: "incomplete", run, missing };
  }
  const { evidence, outcome, place, at, title } = await mergeParts(deps, run, state);
  const verdict = runVerdict(outcome, null);
  const facts = { run, at, ...place, mode: deps.mode, verdict, durationMs: null, title };
  const known = (await keepRun(deps, evidence, facts)) === "known";
  return { kind: "recorded", run, known, verdict, tests: evidence.tests, missing };
}

/** Whether there was something to keep. */
async function recordPart(
  deps: RecordDeps,
  rules: ReadingRules,
  given: GivenPart,
  part: PartNumber,
): Promise<boolean> {
  const found = await readFound(deps, rules, given);
  if (found === null) return false;
  const { read, title, clear } = found;
  const place = await placeOf(deps, given, read.info, rules.mask);
  await keepPart(deps, read, { run: given.run, ...place }, part, title);
  await clear();
  return true;
}

const PART = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/;

/** `2/4` as a number of a part of all; null for anything else. */
export function parsePart(text: string): PartNumber | null {
  const [, part, of] = PART.exec(text) ?? [];
  return Number(part) <= Number(of) ? { part: Number(part), of: Number(of) } : null;
}
