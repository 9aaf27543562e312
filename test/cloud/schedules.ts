import type { Schedule } from "./assembly/assembly.ts";
import type { CloudClock } from "./cloud-clock.ts";
import type { CloudEvent } from "./cloud-event.ts";
import { nextTime } from "./next-time.ts";

/** Milliseconds before a delivery is tried a second time; each time twice as long, a minute at the most. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

export interface Schedules {
  /** Delivers what came due, and tries again what could not be delivered; names the schedules that came due. */
  look(): readonly string[];
  /** Delivers the message of one, due or not. */
  fire(name: string): void;
  /** When one comes due next, by name. */
  readonly next: ReadonlyMap<string, number>;
}

interface Scheduler {
  readonly schedules: readonly Schedule[];
  readonly clock: CloudClock;
  /** Puts a message into the queue of this ARN. Errors: it cannot be put there now. */
  readonly deliver: (queueArn: string, body: string) => void;
  /** The same for what could not be delivered in time. */
  readonly giveUp: (schedule: Schedule, why: string) => void;
  readonly tell: (event: CloudEvent) => void;
}

interface Delivery {
  readonly schedule: Schedule;
  readonly dueAt: number;
  readonly tries: number;
  readonly at: number;
}

/** The schedules, begun now. After a time in which nobody looked, each comes due once. */
export function startSchedules({ schedules, clock, deliver, giveUp, tell }: Scheduler): Schedules {
  const began = clock.now();
  const after = (schedule: Schedule, time: number) =>
    nextTime(schedule.expression, { timeZone: schedule.timeZone, began, after: time });
  const next = new Map(schedules.map((schedule) => [schedule.name, after(schedule, began - 1)]));
  let waiting: readonly Delivery[] = [];

  const attempt = (delivery: Delivery): readonly Delivery[] => {
    const { schedule, dueAt, tries } = delivery;
    const now = clock.now();
    if (now < delivery.at) return [delivery];
    if (now - dueAt > schedule.maxAgeSeconds * 1_000) {
      giveUp(schedule, "it got too old");
      return [];
    }
    try {
      deliver(schedule.queueArn, schedule.input);
      const queue = schedule.queueArn.split(":").at(-1) ?? "";
      tell({ at: now, kind: "schedule", schedule: schedule.name, queue, body: schedule.input });
      return [];
    } catch {
      if (tries >= schedule.retries) {
        giveUp(schedule, `it could not be delivered ${tries + 1} times`);
        return [];
      }
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
      return [{ ...delivery, tries: tries + 1, at: now + pause }];
    }
  };

  return {
    next,
    look() {
      const now = clock.now();
      const due = schedules.filter(({ name }) => (next.get(name) ?? Infinity) <= now);
      for (const schedule of due) {
        let dueAt = next.get(schedule.name) ?? now;
        let later = after(schedule, dueAt);
        for (; later <= now; later = after(schedule, later)) dueAt = later;
        waiting = [...waiting, { schedule, dueAt, tries: 0, at: dueAt }];
        next.set(schedule.name, later);
      }
      waiting = waiting.flatMap(attempt);
      return due.map(({ name }) => name);
    },
    fire(name) {
      const schedule = schedules.find((one) => one.name === name);
      if (schedule === undefined) throw new Error(`there is no schedule ${name}`);
      const now = clock.now();
      waiting = [...waiting, ...attempt({ schedule, dueAt: now, tries: 0, at: now })];
    },
  };
}
