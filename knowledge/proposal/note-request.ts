import type { ForgeChange } from "../ports/forge.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { keyOfMessage } from "./commit-key.ts";
import { evidenceHash } from "./evidence-hash.ts";
import { requestEvent } from "./request-events.ts";
import type { RequestPlace } from "./request-identity.ts";
import { isUnedited, readMark } from "./request-mark.ts";
import type { RequestScene } from "./request-scene.ts";
import type { RequestState } from "./request-state.ts";

/**
 * The events of what happened since that the ledger does not know: a commit of ours that was not told, requests that
 * people merged or closed, one that is open without our knowing, and what stands on the default branch already. None
 * where nothing happened. Pure.
 */
export function noteRequest(
  place: RequestPlace,
  state: RequestState,
  scene: RequestScene,
  at: string,
): readonly LedgerEvent[] {
  const ended = noteEnded(place, state, scene, at);
  const told = ended.flatMap(({ data }) => data.items as readonly string[]);
  return [
    ...noteCommit(place, state, scene, at),
    ...ended,
    ...noteUnclosed(place, state, scene, at),
    ...noteOpen(place, state, scene, at),
    ...noteSettled(place, { ...state, settled: [...state.settled, ...told] }, scene, at),
  ];
}

function noteCommit(
  place: RequestPlace,
  { plan, commits }: RequestState,
  scene: RequestScene,
  at: string,
): LedgerEvent[] {
  if (plan === null) return [];
  const made = scene.commits.find(({ own, message }) => own && keyOfMessage(message) === plan.key);
  if (made === undefined || commits.includes(made.commit)) return [];
  return [requestEvent(place, "request.committed", { at, key: plan.key, commit: made.commit })];
}

/** The open one if it ended, and those that nobody had heard of; oldest first. */
function noteEnded(
  place: RequestPlace,
  { open, closing, newest, placed, plan }: RequestState,
  scene: RequestScene,
  at: string,
): LedgerEvent[] {
  const { requests } = scene;
  const there = new Set(standingItems(scene));
  const isNews = ({ number, state }: ForgeChange) =>
    state !== "open" && (number === open?.number || number > newest);
  return requests
    .filter(isNews)
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, url, state, body, mergeCommit }) => {
      const items =
        number === open?.number
          ? open.items
          : (readMark(place, body)?.items ?? (placed ?? plan)?.items ?? []);
      const told = { at, by: null, number, url, items };
      // What people merged by other means than the forge's, and then closed, they want.
      const isThere = number !== closing && items.length > 0 && items.every((item) => there.has(item));
      if (state === "merged" || isThere)
        return requestEvent(place, "request.merged", { ...told, commit: mergeCommit });
      const why = number === closing ? ({ why: "nothing-left", items: [] } as const) : DECLINED;
      return requestEvent(place, "request.closed", { ...told, ...why, reason: null });
    });
}

const DECLINED = { why: "declined" } as const;

/** A closing of ours that did not come to pass: who closes it from now on is a person. */
function noteUnclosed(
  place: RequestPlace,
  { closing }: RequestState,
  { requests }: RequestScene,
  at: string,
): LedgerEvent[] {
  const isOpen = requests.some(({ number, state }) => number === closing && state === "open");
  return isOpen ? [requestEvent(place, "request.closing", { at, number: null })] : [];
}

function noteOpen(
  place: RequestPlace,
  { open, placed, plan }: RequestState,
  { requests }: RequestScene,
  at: string,
): LedgerEvent[] {
  const found = requests.find(({ state }) => state === "open");
  if (found === undefined || found.number === open?.number) return [];
  const { number, url, title, body } = found;
  const mark = readMark(place, body);
  const hash = mark !== null && isUnedited(place, body) ? mark.body : null;
  const items = mark?.items ?? (placed ?? plan)?.items ?? [];
  return [requestEvent(place, "request.opened", { at, number, url, title, body: hash, items, found: true })];
}

/** Items that stand on the default branch and are in no open request. */
function noteSettled(
  place: RequestPlace,
  { settled, open }: RequestState,
  scene: RequestScene,
  at: string,
): LedgerEvent[] {
  const isOpen = open !== null || scene.requests.some(({ state }) => state === "open");
  const known = new Set([...settled, ...(isOpen ? (open?.items ?? []) : [])]);
  const items = standingItems(scene).filter((item) => !known.has(item));
  return items.length === 0 ? [] : [requestEvent(place, "request.settled", { at, items })];
}

/** Items of which every file stands on the default branch as it is wanted. */
function standingItems({ wanted, base, tips }: RequestScene): readonly string[] {
  if (tips.defaultBranch === null) return [];
  const there = wanted.flatMap(({ files, evidence }) => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    return evidence
      .filter((item) => item.files.every((path) => (base.get(path) ?? null) === (texts.get(path) ?? null)))
      .map(evidenceHash);
  });
  return [...new Set(there)];
}
