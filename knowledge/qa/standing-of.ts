import { evaluatePolicy } from "./evaluate-policy.ts";
import { qualify } from "./qualify.ts";
import type { Requirement } from "./requirement.ts";
import type { Standing, StandingContext, StandingWord } from "./standing.ts";
import type { RequirementState, SubjectState } from "./subject-state.ts";

/**
 * How a requirement stands at a time, for the commits that the gate takes: computed anew, never stored. A discharge answers
 * before any run, retraction first; a supersession only as long as what took the place stands by its own evidence, and a
 * waiver until it ends. Pure.
 */
export function standingOf(
  requirement: RequirementState,
  all: SubjectState,
  context: StandingContext,
): Standing {
  return standing(requirement, all, context, new Set());
}

function standing(
  requirement: RequirementState,
  all: SubjectState,
  context: StandingContext,
  seen: ReadonlySet<string>,
): Standing {
  const { row } = requirement;
  if (row.retracted_at !== null) return discharged("retracted", true);
  const isSuperseded = row.superseded_at !== null;
  if (isSuperseded && isReplaced(row, all, context, seen)) return discharged("superseded", true);
  const waiverEndedAt = endOfWaiver(row, context.now);
  if (row.waived_at !== null && waiverEndedAt === null) return discharged("waived", true);
  if (isSuperseded) return { ...discharged("superseded", false), waiverEndedAt };
  const { counting, unqualified } = qualify(requirement, context);
  const readOut = evaluatePolicy(row.success_policy, counting);
  const word = wordOf(
    readOut.outcome,
    counting.length,
    unqualified.some(({ why }) => why === "not_completed"),
  );
  return {
    word,
    isSettled: word === "satisfied",
    readOut,
    qualifying: counting.map(({ id }) => id),
    unqualified,
    waiverEndedAt,
  };
}

function discharged(word: "waived" | "superseded" | "retracted", isSettled: boolean): Standing {
  return { word, isSettled, readOut: null, qualifying: [], unqualified: [], waiverEndedAt: null };
}

/** Whether what took a row's place is there, was not withdrawn, and itself holds nothing up. */
function isReplaced(
  { id, superseded_by_requirement_id: by }: Requirement,
  all: SubjectState,
  context: StandingContext,
  seen: ReadonlySet<string>,
): boolean {
  if (by === null || seen.has(id) || !Object.hasOwn(all.requirements, by)) return false;
  const replacement = all.requirements[by];
  if (replacement === undefined) return false;
  const { word, isSettled } = standing(replacement, all, context, new Set([...seen, id]));
  return isSettled && word !== "retracted";
}

/** When the row's waiver ended, where it has one that did. */
function endOfWaiver({ waived_at, waiver_expires_at }: Requirement, now: number): string | null {
  if (waived_at === null || waiver_expires_at === null) return null;
  return Date.parse(waiver_expires_at) > now ? null : waiver_expires_at;
}

function wordOf(
  outcome: "satisfied" | "failed" | "undetermined",
  counting: number,
  isAtWork: boolean,
): StandingWord {
  if (counting > 0 || outcome !== "undetermined") return outcome;
  return isAtWork ? "pending" : "unmet";
}
