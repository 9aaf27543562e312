import type { MoneyPlace } from "../budget/account-events.ts";
import { costOf, worstCost } from "../budget/cost.ts";
import type { MoneyLimits, MoneyRefusal } from "../budget/money-room.ts";
import { priceOf } from "../budget/price.ts";
import { RESERVATION_MS, reserve } from "../budget/reserve.ts";
import { release, settle } from "../budget/settle.ts";
import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { Model, ModelCall, ModelReply } from "../ports/model.ts";
import { tokenBound } from "../text/token-bound.ts";
import { imagesFault } from "./model-image.ts";

/** Milliseconds between the end of a call and the expiry of its reservation, at least. */
const TIME_TO_SETTLE = 60_000;

/** What a call may cost and on whose account; the request is apart. */
export interface Payment {
  /** Account of the budget. */
  readonly account: string;
  /** Prices of the settings. */
  readonly prices: Config["prices"];
  readonly limits: MoneyLimits;
  /** In a word or two, e.g. `engineer`. */
  readonly purpose: string;
  readonly place: MoneyPlace;
  readonly by: string | null;
}

export interface ModelRefusal {
  readonly kind: "refused";
  readonly code: "model_none" | "price_unknown";
  readonly why: string;
  readonly recover: string;
}

export type PricedReply =
  | { readonly kind: "replied"; readonly reply: ModelReply; readonly micros: number }
  | ModelRefusal
  | MoneyRefusal;

export type PricedDeps = Pick<Deps, "ledger" | "clock" | "ids"> & { readonly model: Model };

/**
 * Calls the model with its money set aside before, and what it cost recorded after: the most that it can cost is
 * reserved, settled at the real cost, released where the call surely cost nothing, and counted in full where nobody
 * knows. A model without a price is never asked. Errors: model_refused for pictures that no model is sent, before
 * anything else; those of the model, after its money is settled, and of the ledger.
 */
export async function pricedCall(
  deps: PricedDeps,
  payment: Payment,
  request: ModelCall,
): Promise<PricedReply> {
  const { account, limits, purpose, place, by } = payment;
  const model = await deps.model.name();
  if (model === null)
    return {
      kind: "refused",
      code: "model_none",
      why: "the settings name no model",
      recover: "set `model` in .assay/config.yaml, or decide yourself",
    };
  const price = priceOf(model, payment.prices);
  if (price === null)
    return {
      kind: "refused",
      code: "price_unknown",
      why: `no price is known for ${model}, and a model without one is not asked`,
      recover: `set \`prices\` for "${model}" in .assay/config.yaml`,
    };
  const reason = imagesFault(request);
  if (reason !== null) throw new AssayError("model_refused", { model, reason, billed: "no" });
  const ask = {
    place,
    purpose,
    model,
    by,
    micros: worstCost(tokenBound(request), request.maxOutputTokens, price),
    forMs: Math.max(RESERVATION_MS, request.timeoutMs + TIME_TO_SETTLE),
  };
  const reserved = await reserve(deps, account, ask, limits);
  if (reserved.kind === "refused") return reserved;
  const started = deps.clock.now();
  try {
    const reply = await deps.model.call(request);
    const micros = costOf(reply.usage, price);
    await settle(deps, account, reserved.id, { micros, usage: reply.usage, latencyMs: reply.latencyMs });
    return { kind: "replied", reply, micros };
  } catch (error) {
    if (!isOfModel(error)) throw error;
    if (error.data.billed === "no") await release(deps, account, reserved.id);
    else
      await settle(deps, account, reserved.id, {
        micros: reserved.capMicros,
        usage: null,
        latencyMs: deps.clock.now() - started,
      });
    throw error;
  }
}

function isOfModel(error: unknown): error is AssayError {
  return error instanceof AssayError && error.code.startsWith("model_");
}
