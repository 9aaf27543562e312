/** The time of the cloud. Schedules and queues go by it; a function is told by how much it differs from the machine's. */
export interface CloudClock {
  now(): number;
  /** Whether it is another one than the machine's, and can be put on. */
  readonly moves: boolean;
  /** Milliseconds that it is ahead of the machine's; negative where it is behind. */
  ahead(): number;
  /** While functions run it goes as fast as the machine's, so that it is theirs too; else as fast as it was made to. */
  hold(isBusy: boolean): void;
  /** Puts it on to a time, if that is not over. */
  leap(to: number): void;
}

/** The machine's own clock. */
export const machineClock: CloudClock = {
  now: () => Date.now(),
  moves: false,
  ahead: () => 0,
  hold: () => {},
  leap: () => {},
};

/** A clock that stands at a time until it is first held or let go, then runs so many times as fast as the machine's. */
export function movedClock(begin: number, speed: number): CloudClock {
  let from = { machine: Date.now(), cloud: begin, speed: 0 };
  const now = () => from.cloud + (Date.now() - from.machine) * from.speed;
  return {
    now: () => Math.floor(now()),
    moves: true,
    ahead: () => Math.floor(now()) - Date.now(),
    hold: (isBusy) => {
      from = { machine: Date.now(), cloud: now(), speed: isBusy ? 1 : speed };
    },
    leap: (to) => {
      from = { ...from, machine: Date.now(), cloud: Math.max(to, now()) };
    },
  };
}
