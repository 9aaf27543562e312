import { AssayError } from "../errors.ts";
import { readState } from "../ledger/read-state.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { keepRequestEvents } from "./keep-request-events.ts";
import { noteOthers } from "./note-others.ts";
import { noteRequest } from "./note-request.ts";
import { planRequest, type RequestStep } from "./plan-request.ts";
import { readOthers } from "./read-others.ts";
import { readScene } from "./read-scene.ts";
import { REQUEST } from "./request.ts";
import type { RequestDeps } from "./request-deps.ts";
import { requestEvent } from "./request-events.ts";
import { type RequestPlace, requestLabels, requestStream } from "./request-identity.ts";
import { readMark } from "./request-mark.ts";
import type { RequestState } from "./request-state.ts";
import { takeLeave } from "./take-leave.ts";
import { type Standing, takeStep, type WritingStep } from "./take-step.ts";

export interface CarryingOut {
  readonly mask: SecretMask;
  /** The label of all requests. */
  readonly label: string;
  /** Whether logs may be quoted in a public repository. */
  readonly quotesInPublic: boolean;
  /** Who asks for what was declined again, or null. */
  readonly again: string | null;
  /** Only says what would be done first; what people did since is kept all the same. */
  readonly dryRun: boolean;
}

export interface CarriedOut {
  /** What was done, in order. */
  readonly done: readonly WritingStep["kind"][];
  /** Why no more is done, or what would be done first. */
  readonly last: RequestStep;
  readonly state: RequestState;
}

/** Times that somebody else may move the branch first. */
const TRIES = 5;
/** A look at the others, a commit, an opening and an edit; more is a fault. */
const STEPS = 6;

/**
 * Brings the request of a place to what is wanted: reads, keeps what people did since, and takes one step after the
 * other until nothing is left to do. Killed anywhere it is finished by doing it again, and nothing is written twice. A
 * branch that moved meanwhile has everything read and decided anew. Errors: request_contended, request_content_missing,
 * those of the ports.
 */
export async function carryOutRequest(
  deps: RequestDeps,
  place: RequestPlace,
  asking: CarryingOut,
): Promise<CarriedOut> {
  const { mask, label, again, dryRun } = asking;
  const done: WritingStep["kind"][] = [];
  if (again !== null && !dryRun) await askAgain(deps, place, again);
  for (let tried = 0; tried < TRIES; tried++) {
    let standing = await look(deps, place, dryRun ? null : label);
    const quotesLogs = await mayQuote(deps, place, standing, asking);
    let others = await readOthers(deps.ledger, place);
    let othersSeen = false;
    for (let steps = 0; steps < STEPS; steps++) {
      const known = { open: others.open.length, openedAt: others.openedAt };
      const planning = { now: deps.clock.now(), others: known, mask, quotesLogs };
      const state = dryRun && again !== null ? forgiving(standing.state) : standing.state;
      const step = planRequest(place, state, standing.scene, planning);
      if (step.kind === "too-many" && step.what === "open" && !othersSeen) {
        others = { ...others, open: await noteOthers(deps, others.open) };
        othersSeen = true;
        continue;
      }
      if (dryRun) return { done, last: step, state };
      if (!isWriting(step)) {
        const left = step.kind === "leave" ? await takeLeave(deps, place, state, step) : null;
        return { done, last: step, state: left ?? state };
      }
      const taken = await takeStep(deps, place, step, { ...standing, label });
      if (taken.kind === "stale") break;
      done.push(step.kind);
      standing = taken;
    }
  }
  throw new AssayError("request_contended", { repository: place.repository, kind: place.kind, tries: TRIES });
}

/**
 * Reads all there is, and keeps what happened since. A request of ours that was opened by a process that did not tell
 * gets the labels that it may lack, unless there is no `label`.
 */
async function look(deps: RequestDeps, place: RequestPlace, label: string | null): Promise<Standing> {
  const { state } = await readState(deps.ledger, requestStream(place), REQUEST);
  const scene = await readScene(deps, place, state);
  const found = scene.requests.find(({ state: is }) => is === "open");
  const isWritable = scene.tips.archived !== true;
  if (
    label !== null &&
    isWritable &&
    found !== undefined &&
    state.open === null &&
    readMark(place, found.body) !== null
  ) {
    const lacking = requestLabels(place, label).filter((one) => !found.labels.includes(one));
    if (lacking.length > 0) await deps.forge.label(place.repository, found.number, lacking);
  }
  const at = new Date(deps.clock.now()).toISOString();
  const kept = await keepRequestEvents(deps.ledger, place, (now) => noteRequest(place, now, scene, at));
  return { ...kept, scene };
}

/** Nothing is asked of the forge where no log could be quoted. */
async function mayQuote(
  { forge }: RequestDeps,
  { repository }: RequestPlace,
  { scene }: Standing,
  { quotesInPublic }: CarryingOut,
): Promise<boolean> {
  const hasLogs = scene.wanted.some(({ evidence }) => evidence.some(({ log }) => log.length > 0));
  return !hasLogs || quotesInPublic || !(await forge.isPublic(repository));
}

async function askAgain({ clock, ledger }: RequestDeps, place: RequestPlace, by: string): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  await keepRequestEvents(ledger, place, ({ declined, closings }) =>
    declined.length === 0 && closings === 0 ? [] : [requestEvent(place, "request.asked", { at, by })],
  );
}

/** As after a person asked again. */
function forgiving(state: RequestState): RequestState {
  return { ...state, declined: [], closings: 0 };
}

function isWriting(step: RequestStep): step is WritingStep {
  return step.kind === "commit" || step.kind === "open" || step.kind === "edit" || step.kind === "close";
}
