import type { ItemStatus, QaResponse } from "#knowledge";
import { attempt } from "./attempt.ts";
import { type Gate, gateBlocks } from "./details/gate-blocks.ts";
import { planDiffBlocks } from "./details/plan-detail.ts";
import { claimWords } from "./details/work-words.ts";
import type { Reach } from "./reach.ts";
import type { Subject } from "./screen.ts";
import type { Sheet } from "./state.ts";
import type { Store } from "./store.ts";
import { EMPTY_FIELD } from "./text-field.ts";
import type { ClaimVerb, Waiving, WorkPlace } from "./work-asks.ts";
import { placeName } from "./work-asks.ts";
import type { GateTarget } from "./work-operations.ts";
import {
  askSheet,
  claimConfirmation,
  moveConfirmation,
  moveSheet,
  placeSheet,
  planRunConfirmation,
  planRunSheet,
  waiveConfirmation,
} from "./work-sheets.ts";

/** Items and plans that a choice offers at most. */
const MOST_OFFERED = 500;

/** The item that an entry belongs to. */
export function itemOf(subject: Subject | undefined): string | null {
  if (subject?.kind === "item") return subject.id;
  return subject?.kind === "requirement" ? subject.item : null;
}

/** Begins to take, give back or move an item; of an epic, or one of its tasks. */
export async function beginForItem(
  store: Store,
  reach: Reach,
  verb: ClaimVerb | "move",
  key: string,
): Promise<void> {
  await attempt(store, "reading", async () => {
    const answer = await reach.operations.item({ key, task: null });
    if (answer.result === null) return tellErrors(store, answer);
    const tasks = Object.values(answer.result.item.tasks);
    if (tasks.length > 0) return show(store, placeSheet(verb, key, tasks));
    await goOnWith(store, reach, verb, { key, task: null });
  });
}

/** What follows once it is known which item or task it is. */
export async function goOnWith(
  store: Store,
  reach: Reach,
  verb: ClaimVerb | "move",
  place: WorkPlace,
): Promise<void> {
  if (verb !== "move") return planClaim(store, reach, verb, place);
  await attempt(store, "reading", async () => {
    const answer = await reach.operations.item(place);
    if (answer.result === null) return tellErrors(store, answer);
    const { status } = answer.result.task ?? answer.result.item;
    const sheet = moveSheet(place, status);
    if (sheet.options.length === 0)
      return say(store, `${placeName(place)} is ${status}: nothing leads out of that`);
    show(store, sheet);
  });
}

/** Asks what taking or giving back would do; what somebody else holds a person may take over. */
async function planClaim(
  store: Store,
  { operations }: Reach,
  verb: ClaimVerb,
  place: WorkPlace,
): Promise<void> {
  await attempt(store, "planning", async () => {
    const shown = await operations.item(place);
    if (shown.result === null) return tellErrors(store, shown);
    const { seq, item, task } = shown.result;
    const claim = task?.claim ?? item.claim;
    if (verb === "release" && (task ?? item).claim === null)
      return say(store, `nobody works on ${placeName(place)}: there is nothing to give back`);
    const plain = await operations.claim({ verb, place, takesOver: false, seq }, true);
    if (plain.success) return show(store, claimConfirmation(verb, place, { holder: null, seq }));
    const over =
      verb === "claim" ? await operations.claim({ verb, place, takesOver: true, seq }, true) : plain;
    if (!over.success || claim === null) return tellErrors(store, plain);
    show(store, claimConfirmation(verb, place, { holder: claimWords(claim), seq }));
  });
}

/** Asks whether a move is allowed; where its gate says no, shows what it says, with the ways out. */
export async function planMove(
  store: Store,
  { operations }: Reach,
  place: WorkPlace,
  to: ItemStatus,
): Promise<void> {
  await attempt(store, "asking the gate", async () => {
    const moved = await operations.move(place, to, null);
    if (moved.result !== null) {
      const shown = await operations.item(place);
      if (shown.result === null) return tellErrors(store, shown);
      return show(store, moveConfirmation(place, moved.result, shown.result.seq));
    }
    const gate = isGated(to) ? (await operations.gate(place, to)).result?.gate : undefined;
    if (gate === undefined || gate.is_open) return tellErrors(store, moved);
    showClosed(store, place, gate);
  });
}

/** What a closed gate says: clauses, what is owed, and the command that gets out of each. */
export function showClosed(store: Store, place: WorkPlace, gate: Gate): void {
  const title = `${placeName(place)} may not go to ${gate.target} yet`;
  show(store, { kind: "answer", title, blocks: gateBlocks(gate), scroll: 0 });
}

export function isGated(to: ItemStatus): to is GateTarget {
  return to === "reviewing-implementation" || to === "reviewed-implementation" || to === "done";
}

/** Asks for the reason of a waiver. */
export async function beginWaiver(store: Store, { operations }: Reach, id: string): Promise<void> {
  await attempt(store, "reading", async () => {
    const shown = await operations.requirement(id);
    if (shown.result === null) return tellErrors(store, shown);
    const { requirement, seq } = shown.result;
    const waiving = {
      id,
      title: requirement.title,
      isBlocking: requirement.blocking_mode === "blocking",
      seq,
    };
    show(store, askSheet({ kind: "waive-reason", waiving }, EMPTY_FIELD));
  });
}

/** Asks whether the waiver is allowed, and shows it; a reason that is of no use is kept as a draft. */
export async function planWaiver(
  store: Store,
  { operations }: Reach,
  waiving: Waiving,
  reason: string,
  end: string | null,
): Promise<void> {
  await attempt(store, "planning", async () => {
    const planned = await operations.waive({ waiving, reason, end }, true);
    if (planned.success) return show(store, waiveConfirmation(waiving, reason, end));
    tellErrors(store, planned);
    say(store, `your reason is kept in ${await operations.keepDraft("reason.txt", `${reason}\n`)}`);
  });
}

/** Chooses which plan is carried out for an item. */
export async function choosePlan(store: Store, { operations }: Reach, key: string): Promise<void> {
  await attempt(store, "reading", async () => {
    const { plans } = await operations.plans();
    if (plans.length === 0) return say(store, "there is no plan yet: assay plan new checkout");
    const place = { key, task: null };
    const options = plans
      .slice(0, MOST_OFFERED)
      .map(({ slug, title }) => ({ label: `${slug}  ${title}`, plan: slug, place }));
    show(store, planRunSheet(`Carry out which plan for ${key}?`, options));
  });
}

/** Chooses for which item at work a plan is carried out; those that hold it come first. */
export async function chooseItem(store: Store, { operations }: Reach, plan: string): Promise<void> {
  await attempt(store, "reading", async () => {
    const [{ result: items }, { result: used }] = await Promise.all([
      operations.items(false),
      operations.planUses(plan),
    ]);
    const uses = used?.uses ?? [];
    const holding = new Set(uses.map(({ item_id }) => item_id));
    const options = [
      ...uses.map(({ item_id, task_num }) => ({ key: item_id, task: task_num })),
      ...(items?.items ?? []).filter(({ key }) => !holding.has(key)).map(({ key }) => ({ key, task: null })),
    ];
    if (options.length === 0) return say(store, "no item is at work: assay item add SHOP-12 --title TEXT");
    const titles = new Map((items?.items ?? []).map(({ key, title }) => [key, title]));
    show(
      store,
      planRunSheet(
        `Carry ${plan} out for which item?`,
        options
          .slice(0, MOST_OFFERED)
          .map((place) => ({ label: `${placeName(place)}  ${titles.get(place.key) ?? ""}`, plan, place })),
      ),
    );
  });
}

/** Asks which cases would be carried out, and shows them. */
export async function planPlanRun(
  store: Store,
  { operations }: Reach,
  plan: string,
  place: WorkPlace,
): Promise<void> {
  await attempt(store, "planning", async () => {
    const shown = await operations.item(place);
    if (shown.result === null) return tellErrors(store, shown);
    const act = { verb: "run plan", plan, place, seq: shown.result.seq } as const;
    const planned = await operations.runPlan(act, true);
    if (planned.result === null) return tellErrors(store, planned);
    show(store, planRunConfirmation(act, planned.result.cases));
  });
}

/** Shows what items froze of a plan and what it says now. */
export async function showPlanDiff(store: Store, { operations }: Reach, plan: string): Promise<void> {
  await attempt(store, "reading", async () => {
    const answer = await operations.planUses(plan);
    if (answer.result === null) return tellErrors(store, answer);
    const title = `What items froze of ${plan}, and what it says now`;
    show(store, { kind: "answer", title, blocks: planDiffBlocks(answer.result), scroll: 0 });
  });
}

/** Tells why it was refused, and the way out. */
export function tellErrors(store: Store, { errors }: Pick<QaResponse<unknown>, "errors">): void {
  const [first] = errors;
  if (first === undefined) return;
  const { code, message, recover } = first;
  store.dispatch({ type: "told", banner: { code, message, hint: recover } });
}

function show(store: Store, sheet: Sheet): void {
  store.dispatch({ type: "sheet", sheet });
}

function say(store: Store, text: string): void {
  store.dispatch({ type: "noticed", notice: text });
}
