import type { RunEvent } from "#knowledge";

type StepEvent = Extract<RunEvent, { type: "step.finished" }>;
/** What a recorder knows of one step. */
export type SeenStep = Omit<StepEvent, "type" | "test" | "attempt">;

/** A step that has begun. What is said later is laid over what was said before. */
export interface BegunStep {
  /** It is over, and more may be known of it soon. */
  over(seen: Partial<SeenStep>): void;
  /** All is known. Also says that it is over. */
  settle(seen: Partial<SeenStep>): void;
}

/** The steps of one attempt, in the order in which they began. */
export interface TestSteps {
  /** Something was done to the page. */
  action(seen: SeenStep): BegunStep;
  /** Something was looked at, or a value was reported. */
  assertion(seen: SeenStep): BegunStep;
  /** Takes back an assertion of the last action's group that in the end came true. */
  takeBack(seen: SeenStep): void;
  /** Whether something was looked at since the last action. */
  looked(): boolean;
  /** Writes all that is left. Nothing is taken after it. */
  end(): void;
}

interface Held {
  readonly began: number;
  seen: SeenStep;
  state: "open" | "over" | "settled";
}

interface Group {
  readonly action: Held | null;
  assertions: Held[];
  /** The action that came after; where it began is where this one led. */
  next: Held | undefined;
}

/**
 * Steps are written in groups: an action with the assertions that follow it, once all is known of the next action or
 * the attempt ends. Only then is known what the action's check said and where it led (decisions/0019): its check is
 * `failed` where one of them failed, `passed` where all passed, and absent where there was none. An assertion that
 * is made again in its group (a retrying wait) takes the place of the earlier one.
 *
 * `address` gives the page's address now; `now` milliseconds.
 */
export function testSteps(
  write: (step: SeenStep) => void,
  address: () => string | undefined,
  now: () => number,
): TestSteps {
  const groups: Group[] = [{ action: null, assertions: [], next: undefined }];
  let ended = false;

  function begin(seen: SeenStep, keep: (held: Held) => void, stays = false): BegunStep {
    const held: Held = { began: now(), seen: { ...seen, ...at("urlBefore", address()) }, state: "open" };
    if (!ended) keep(held);
    const over = (more: Partial<SeenStep>): void => {
      if (ended || held.state === "settled") return;
      const whenOver =
        held.state === "open"
          ? { ...(stays ? where(address()) : {}), durationMs: Math.round(now() - held.began) }
          : {};
      held.seen = { ...held.seen, ...whenOver, ...more };
      held.state = "over";
    };
    return {
      over,
      settle(more) {
        over(more);
        if (held.state !== "over") return;
        held.state = "settled";
        flush();
      },
    };
  }

  function flush(): void {
    for (let first = groups[0]; first?.next?.state === "settled" && isSettled(first); first = groups[0]) {
      groups.shift();
      emit(first);
    }
  }

  function emit({ action, assertions, next }: Group): void {
    const checks = assertions.flatMap(({ seen }) => seen.check ?? []);
    const check = checks.includes("failed") ? "failed" : checks.at(0);
    const led = at("urlAfter", next === undefined ? address() : next.seen.urlBefore);
    if (action !== null) write({ ...action.seen, ...led, ...(check === undefined ? {} : { check }) });
    for (const { seen } of assertions) write(seen);
  }

  return {
    action: (seen) =>
      begin(seen, (held) => {
        const last = groups.at(-1) as Group;
        last.next = held;
        groups.push({ action: held, assertions: [], next: undefined });
        flush();
      }),
    assertion: (seen) =>
      begin(
        seen,
        (held) => {
          const group = groups.at(-1) as Group;
          group.assertions = [...group.assertions.filter((other) => !isSame(other.seen, held.seen)), held];
        },
        true,
      ),
    takeBack(seen) {
      const group = groups.at(-1) as Group;
      group.assertions = group.assertions.filter((other) => !isSame(other.seen, seen));
    },
    looked: () => (groups.at(-1)?.assertions.length ?? 0) > 0,
    end() {
      if (ended) return;
      for (const group of groups) {
        for (const held of [group.action, ...group.assertions])
          if (held?.state === "open") held.seen = { ...held.seen, error: "not finished when the test ended" };
        emit(group);
      }
      ended = true;
    },
  };
}

function isSettled({ action, assertions }: Group): boolean {
  return [...(action === null ? [] : [action]), ...assertions].every(({ state }) => state === "settled");
}

/** A check is of the page where it came out, whatever was there when it began to wait. */
function where(address: string | undefined): { urlBefore?: string; urlAfter?: string } {
  return { ...at("urlBefore", address), ...at("urlAfter", address) };
}

function isSame(one: SeenStep, other: SeenStep): boolean {
  return (
    one.action === other.action &&
    one.locator === other.locator &&
    one.element === other.element &&
    one.expected === other.expected &&
    one.reported?.name === other.reported?.name
  );
}

function at<Key extends "urlBefore" | "urlAfter">(
  key: Key,
  address: string | undefined,
): { [K in Key]?: string } {
  if (address === undefined || address === "" || address === "about:blank") return {};
  return { [key]: address } as { [K in Key]?: string };
}
