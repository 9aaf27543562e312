import { AssayError } from "../errors.ts";
import { decide } from "../ledger/decide.ts";
import type { Folded } from "../ledger/projection.ts";
import type { ForgeChange } from "../ports/forge.ts";
import { afterClose, afterCommit, afterEdit, afterOpen } from "./after-step.ts";
import { keepRequestEvents } from "./keep-request-events.ts";
import { keepPaths } from "./kept-content.ts";
import type { RequestStep } from "./plan-request.ts";
import { REQUEST } from "./request.ts";
import type { RequestDeps } from "./request-deps.ts";
import { requestEvent } from "./request-events.ts";
import { type RequestPlace, requestLabels, requestStream } from "./request-identity.ts";
import { bodyHash, isUnedited, markBody, readMark } from "./request-mark.ts";
import type { RequestScene } from "./request-scene.ts";
import type { RequestState } from "./request-state.ts";
import { takeClose } from "./take-close.ts";

export type WritingStep = Extract<RequestStep, { kind: "commit" | "open" | "edit" | "close" }>;

export interface Standing extends Folded<RequestState> {
  readonly scene: RequestScene;
}

export type TakenStep = ({ readonly kind: "taken" } & Standing) | { readonly kind: "stale" };

/**
 * Takes one step and keeps that it was taken. `stale`: the branch or the ledger moved meanwhile, and nothing was
 * written. Errors: those of the ports.
 */
export async function takeStep(
  deps: RequestDeps,
  place: RequestPlace,
  step: WritingStep,
  { label, ...standing }: Standing & { readonly label: string },
): Promise<TakenStep> {
  switch (step.kind) {
    case "commit":
      return commit(deps, place, step, standing);
    case "open":
      return open(deps, place, step, { ...standing, label });
    case "edit": {
      const { number, title, ours, body, items } = step;
      await deps.changeRequests.edit(place.repository, number, { title, body: markBody(place, body, items) });
      const edited = { at: timeOf(deps), number, title: ours, body: bodyHash(body), items };
      const kept = await keepRequestEvents(deps.ledger, place, () => [
        requestEvent(place, "request.edited", edited),
      ]);
      return { kind: "taken", ...kept, scene: afterEdit(place, standing.scene, step) };
    }
    case "close": {
      const kept = await takeClose(deps, place, step.number, standing.seq);
      if (kept === null) return { kind: "stale" };
      return { kind: "taken", ...kept, scene: afterClose(standing.scene, step.number) };
    }
  }
}

async function commit(
  deps: RequestDeps,
  place: RequestPlace,
  step: Extract<RequestStep, { kind: "commit" }>,
  { scene, seq }: Standing,
): Promise<TakenStep> {
  const { key, items, paths, anew } = step;
  const { branch, base, head } = step.commit;
  const manifest = await keepPaths(deps.artifacts, paths);
  const planned = { at: timeOf(deps), key, branch, base, head, manifest, items };
  const { answer } = await decide(deps.ledger, requestStream(place), REQUEST, (now) =>
    now.seq === seq
      ? { events: [requestEvent(place, "request.planned", planned)], answer: true }
      : { events: [], answer: false },
  );
  if (!answer) return { kind: "stale" };
  if (anew) {
    // No forge removes a branch only where it still stands: looked at as late as can be.
    const { branch: tip } = await deps.requestBranch.tips(place.repository, branch);
    if (tip !== scene.tips.branch) return { kind: "stale" };
    await deps.requestBranch.remove(place.repository, branch);
  }
  const made = await deps.requestBranch.commit(place.repository, step.commit);
  if (made.kind === "stale") return { kind: "stale" };
  const committed = { at: timeOf(deps), key, commit: made.commit };
  const kept = await keepRequestEvents(deps.ledger, place, ({ commits }) =>
    commits.includes(made.commit) ? [] : [requestEvent(place, "request.committed", committed)],
  );
  return { kind: "taken", ...kept, scene: afterCommit(scene, step, made.commit) };
}

async function open(
  deps: RequestDeps,
  place: RequestPlace,
  step: Extract<RequestStep, { kind: "open" }>,
  { scene, label }: Standing & { readonly label: string },
): Promise<TakenStep> {
  const { branch, into, title, body, items } = step;
  const labels = requestLabels(place, label);
  const text = { title, body: markBody(place, body, items) };
  const opened = await openOrFind(deps, place, { branch, into, labels, ...text });
  const isOurs = isUnedited(place, opened.body);
  const told = {
    at: timeOf(deps),
    number: opened.number,
    url: opened.url,
    title: opened.title,
    body: isOurs ? (readMark(place, opened.body)?.body ?? null) : null,
    items,
    found: false,
  };
  const kept = await keepRequestEvents(deps.ledger, place, (state) =>
    state.open?.number === opened.number ? [] : [requestEvent(place, "request.opened", told)],
  );
  return { kind: "taken", ...kept, scene: afterOpen(scene, opened) };
}

/** A forge takes one open request of a branch: one that is there, and was not in its list yet, is the one. */
async function openOrFind(
  { changeRequests }: RequestDeps,
  { repository }: RequestPlace,
  request: Parameters<RequestDeps["changeRequests"]["open"]>[1],
): Promise<ForgeChange> {
  try {
    return await changeRequests.open(repository, request);
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "forge_refused") throw error;
    const found = (await changeRequests.find(repository, request.branch)).find(
      ({ state }) => state === "open",
    );
    if (found === undefined) throw error;
    return found;
  }
}

function timeOf({ clock }: Pick<RequestDeps, "clock">): string {
  return new Date(clock.now()).toISOString();
}
