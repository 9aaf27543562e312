import type { NewBranchCommit } from "../ports/request-branch.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { commitKey, keyLine } from "./commit-key.ts";
import { othersCommit } from "./others-commit.ts";
import { requestBody, type ToldFile } from "./request-body.ts";
import { COMMITS_AN_HOUR, inLastHour, MOST_OPEN, OPENED_AN_HOUR } from "./request-caps.ts";
import type { LeftWhy } from "./request-events.ts";
import { type RequestPlace, requestBranchName } from "./request-identity.ts";
import { bodyHash, isUnedited, readMark } from "./request-mark.ts";
import type { RequestScene } from "./request-scene.ts";
import type { OpenRequest, RequestState } from "./request-state.ts";
import { requestTitle } from "./request-title.ts";
import { wantedFiles } from "./wanted-files.ts";
import { type WantedItem, type WantedItems, wantedItems } from "./wanted-items.ts";

/** The one thing that is to be done next for a request. */
export type RequestStep =
  | { readonly kind: "nothing"; readonly why: "not-wanted" | "merged" | "up-to-date" }
  /** `number`: the request that it is about; `author`: whose commit it is. */
  | {
      readonly kind: "leave";
      readonly why: LeftWhy;
      readonly number: number | null;
      readonly author: string | null;
    }
  | {
      readonly kind: "too-many";
      readonly what: "open" | "opened-an-hour" | "commits-an-hour";
      readonly limit: number;
    }
  /** One commit; `anew`: what is left of a branch that served before is removed first. */
  | {
      readonly kind: "commit";
      readonly key: string;
      readonly commit: NewBranchCommit;
      readonly anew: boolean;
      readonly items: readonly string[];
      /** What the branch then has beside its base. */
      readonly paths: readonly string[];
    }
  | ({ readonly kind: "open"; readonly branch: string; readonly into: string } & ToldText)
  /** `ours`: the title as we would have it; a person's stays. */
  | ({ readonly kind: "edit"; readonly number: number; readonly ours: string } & ToldText)
  /** The open one has nothing left to propose. */
  | { readonly kind: "close"; readonly number: number };

interface ToldText {
  readonly title: string;
  /** Without its mark. */
  readonly body: string;
  readonly items: readonly string[];
}

export interface Planning {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the ledger knows of the other requests: open ones, and when they were opened. */
  readonly others: { readonly open: number; readonly openedAt: readonly string[] };
  readonly mask: SecretMask;
  readonly quotesLogs: boolean;
}

/**
 * What is to be done next, given all that happened ({@link noteRequest}) is in the state: asked again after each step
 * until it says nothing, leave or too many. A commit is never planned on a default branch, nor on one with a commit that
 * is not ours, nor where the tree is what is wanted already. Pure.
 */
export function planRequest(
  place: RequestPlace,
  state: RequestState,
  scene: RequestScene,
  planning: Planning,
): RequestStep {
  const branch = requestBranchName(place);
  const { defaultBranch, archived } = scene.tips;
  if (archived === true) return leave("archived", state.open?.number ?? null);
  if (defaultBranch === null) return leave("no-default-branch", null);
  if (defaultBranch.name === branch) return leave("default-branch", null);
  const items = wantedItems(state, scene.wanted);
  const into = { name: defaultBranch.name, commit: defaultBranch.commit, branch };
  return state.open === null
    ? planNew(place, state, scene, { ...planning, items, into })
    : planOpen(place, state.open, state, scene, { ...planning, items, into });
}

interface Wanting extends Planning {
  readonly items: WantedItems;
  readonly into: { readonly name: string; readonly commit: string; readonly branch: string };
}

function planOpen(
  place: RequestPlace,
  open: OpenRequest,
  state: RequestState,
  scene: RequestScene,
  wanting: Wanting,
): RequestStep {
  const foreign = othersCommit(state, scene);
  if (foreign !== null) return leave("others-commit", open.number, foreign.author);
  const { items, into, now } = wanting;
  if (items.now.length === 0) return { kind: "close", number: open.number };
  const head = scene.tips.branch;
  // Somebody removed the branch, by which the forge closes the request.
  if (head === null) return { kind: "nothing", why: "up-to-date" };
  const files = wantedFiles(items.now, { base: scene.base, on: scene.head, placed: scene.placed });
  if (files.changes.length > 0) {
    const capped = tooManyCommits(state, now);
    return capped ?? commitOf(items.now, files, { ...into, head, anew: false });
  }
  const shown = scene.requests.find(({ number }) => number === open.number);
  // A text that somebody edited is theirs.
  if (shown === undefined || open.body === null) return { kind: "nothing", why: "up-to-date" };
  if (readMark(place, shown.body)?.body !== open.body || !isUnedited(place, shown.body))
    return { kind: "nothing", why: "up-to-date" };
  const told = textOf(place, items, files.told, wanting);
  const isTheirs = shown.title !== open.title;
  const title = isTheirs ? shown.title : told.title;
  if (bodyHash(told.body) === open.body && title === shown.title)
    return { kind: "nothing", why: "up-to-date" };
  return { kind: "edit", number: open.number, ...told, title, ours: isTheirs ? open.title : told.title };
}

function planNew(
  place: RequestPlace,
  state: RequestState,
  scene: RequestScene,
  wanting: Wanting,
): RequestStep {
  const { items, into, now } = wanting;
  const { ended, closings, placed } = state;
  if (items.now.length === 0) {
    if (items.declined > 0) return leave("closed", ended?.number ?? null);
    return { kind: "nothing", why: ended?.outcome === "merged" ? "merged" : "not-wanted" };
  }
  if (closings >= 2) return leave("closed-twice", ended?.number ?? null);
  const head = scene.tips.branch;
  const last = scene.requests[0];
  // Whoever committed to it: what was merged is on the default branch.
  const isMergedTip = last?.state === "merged" && last.head.commit === head;
  const foreign = isMergedTip ? null : othersCommit(state, scene);
  if (head !== null && foreign !== null) return leave("others-commit", null, foreign.author);
  const capped = tooManyRequests(state, wanting);
  if (capped !== null) return capped;
  const goesOn = head !== null && (placed !== null || head === into.commit);
  const files = wantedFiles(items.now, {
    base: scene.base,
    on: goesOn ? scene.head : scene.base,
    placed: goesOn ? scene.placed : [],
  });
  if (files.changes.length > 0)
    return (
      tooManyCommits(state, now) ??
      commitOf(items.now, files, { ...into, head: goesOn ? head : null, anew: head !== null && !goesOn })
    );
  const told = textOf(place, items, files.told, wanting);
  return { kind: "open", branch: into.branch, into: into.name, ...told };
}

function commitOf(
  items: readonly WantedItem[],
  { told, changes }: { readonly told: readonly ToldFile[]; readonly changes: NewBranchCommit["files"] },
  on: {
    readonly branch: string;
    readonly commit: string;
    readonly head: string | null;
    readonly anew: boolean;
  },
): RequestStep {
  const { branch, commit: base, head, anew } = on;
  const key = commitKey({ branch, base, head, files: changes });
  const title = `Propose ${items.length === 1 ? "a change" : `${items.length} changes`}`;
  // Nothing from outside stands in it: words in a commit's message can close issues and call people.
  const body = `Its pull request says why, or \`assay proposal request show\`.\n\n${keyLine(key)}`;
  return {
    kind: "commit",
    key,
    commit: { branch, head, base, title, body, files: changes },
    anew,
    items: items.map(({ hash }) => hash),
    paths: told.map(({ path }) => path),
  };
}

function textOf(
  { kind }: RequestPlace,
  { now: items, waiting }: WantedItems,
  files: readonly ToldFile[],
  { mask, quotesLogs }: Planning,
): ToldText {
  const sources = new Set(items.map(({ content }) => content));
  const [only] = sources.size === 1 ? sources : [];
  const evidence = items.map((item) => item.evidence);
  const told = { kind, intro: only?.intro ?? null, evidence, files, waiting, mask, quotesLogs };
  return {
    title: requestTitle(kind, items.length, { given: only?.title ?? null, mask }),
    body: requestBody(told),
    items: items.map(({ hash }) => hash),
  };
}

function tooManyCommits({ committedAt }: RequestState, now: number): RequestStep | null {
  return inLastHour(committedAt, now) < COMMITS_AN_HOUR
    ? null
    : { kind: "too-many", what: "commits-an-hour", limit: COMMITS_AN_HOUR };
}

function tooManyRequests({ openedAt }: RequestState, { others, now }: Wanting): RequestStep | null {
  if (others.open >= MOST_OPEN) return { kind: "too-many", what: "open", limit: MOST_OPEN };
  return inLastHour([...openedAt, ...others.openedAt], now) < OPENED_AN_HOUR
    ? null
    : { kind: "too-many", what: "opened-an-hour", limit: OPENED_AN_HOUR };
}

function leave(why: LeftWhy, number: number | null, author: string | null = null): RequestStep {
  return { kind: "leave", why, number, author };
}
