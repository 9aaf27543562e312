import { expect, test } from "vitest";
import type { Schedule } from "./assembly/assembly.ts";
import type { CloudClock } from "./cloud-clock.ts";
import { startSchedules } from "./schedules.ts";

const MINUTE = 60_000;
const SCHEDULE: Schedule = {
  name: "look",
  expression: "rate(10 minutes)",
  timeZone: "UTC",
  queueArn: "arn:aws:sqs:eu-central-1:123456789012:looks",
  input: "{}",
  maxAgeSeconds: 300,
  retries: 2,
  deadArn: "arn:aws:sqs:eu-central-1:123456789012:dead",
};

function started({ takes = true, ...schedule }: Partial<Schedule> & { readonly takes?: boolean } = {}) {
  let now = Date.UTC(2026, 0, 5, 12);
  const world = { takes, tries: 0, delivered: 0, gaveUp: [] as string[] };
  const clock: CloudClock = { now: () => now, moves: true, ahead: () => 0, hold() {}, leap() {} };
  const schedules = startSchedules({
    schedules: [{ ...SCHEDULE, ...schedule }],
    clock,
    deliver() {
      world.tries += 1;
      if (!world.takes) throw new Error("it takes no messages");
      world.delivered += 1;
    },
    giveUp: (_, why) => world.gaveUp.push(why),
    tell() {},
  });
  return {
    world,
    schedules,
    after(milliseconds: number) {
      now += milliseconds;
      return schedules.look();
    },
  };
}

test("it comes due at once and each ten minutes; after a time in which nobody looked, once", () => {
  const { world, after } = started();
  expect(after(0)).toEqual(["look"]);
  expect(after(9 * MINUTE)).toEqual([]);
  expect(after(MINUTE)).toEqual(["look"]);
  expect(after(33 * MINUTE)).toEqual(["look"]);
  expect(after(0)).toEqual([]);
  expect(world).toMatchObject({ tries: 3, delivered: 3, gaveUp: [] });
});

test("what cannot be delivered is tried again with growing pauses, then lies among the dead letters", () => {
  const { world, after } = started({ takes: false });
  after(0);
  after(999);
  expect(world.tries).toBe(1);
  after(1);
  after(1_999);
  expect(world.tries).toBe(2);
  after(1);
  expect(world).toMatchObject({ tries: 3, delivered: 0, gaveUp: ["it could not be delivered 3 times"] });
});

test("what is taken at a second try is delivered once", () => {
  const { world, after } = started({ takes: false });
  after(0);
  world.takes = true;
  after(1_000);
  after(5_000);
  expect(world).toMatchObject({ tries: 2, delivered: 1, gaveUp: [] });
});

test("what is older than it may get is given up, though it could be delivered", () => {
  const { world, after } = started({ expression: "cron(1 12 * * ? *)" });
  after(0);
  after(7 * MINUTE);
  expect(world).toMatchObject({ tries: 0, delivered: 0, gaveUp: ["it got too old"] });
});
