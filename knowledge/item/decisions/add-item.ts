import type { RegisteredEnvironment } from "../../qa/decisions/context.ts";
import { refuse } from "../../qa/decisions/decision.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { Item, ItemState, Task } from "../item-state.ts";
import type { ItemKind } from "../item-status.ts";
import { candidateOf } from "./accept-revision.ts";
import type { Head, ItemContext, ItemDecision } from "./decision.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";

export interface AddItem {
  readonly key: string;
  readonly kind: ItemKind;
  readonly title: string;
  readonly project: string;
  readonly delivery_env: string | null;
  readonly links: Item["links"];
  /** Titles of an epic's tasks, in order. */
  readonly tasks: readonly string[];
  /** Commit that its gates are to take, or null. */
  readonly sha: string | null;
  readonly head: Head;
}

/** A registered environment, as far as delivery goes. */
type DeliveryTarget = Pick<RegisteredEnvironment, "name" | "kind">;

/** Begins an item, with what is checked out as its first head where its branch is. Pure. */
export function addItem(
  { item: before }: ItemState,
  ask: AddItem,
  {
    at,
    actor,
    environments,
  }: Pick<ItemContext, "at" | "actor"> & { readonly environments: readonly DeliveryTarget[] },
): ItemDecision<Item> {
  const { key, kind, title, project, delivery_env, links, tasks, sha, head } = ask;
  if (before !== null)
    return refuse("precondition_failed", `${key} is there already: ${before.title}`, ITEM_WAY_OUT.show(key));
  const undeliverable = deliveryProblem(ask, environments);
  if (undeliverable !== null) return undeliverable;
  if (kind !== "epic" && tasks.length > 0)
    return refuse("precondition_failed", `${key} is no epic, and only an epic has tasks`, epicLine(ask));
  const revision = candidateOf({ links }, head, sha);
  const item: Item = {
    key,
    kind,
    title,
    project,
    status: "defining",
    delivery_env,
    links,
    tasks: Object.fromEntries(tasks.map((name, index) => [index + 1, newTask(index + 1, name)])),
    claim: null,
    revisions: revision === null ? [] : [revision],
    created_at: at,
    created_by: actor.actor_id,
  };
  return { kind: "decided", events: [{ type: "ItemAdded", data: { item } }], result: item };
}

/** A task as it begins. Pure. */
export function newTask(task_num: number, title: string): Task {
  return { task_num, title, status: "defining", claim: null };
}

function epicLine({ key, title, tasks }: AddItem): string {
  return ITEM_WAY_OUT.addEpic(key, title, tasks);
}

/** That nothing is delivered to the environment: it is not registered, or it is for validation only; null where it may be. */
function deliveryProblem(
  { key, kind, title, tasks, delivery_env }: AddItem,
  environments: readonly DeliveryTarget[],
): QaRefusal | null {
  if (delivery_env === null || delivery_env === "local") return null;
  const registered = environments.find(({ name }) => name === delivery_env);
  const may = environments.filter((one) => one.kind !== "ephemeral").map(({ name }) => name);
  const plain = kind === "epic" ? ITEM_WAY_OUT.addEpic(key, title, tasks) : ITEM_WAY_OUT.add(key, title);
  const preview = environments.find((one) => one.kind === "preview")?.name;
  const recover = preview === undefined ? plain : `${plain} --delivery-env ${shellWord(preview)}`;
  if (registered?.kind === "ephemeral")
    return refuse(
      "precondition_failed",
      `${delivery_env} is ephemeral: it is for validation only, and no item is delivered to it; \`environments\` in .assay/config.yaml has for delivery: ${namesOf(may)}`,
      recover,
    );
  return registered === undefined
    ? refuse(
        "environment_unknown",
        `there is no environment ${delivery_env}: add \`{name: ${delivery_env}, kind: preview}\` to \`environments\` in .assay/config.yaml, which has ${namesOf(may)}, or name another`,
        recover,
      )
    : null;
}

function namesOf(environments: readonly string[]): string {
  return environments.length === 0 ? "none" : environments.join(", ");
}
