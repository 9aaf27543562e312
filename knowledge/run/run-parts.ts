import { AssayError } from "../errors.ts";
import { learningStream, type PartRecorded } from "../learn/learning-events.ts";
import { LEARNING_RUN, type LearningRun, learningEvent } from "../learn/learning-run.ts";
import type { RunEvidence, RunIdentity } from "../learn/run-evidence.ts";
import { mergeEvidence } from "../learn/see/merge-evidence.ts";
import { addOutcomes, type RunOutcome } from "../learn/see/run-verdict.ts";
import { decide } from "../ledger/decide.ts";
import type { Deps } from "../ports/deps.ts";
import { getJson, putJson } from "./evidence-artifact.ts";
import type { ReadRun } from "./read-run.ts";

/** Which part of how many. */
export interface PartNumber {
  readonly part: number;
  readonly of: number;
}

/** What the artifact of a part holds. */
interface PartEvidence {
  readonly evidence: RunEvidence;
  readonly outcome: RunOutcome;
  readonly place: Pick<RunIdentity, "commit" | "branch" | "job">;
}

/** A run out of its parts. */
export interface MergedRun extends PartEvidence {
  /** Time of the earliest part. */
  readonly at: string;
  readonly title: string;
}

/**
 * Keeps a part of a run; the same part twice is one. Gives the run's state then. Errors: part_refused where the run
 * is closed, has another number of parts, or the part was given with other results; those of artifacts and ledger.
 */
export async function keepPart(
  deps: Pick<Deps, "artifacts" | "ledger">,
  read: ReadRun,
  { run, at, commit, branch, job }: RunIdentity,
  { part, of }: PartNumber,
  title: string,
): Promise<LearningRun> {
  const place = { commit, branch, job };
  const digest = read.id(place);
  await read.keepHistory(`${run}/${part}`, { ...place, at: Date.parse(at) });
  const { evidence, outcome } = read;
  const kept = await putJson(deps.artifacts, { evidence, outcome, place } satisfies PartEvidence);
  const told = { part, of, digest, evidence: kept, at, title };
  const { state, answer } = await decide(deps.ledger, learningStream(run), LEARNING_RUN, ({ state: now }) => {
    const same = now.parts.find((other) => other.part === part);
    if (same?.digest === digest && same.of === of) return { events: [], answer: null };
    const reason = refusal(now, told);
    return reason === null
      ? { events: [learningEvent("part.recorded", told)], answer: null }
      : { events: [], answer: reason };
  });
  if (answer !== null) throw new AssayError("part_refused", { run, part, reason: answer });
  return state;
}

function refusal({ recorded, parts }: LearningRun, { part, of }: PartRecorded): string | null {
  if (recorded !== null) return "the run is complete";
  const [first] = parts;
  if (first !== undefined && first.of !== of) return `its other parts are of ${first.of}`;
  return parts.some((other) => other.part === part) ? "it was given before with other results" : null;
}

/** Numbers of the parts that are still to come. */
export function missingParts({ parts }: LearningRun): readonly number[] {
  const of = parts[0]?.of ?? 0;
  const given = new Set(parts.map(({ part }) => part));
  return Array.from({ length: of }, (_, index) => index + 1).filter((part) => !given.has(part));
}

/** The run that its parts make, in order of their numbers. Errors: those of the artifacts; parts_missing. */
export async function mergeParts(
  { artifacts }: Pick<Deps, "artifacts">,
  run: string,
  { parts }: LearningRun,
): Promise<MergedRun> {
  const sorted = [...parts].sort((a, b) => a.part - b.part);
  const [first] = sorted;
  if (first === undefined) throw new AssayError("parts_missing", { run });
  const read: PartEvidence[] = [];
  for (const { evidence } of sorted) read.push(await getJson<PartEvidence>(artifacts, evidence, run));
  const told = (key: keyof PartEvidence["place"]) =>
    read.find(({ place }) => place[key] !== null)?.place[key];
  return {
    evidence: mergeEvidence(read.map(({ evidence }) => evidence)),
    outcome: addOutcomes(read.map(({ outcome }) => outcome)),
    place: { commit: told("commit") ?? null, branch: told("branch") ?? null, job: told("job") ?? null },
    at: sorted.map(({ at }) => at).sort()[0] ?? first.at,
    title: [...new Set(sorted.map(({ title }) => title))].join(" "),
  };
}
