import { afterEach, describe, expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { aiModel } from "../../../knowledge/adapters/model/ai-model.ts";
import { noModel } from "../../../knowledge/adapters/model/no-model.ts";
import { readAccount } from "../../../knowledge/budget/read-account.ts";
import { type Payment, pricedCall } from "../../../knowledge/model/priced-call.ts";
import type { Ledger } from "../../../knowledge/ports/ledger.ts";
import type { ModelCall } from "../../../knowledge/ports/model.ts";
import { countingIds } from "../../support/counting-ids.ts";
import { failureOf } from "../../support/model/model-of-test.ts";
import { SAMPLE_IMAGES } from "../../support/model/sample-images.ts";
import { type ModelScript, type StartedModel, startModel } from "../../support/model/start-model.ts";

const started: StartedModel[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((model) => model.close()));
});

const PLACE = { run: "change-r.1.1", step: "qa", round: 1, attempt: 1 };
const PAYMENT: Payment = {
  account: "change-r.1.1",
  prices: { "openai-compatible/local-coder": { input: 2, output: 10, cacheRead: 0.5, cacheWrite: 0 } },
  limits: { attemptMicros: 100_000, runMicros: null, weekMicros: null },
  purpose: "engineer",
  place: PLACE,
  by: "somebody",
};
const CALL: ModelCall = {
  system: "You judge.",
  messages: [{ role: "user", text: "Which?" }],
  tools: [],
  mustUseTool: false,
  maxOutputTokens: 1_000,
  timeoutMs: 5_000,
};

async function start(script: ModelScript) {
  const double = await startModel({ protocol: "openai-compatible", script });
  started.push(double);
  const clock = { now: () => Date.UTC(2026, 0, 5) };
  const ledger: Ledger = memoryLedger(clock);
  const model = aiModel({ settings: double.settings, env: double.env });
  const entries = async () => (await readAccount(ledger, PAYMENT.account)).entries;
  return { double, deps: { model, ledger, clock, ids: countingIds() }, entries };
}

describe("a call that is paid", () => {
  test("costs what it used, told with tokens, time and purpose", async () => {
    const { deps, entries } = await start([
      { text: "So", usage: { input: 1_000, cacheRead: 400, output: 50 } },
    ]);
    const answer = await pricedCall(deps, PAYMENT, CALL);
    // 600 at $2, 400 at $0.50 and 50 at $10 a million.
    expect(answer).toMatchObject({ kind: "replied", micros: 1_900, reply: { text: "So" } });
    expect(await entries()).toMatchObject([
      {
        purpose: "engineer",
        model: "openai-compatible/local-coder",
        by: "somebody",
        place: PLACE,
        end: {
          kind: "settled",
          micros: 1_900,
          usage: { input: 1_000, cacheRead: 400, cacheWrite: 0, output: 50, told: true },
          latencyMs: expect.any(Number),
        },
      },
    ]);
  });

  test("has each picture set aside at the most that it may cost", async () => {
    const { deps, double } = await start([{ text: "So" }]);
    const images = SAMPLE_IMAGES.slice(0, 2);
    const call: ModelCall = { ...CALL, messages: [{ role: "user", text: "Which?", images }] };
    // Two pictures at 50,000 tokens and $2 a million are 200,000 micro-dollars, over the cap.
    const refused = await pricedCall(deps, PAYMENT, call);
    expect(refused).toMatchObject({ kind: "refused", code: "budget_attempt_spent" });
    expect(double.seen).toEqual([]);
    const limits = { ...PAYMENT.limits, attemptMicros: 230_000 };
    expect(await pricedCall(deps, { ...PAYMENT, limits }, call)).toMatchObject({ kind: "replied" });
    expect(double.requests[0]?.messages[0]?.images).toHaveLength(2);
  });

  test.each([
    ["too many", Array.from({ length: 9 }, () => SAMPLE_IMAGES[0]), "9 pictures, over the 8 of one call"],
    ["no picture", [{ mediaType: "image/gif", bytes: SAMPLE_IMAGES[0].bytes }], "picture 1 is no image/gif"],
    [
      "too large",
      [SAMPLE_IMAGES[0], { mediaType: "image/png", bytes: new Uint8Array(3_750_001) }],
      "picture 2 has 3750001 bytes, over the 3750000 of one",
    ],
  ] as const)(
    "with pictures that no model is sent asks nobody and costs nothing: %s",
    async (_, images, words) => {
      const { deps, double, entries } = await start([{ text: "So" }]);
      const call: ModelCall = { ...CALL, messages: [{ role: "user", text: "Which?", images }] };
      const error = await failureOf(pricedCall(deps, PAYMENT, call));
      expect([error.code, error.data]).toEqual([
        "model_refused",
        { model: "openai-compatible/local-coder", reason: words, billed: "no" },
      ]);
      expect([double.seen, await entries()]).toEqual([[], []]);
    },
  );

  test("has its most set aside before it is sent", async () => {
    const seen: number[] = [];
    const { deps, entries } = await start(async () => {
      seen.push(...(await entries()).map(({ capMicros, end }) => (end === null ? capMicros : -1)));
      return { text: "So" };
    });
    await pricedCall(deps, PAYMENT, CALL);
    expect(seen).toHaveLength(1);
    // 1,000 tokens of output at $10 a million, and the input at $2.
    expect(seen[0]).toBeGreaterThan(10_000);
    expect(seen[0]).toBeLessThan(20_000);
  });

  test("costs the most that it can where the provider does not tell", async () => {
    const { deps, entries } = await start([{ text: "So", usage: null }]);
    const answer = await pricedCall(deps, PAYMENT, CALL);
    const [entry] = await entries();
    expect(entry?.end?.usage?.told).toBe(false);
    expect(answer).toMatchObject({ micros: entry?.capMicros });
  });

  test("costs nothing where the provider took nothing, and gives its money back", async () => {
    const { deps, entries } = await start([{ status: 400, error: "too long" }]);
    await expect(pricedCall(deps, PAYMENT, CALL)).rejects.toMatchObject({ code: "model_refused" });
    expect(await entries()).toMatchObject([{ end: { kind: "released", micros: 0 } }]);
  });

  test.each([
    ["lost", { lost: true }, "model_unavailable"],
    ["unreadable", { raw: "{" }, "model_refused"],
    ["late", { text: "late", afterMs: 3_000 }, "model_unavailable"],
  ] as const)("costs the most that it can where the reply was %s", async (_, reply, code) => {
    const { deps, entries } = await start([reply]);
    await expect(pricedCall(deps, PAYMENT, { ...CALL, timeoutMs: 400 })).rejects.toMatchObject({ code });
    const [entry] = await entries();
    expect(entry?.end).toMatchObject({ kind: "settled", micros: entry?.capMicros, usage: null });
  });

  test("is not sent where its most does not fit under the cap", async () => {
    const { deps, double } = await start([]);
    const limits = { ...PAYMENT.limits, attemptMicros: 10_000 };
    expect(await pricedCall(deps, { ...PAYMENT, limits }, CALL)).toMatchObject({
      kind: "refused",
      code: "budget_attempt_spent",
    });
    expect(double.seen).toEqual([]);
  });

  test("is not sent twice at once where only one fits", async () => {
    const { deps, double } = await start(() => ({ text: "So", afterMs: 50 }));
    const limits = { ...PAYMENT.limits, attemptMicros: 25_000 };
    const kinds = await Promise.all([1, 2, 3].map(() => pricedCall(deps, { ...PAYMENT, limits }, CALL)));
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(["refused", "refused", "replied"]);
    expect(double.requests).toHaveLength(1);
  });

  test("is not sent to a model without a price", async () => {
    const { deps, double, entries } = await start([]);
    const answer = await pricedCall(deps, { ...PAYMENT, prices: {} }, CALL);
    expect(answer).toMatchObject({ kind: "refused", code: "price_unknown" });
    expect(answer.kind === "refused" && answer.recover).toContain("openai-compatible/local-coder");
    expect(double.seen).toEqual([]);
    expect(await entries()).toEqual([]);
  });

  test("is not made where there is no model", async () => {
    const { deps } = await start([]);
    expect(await pricedCall({ ...deps, model: noModel() }, PAYMENT, CALL)).toMatchObject({
      kind: "refused",
      code: "model_none",
    });
  });
});
