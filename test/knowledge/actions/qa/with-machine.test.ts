import { expect, test } from "vitest";
import { withMachine } from "../../../../knowledge/actions/qa/with-machine.ts";
import { memoryLedger } from "../../../../knowledge/adapters/memory/ledger.ts";
import { MACHINE, MACHINE_LEASE_MS, machineStream } from "../../../../knowledge/execute/machine-lease.ts";
import { readState } from "../../../../knowledge/ledger/read-state.ts";
import { movingClock } from "../../../support/moving-clock.ts";

const HOLDER = "desk/1/aa";

/** The machine of a ledger that takes nothing while `isDown`; `beats` are as many as are asked for. */
function desk() {
  const clock = movingClock();
  const ledger = memoryLedger(clock);
  const broken = { isDown: false, refused: 0 };
  const told: string[] = [];
  const sleepers: (() => void)[] = [];
  const deps = {
    clock,
    holder: { name: async () => HOLDER, isGone: async () => false },
    ledger: {
      ...ledger,
      async append(...given: Parameters<typeof ledger.append>) {
        if (!broken.isDown) return ledger.append(...given);
        broken.refused += 1;
        throw new Error("the disk is full");
      },
    },
    messages: { tell: ({ text }: { readonly text: string }) => void told.push(text) },
    pause: { sleep: () => new Promise<void>((wake) => void sleepers.push(wake)) },
    person: { name: async () => "operator" },
  } as unknown as Parameters<typeof withMachine>[0];
  return {
    clock,
    broken,
    told,
    deps,
    /** Lets the next beat come. */
    async beat() {
      while (sleepers.length === 0) await new Promise(setImmediate);
      sleepers.shift()?.();
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    },
    async until() {
      const { state } = await readState(ledger, machineStream(HOLDER), MACHINE);
      return Date.parse(state.hold?.until ?? "");
    },
  };
}

const USE = { requirement_id: "SHOP-1/req-1", waitMs: 0 };

test("a beat that fails is told and leaves the machine with the case until it has ended", async () => {
  const { clock, broken, told, deps, beat, until } = desk();
  const work = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const used = withMachine(deps, USE, () => {
    begun.resolve();
    return work.promise;
  });
  await begun.promise;
  broken.isDown = true;
  await beat();
  expect([broken.refused, told.length]).toEqual([1, 1]);
  broken.isDown = false;
  expect(await until()).toBe(clock.now() + MACHINE_LEASE_MS);
  clock.pass(1_000);
  await beat();
  expect(await until()).toBe(clock.now() + MACHINE_LEASE_MS);
  work.resolve("looked");
  expect(await used).toEqual({ kind: "used", result: "looked" });
  expect(await until()).toBe(clock.now());
});

test("where the machine cannot be given back, what the case came to is said all the same", async () => {
  const { broken, told, deps } = desk();
  const used = withMachine(deps, USE, async () => {
    broken.isDown = true;
    return "looked";
  });
  expect(await used).toEqual({ kind: "used", result: "looked" });
  expect(told).toHaveLength(1);
  const { broken: again, deps: others } = desk();
  const failing = withMachine(others, USE, async () => {
    again.isDown = true;
    throw new Error("the case broke");
  });
  await expect(failing).rejects.toThrow("the case broke");
});
