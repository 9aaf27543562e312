import { AssayError } from "../errors.ts";
import { readState } from "../ledger/read-state.ts";
import { keepRequestEvents } from "./keep-request-events.ts";
import { noteRequest } from "./note-request.ts";
import { readScene } from "./read-scene.ts";
import { REQUEST } from "./request.ts";
import { MOST_OPEN } from "./request-caps.ts";
import type { RequestDeps } from "./request-deps.ts";
import { type RequestPlace, requestBranchName, requestStream } from "./request-identity.ts";
import type { RequestScene } from "./request-scene.ts";
import type { RequestState } from "./request-state.ts";

type NotingDeps = Pick<RequestDeps, "artifacts" | "changeRequests" | "clock" | "ledger" | "requestBranch">;

/**
 * Those of the requests that are still open, as far as it takes to find that one more may be: in a repository that
 * nobody proposes to, nobody notices that people merged or closed. What they did is kept. One that cannot be seen is
 * left out. Errors: those of the ports.
 */
export async function noteOthers(
  deps: NotingDeps,
  taken: readonly RequestPlace[],
): Promise<readonly RequestPlace[]> {
  const open: RequestPlace[] = [];
  for (const [at, place] of taken.entries()) {
    const unseen = taken.slice(at);
    if (open.length + unseen.length < MOST_OPEN) return [...open, ...unseen];
    if (await isStillOpen(deps, place)) open.push(place);
  }
  return open;
}

async function isStillOpen(deps: NotingDeps, place: RequestPlace): Promise<boolean> {
  const { state } = await readState(deps.ledger, requestStream(place), REQUEST);
  if (state.open === null) return false;
  try {
    const scene = await readRequests(deps, place, state);
    const at = new Date(deps.clock.now()).toISOString();
    const kept = await keepRequestEvents(deps.ledger, place, (now) => noteRequest(place, now, scene, at));
    return kept.state.open !== null;
  } catch (error) {
    if (error instanceof AssayError && (error.code === "forge_missing" || error.code === "forge_denied"))
      return false;
    throw error;
  }
}

/**
 * The requests themselves, and the commits where one of ours may not have been told; where one has ended, all there is,
 * since what it proposed may stand on the default branch.
 */
async function readRequests(
  deps: NotingDeps,
  place: RequestPlace,
  state: RequestState,
): Promise<RequestScene> {
  const { changeRequests, requestBranch: branches } = deps;
  const { plan, open } = state;
  const { repository } = place;
  const branch = requestBranchName(place);
  const requests = await changeRequests.find(repository, branch);
  if (requests.some((one) => one.state === "closed" && one.number >= (open?.number ?? 0)))
    return readScene(deps, place, state);
  const isThere = plan !== null && (await branches.tips(repository, branch)).branch !== null;
  const commits = isThere ? await branches.commits(repository, branch) : [];
  const tips = { defaultBranch: null, branch: null };
  return { tips, commits, requests, base: new Map(), head: new Map(), placed: [], wanted: [] };
}
