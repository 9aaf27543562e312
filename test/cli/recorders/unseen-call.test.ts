import { expect, test } from "vitest";
import { type Settled, watched } from "../../../cli/recorders/unseen-call.ts";

function heard() {
  const told: unknown[] = [];
  const settled: Settled = (error, value) => told.push(error === undefined ? value : error.thrown);
  return { told, settled };
}

test("a watched function returns, resolves, throws and rejects as before, and is told of once each", async () => {
  const { told, settled } = heard();
  const wrong = new Error("no");
  const owner = {
    by: 2,
    times: watched(
      function (this: { by: number }, n: number) {
        return n * this.by;
      },
      () => settled,
    ),
  };
  expect(owner.times(4)).toBe(8);
  expect(
    await watched(
      async () => "later",
      () => settled,
    )(),
  ).toBe("later");
  expect(() =>
    watched(
      () => {
        throw wrong;
      },
      () => settled,
    )(),
  ).toThrow(wrong);
  await expect(
    watched(
      () => Promise.reject(wrong),
      () => settled,
    )(),
  ).rejects.toBe(wrong);
  expect(told).toEqual([8, "later", wrong, wrong]);
});

test("an error's stack is as it would be without, whether or not anybody listens", () => {
  function fail() {
    throw new Error("no");
  }
  for (const watch of [() => heard().settled, () => undefined]) {
    const recorded = watched(fail, watch);
    const stack = (call: () => void): string[] => {
      try {
        call();
      } catch (error) {
        return ((error as Error).stack ?? "")
          .split("\n")
          .slice(0, 3)
          .map((line) => line.replace(/:\d+:\d+\)?$/, ""));
      }
      return [];
    };
    expect(stack(() => recorded())).toEqual(stack(() => fail()));
  }
});

test("calls inside of a watched call are its own business, unless it calls the test's own code", () => {
  const { told, settled } = heard();
  const inner = watched(
    () => "inner",
    () => settled,
  );
  expect(
    watched(
      () => inner(),
      () => settled,
    )(),
  ).toBe("inner");
  expect(told).toEqual(["inner"]);
  watched(
    () => inner(),
    () => settled,
    { transparent: true },
  )();
  expect(told).toEqual(["inner", "inner", "inner"]);
});

test("a watcher may hold up a promise that came true, and none that was rejected", async () => {
  const order: string[] = [];
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push("looked");
  };
  const held = watched(
    async () => "value",
    () => look,
  );
  order.push(await held());
  const wrong = new Error("no");
  const rejected = watched(
    () => Promise.reject(wrong),
    () => look,
  );
  await rejected().catch(() => order.push("rejected"));
  expect(order).toEqual(["looked", "value", "rejected"]);
});
