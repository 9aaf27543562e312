import { refuseSecrets, type Said } from "../../acts/refuse-secrets.ts";
import type { Head, ItemContext, ItemDecision } from "../../item/decisions/decision.ts";
import { ITEM } from "../../item/item.ts";
import type { ItemState } from "../../item/item-state.ts";
import { itemStream } from "../../item/item-stream.ts";
import { readSeats } from "../../item/read-seats.ts";
import type { Deps } from "../../ports/deps.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { answerOnce, refused } from "../qa/answer-once.ts";
import type { Request, Response } from "../qa/envelope.ts";
import type { ItemPlace } from "./item-place.ts";

/** Ports that a change of an item touches. */
export type ItemDeps = Pick<Deps, "clock" | "ledger" | "person" | "session" | "secrets">;

export interface ItemCall<Result> {
  /** Id of the operation. */
  readonly function: string;
  readonly request: Request;
  readonly place: ItemPlace | QaRefusal;
  /** Texts of people, which may hold no secret. */
  readonly said?: readonly Said[];
  /** Pure; may be asked often. */
  choose(state: ItemState, context: ItemContext, place: ItemPlace): ItemDecision<Result>;
}

/** Decides a call about an item or a task. Errors: secret_refused, those of `answerOnce` and of the ports. */
export async function answerItem<Result>(deps: ItemDeps, call: ItemCall<Result>): Promise<Response<Result>> {
  const { place, request, said = [] } = call;
  if (place.kind === "refused") return refused(place);
  await refuseSecrets(deps.secrets, said);
  const seats = await readSeats(deps.ledger);
  return answerOnce<ItemState, Result>(deps, {
    function: call.function,
    stream: itemStream(place.key),
    projection: ITEM,
    request,
    choose: ({ state }, { at, actor }) => call.choose(state, { at, actor, seats }, place),
  });
}

/** What is checked out here. Errors: those of the repository. */
export async function headHere({ repository }: Pick<Deps, "repository">): Promise<Head> {
  return repository.head();
}
