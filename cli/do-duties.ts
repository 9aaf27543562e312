import {
  AssayError,
  type Deps,
  doAnswer,
  doTriage,
  type TriageRan,
  type WatchAnswered,
  type WatchTicked,
} from "#knowledge";
import { type LearnedPull, learnPulled } from "./learn-pulled.ts";

type Due = WatchTicked["due"][number];

/** What became of duties that were done at once, one after the other. */
export interface DutiesDone {
  readonly done: readonly DoneDuty[];
  /** Duties that were not begun. */
  readonly left: readonly Due[];
  /** Duties that ended in an error; they stay due. */
  readonly undone: readonly (Due & { readonly code: string; readonly problem: string })[];
}

/** A look with what was done about it. */
export interface WatchRan extends WatchTicked, DutiesDone {
  readonly [key: string]: unknown;
}

export interface DoneDuty {
  readonly repository: string;
  /** Null where what its runs left was learned from. */
  readonly failure: string | null;
  /** What the triage answered; null for a word on an issue. */
  readonly triage: TriageRan | null;
  /** What a word on an issue came to; null for a triage. */
  readonly answer: WatchAnswered | null;
  /** What was learned and proposed; null for both others. */
  readonly learn: LearnedPull | null;
}

/** Does what is due, in order. One that fails is told and keeps no other from being done. Errors: those that are bugs. */
export async function doDuties(deps: Deps, due: WatchTicked["due"]): Promise<DutiesDone> {
  const done: DoneDuty[] = [];
  const undone: (Due & { code: string; problem: string })[] = [];
  for (const duty of due) {
    try {
      done.push(await doOne(deps, duty));
    } catch (error) {
      if (!(error instanceof AssayError) || error.kind === "bug") throw error;
      undone.push({ ...duty, code: error.code, problem: `${error.message}; ${error.hint}` });
    }
  }
  return { done, left: [], undone };
}

async function doOne(deps: Deps, duty: Due): Promise<DoneDuty> {
  const { repository } = duty;
  const nothing = { repository, failure: null, triage: null, answer: null, learn: null };
  if (duty.kind === "learn") return { ...nothing, learn: await learnPulled(deps, duty, true) };
  const { failure } = duty;
  return duty.kind === "triage"
    ? { ...nothing, failure, triage: await doTriage(deps, duty) }
    : { ...nothing, failure, answer: await doAnswer(deps, duty) };
}
