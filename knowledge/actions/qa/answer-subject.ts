import { refuseSecrets, type Said } from "../../acts/refuse-secrets.ts";
import { entitlementFor } from "../../item/entitlement-for.ts";
import { ITEM } from "../../item/item.ts";
import type { Item, ItemState, Seat } from "../../item/item-state.ts";
import { readSeats } from "../../item/read-seats.ts";
import { readState } from "../../ledger/read-state.ts";
import type { Method } from "../../plan/method.ts";
import type { Deps } from "../../ports/deps.ts";
import { kindsAskedOfHost } from "../../qa/decisions/admit-case.ts";
import type { DecisionContext, Entitlement } from "../../qa/decisions/context.ts";
import type { QaDecision } from "../../qa/decisions/decision.ts";
import { EXECUTION } from "../../qa/execution-projection.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { SubjectState } from "../../qa/subject-state.ts";
import { type Acting, answerOnce, type Chosen, refused } from "./answer-once.ts";
import type { Request, Response } from "./envelope.ts";
import type { Place } from "./place-of.ts";
import { readQaSettings } from "./qa-settings.ts";

/** Ports that a change of a subject touches. */
export type SubjectDeps = Pick<
  Deps,
  "clock" | "configFile" | "ids" | "ledger" | "person" | "projectFiles" | "secrets" | "session"
>;

export interface SubjectCall<Result> {
  /** Id of the operation. */
  readonly function: string;
  readonly request: Request;
  readonly place: Place | QaRefusal;
  /** Requirement that it is about, whose task decides who may do what; null for the subject. */
  readonly requirement?: string;
  /** Number of the task that it is about, where no requirement says so. */
  readonly task_num?: number;
  /** True where the capabilities of this host matter: it is looked at where the requirement asks for one. */
  readonly looksAtHost?: boolean;
  /** True where the call makes the execution that it is about. */
  readonly isNew?: boolean;
  /** Pure. */
  choose(qa: SubjectState, context: DecisionContext, item: Item | null): Chosen<Result> | QaDecision<Result>;
}

/**
 * Decides a call about an item, a task or an execution, by {@link answerOnce}; what was asked may hold no secret. Errors:
 * secret_refused, config_invalid, those of {@link answerOnce} and of the ports.
 */
export async function answerSubject<Result>(
  deps: SubjectDeps,
  call: SubjectCall<Result>,
): Promise<Response<Result>> {
  const { place, request, function: called } = call;
  if (place.kind === "refused") return refused(place);
  await refuseSecrets(deps.secrets, saidIn(request.payload, "payload"));
  const settings = await readQaSettings(deps);
  const host = await capabilitiesHere(deps, place, call, settings.methods);
  const isItem = place.stream.startsWith("item/");
  const seats = isItem ? await readSeats(deps.ledger) : [];
  const contextOf = (acting: Acting, qa: SubjectState, item: Item | null): DecisionContext => ({
    at: acting.at,
    actor: acting.actor,
    seed: deps.ids.random(32),
    environments: settings.environments,
    capabilities: { project: settings.capabilities, host },
    methods: settings.methods,
    entitlement: entitlementOf(acting, qa, item, seats, call),
    standing: {
      acceptedRevisions: acceptedOf(item),
      isNewestOnly: settings.isNewestOnly,
    },
  });
  const asked = { function: called, stream: place.stream, request } as const;
  if (!isItem)
    return answerOnce(deps, {
      ...asked,
      projection: EXECUTION,
      choose: ({ state, seq }, acting) =>
        seq === 0 && call.isNew !== true
          ? noExecution(place.stream)
          : call.choose(state, contextOf(acting, state, null), null),
    });
  return answerOnce<ItemState, Result>(deps, {
    ...asked,
    projection: ITEM,
    choose: ({ state: { item, qa } }, acting) =>
      item === null
        ? noItem(place.stream)
        : (taskProblem(item, call) ?? call.choose(qa, contextOf(acting, qa, item), item)),
  });
}

/** What this host has, where the requirement asks for anything of it. */
async function capabilitiesHere(
  { ledger, session }: Pick<Deps, "ledger" | "session">,
  { stream }: Place,
  { looksAtHost = false, requirement }: Pick<SubjectCall<unknown>, "looksAtHost" | "requirement">,
  methods: readonly Method[],
): Promise<readonly string[]> {
  if (!looksAtHost || requirement === undefined) return [];
  const qa = stream.startsWith("item/")
    ? (await readState(ledger, stream, ITEM)).state.qa
    : (await readState(ledger, stream, EXECUTION)).state;
  const row = qa.requirements[requirement]?.row;
  const method = methods.find(({ id }) => id === row?.method_id);
  const asked = row === undefined ? [] : kindsAskedOfHost(row, method);
  return asked.length === 0 ? [] : session.capabilities(asked);
}

/** Commits that an item's gates take; null where it has none. */
export function acceptedOf(item: Item | null): ReadonlySet<string> | null {
  return item === null || item.revisions.length === 0 ? null : new Set(item.revisions);
}

export function noItem(stream: string): QaRefusal {
  const key = stream.slice("item/".length);
  return {
    kind: "refused",
    code: "row_missing",
    why: `there is no item ${key}`,
    recover: `assay item add ${key} --title ${key}`,
  };
}

export function noExecution(stream: string): QaRefusal {
  return {
    kind: "refused",
    code: "row_missing",
    why: `there is no execution ${stream.slice("execution/".length)}`,
    recover: "assay qa activity",
  };
}

function taskProblem(item: Item, { task_num }: Pick<SubjectCall<unknown>, "task_num">): QaRefusal | null {
  if (task_num === undefined || item.tasks[task_num] !== undefined) return null;
  return {
    kind: "refused",
    code: "row_missing",
    why: `${item.key} has no task ${task_num}`,
    recover: `assay item show ${item.key}`,
  };
}

/** A standalone execution has no claim: there everybody is entitled. */
function entitlementOf(
  { actor }: Acting,
  qa: SubjectState,
  item: Item | null,
  seats: readonly Seat[],
  { requirement, task_num }: Pick<SubjectCall<unknown>, "requirement" | "task_num">,
): Entitlement {
  if (item === null) return { holdsClaim: true, steers: false, claimedBy: null };
  const row = requirement === undefined ? undefined : qa.requirements[requirement]?.row;
  return entitlementFor(actor, item, seats, row?.task_num ?? task_num ?? null);
}

/** Every text in what was asked, with its place. */
function saidIn(value: unknown, place: string): Said[] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => saidIn(part, `${place}.${key}`));
}
